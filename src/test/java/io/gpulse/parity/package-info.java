/** Comparison of nvidia-smi on real machines with gpulse on a driver that reports the same values. */
@NullMarked
package io.gpulse.parity;

import org.jspecify.annotations.NullMarked;
