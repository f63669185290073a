/** The JVM that runs gpulse: it returns unused memory, and ends after a fatal error. */
@NullMarked
package io.gpulse.jvm;

import org.jspecify.annotations.NullMarked;
