/** Measures what gpulse costs, beside C programs that do the same; run by {@code mvn -Pbench verify -Dbench=...}. */
@NullMarked
package io.gpulse.bench;

import org.jspecify.annotations.NullMarked;
