/** The structs of NVML's calls, declared once: for the reader and for the simulated driver. */
@NullMarked
package io.gpulse.nvml.record;

import org.jspecify.annotations.NullMarked;
