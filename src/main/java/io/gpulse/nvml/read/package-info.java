/** Reads a GPU in rounds: one reader for each kind of probe, and the plan of what is read when. */
@NullMarked
package io.gpulse.nvml.read;

import org.jspecify.annotations.NullMarked;
