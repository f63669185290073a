/** The structs that NVML's calls read and write, declared once: for who reads them and for who plays the driver. */
@NullMarked
package io.gpulse.nvml.record;

import org.jspecify.annotations.NullMarked;
