/**
 * The machine around the GPUs: processors, memory, disks, network and load, from the kernel's files in {@code /proc}.
 */
@NullMarked
package io.gpulse.host;

import org.jspecify.annotations.NullMarked;
