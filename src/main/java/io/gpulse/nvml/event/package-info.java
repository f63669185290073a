/** The events of the driver: Xids from its event sets, and GPU operational events where it reports them. */
@NullMarked
package io.gpulse.nvml.event;

import org.jspecify.annotations.NullMarked;
