/** Has the driver report events: Xids by its event sets, and GPU operational events where it tells them. */
@NullMarked
package io.gpulse.nvml.event;

import org.jspecify.annotations.NullMarked;
