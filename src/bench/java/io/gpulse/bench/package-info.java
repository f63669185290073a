/** Measures the cost of gpulse and of equivalent C programs; run by {@code mvn -Pbench verify -Dbench=...}. */
@NullMarked
package io.gpulse.bench;

import org.jspecify.annotations.NullMarked;
