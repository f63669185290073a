/** Reads a GPU in rounds: which rows are due, its links first, its processes. */
@NullMarked
package io.gpulse.nvml.read;

import org.jspecify.annotations.NullMarked;
