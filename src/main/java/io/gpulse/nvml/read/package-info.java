/** The rounds of a GPU: its due rows, its links first, and its processes. */
@NullMarked
package io.gpulse.nvml.read;

import org.jspecify.annotations.NullMarked;
