/** Reports a span of time to the round: energy, utilization, memory and processes of each GPU. */
@NullMarked
package io.gpulse.report;

import org.jspecify.annotations.NullMarked;
