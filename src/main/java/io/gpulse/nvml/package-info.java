/** Looks at GPUs through NVML; owns loading, init, re-init and release of the driver library. */
@NullMarked
package io.gpulse.nvml;

import org.jspecify.annotations.NullMarked;
