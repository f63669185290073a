/** Finds free GPUs in the latest snapshot and the utilization of the minutes before it. */
@NullMarked
package io.gpulse.selection;

import org.jspecify.annotations.NullMarked;
