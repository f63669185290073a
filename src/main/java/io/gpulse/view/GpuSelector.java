package io.gpulse.view;

import io.gpulse.device.GpuSample;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one GPU in later rounds: by its UUID where both sides have it, by its index otherwise.
 *
 * @param uuid null when the driver had not responded for the GPU at the time of the request
 */
public record GpuSelector(@Nullable String uuid, int index) {

    public static GpuSelector of(GpuSample gpu) {
        return new GpuSelector(gpu.uuid(), gpu.index());
    }

    public boolean selects(GpuSample gpu) {
        String other = gpu.uuid();
        return (this.uuid == null || other == null) ? this.index == gpu.index() : this.uuid.equals(other);
    }
}
