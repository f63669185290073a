/** The latest snapshot and counts of features as series for Prometheus. */
@NullMarked
package io.gpulse.prometheus;

import org.jspecify.annotations.NullMarked;
