/** The readers of probes, one for each kind, the calls that they share in a round, and their state between rounds. */
@NullMarked
package io.gpulse.nvml.probe;

import org.jspecify.annotations.NullMarked;
