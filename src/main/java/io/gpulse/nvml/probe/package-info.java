/** Reads one probe: a reader for each kind, the calls that they share in a round, and what they remember. */
@NullMarked
package io.gpulse.nvml.probe;

import org.jspecify.annotations.NullMarked;
