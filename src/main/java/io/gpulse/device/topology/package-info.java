/** The topology of the machine: where its GPUs and network adapters are attached, and how they are connected. */
@NullMarked
package io.gpulse.device.topology;

import org.jspecify.annotations.NullMarked;
