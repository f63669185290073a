package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent.EventSubject;

/**
 * A GPU that was attached. Its UUID is remembered, because a lost GPU does not tell it any more.
 *
 * @param index the driver's index in this session
 * @param handle the driver's handle in this session
 */
public record GpuHandle(int index, String uuid, long handle) {

    EventSubject subject() {
        return new EventSubject(this.index, this.uuid);
    }
}
