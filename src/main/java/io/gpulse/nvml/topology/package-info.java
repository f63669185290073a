/** The connections between GPUs, read through NVML, and the PCI tree of the kernel. */
@NullMarked
package io.gpulse.nvml.topology;

import org.jspecify.annotations.NullMarked;
