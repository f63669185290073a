/** The session with the driver: finds and initialises it, attaches its GPUs, renews and releases it. */
@NullMarked
package io.gpulse.nvml.session;

import org.jspecify.annotations.NullMarked;
