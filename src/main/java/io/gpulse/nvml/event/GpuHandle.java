package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent.EventSubject;

/**
 * A GPU that was attached, with its UUID, which a lost GPU no longer reports.
 *
 * @param index the driver's index in this session
 * @param handle the driver's handle in this session
 */
public record GpuHandle(int index, String uuid, long handle) {

    EventSubject subject() {
        return new EventSubject(this.index, this.uuid);
    }
}
