/**
 * Looks at the machine around the GPUs: processors, memory, disks, network and load, as the kernel tells them in
 * {@code /proc}.
 */
@NullMarked
package io.gpulse.host;

import org.jspecify.annotations.NullMarked;
