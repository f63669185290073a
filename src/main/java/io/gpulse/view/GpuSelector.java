package io.gpulse.view;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import org.jspecify.annotations.Nullable;

/**
 * Identifies one GPU in later rounds: by its UUID where both sides have it, by its index otherwise.
 *
 * @param uuid null when the driver had not responded for the GPU at the time of the request
 */
public record GpuSelector(@Nullable String uuid, int index) {

    public static GpuSelector of(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        return new GpuSelector(identity == null ? null : identity.uuid(), gpu.index());
    }

    public boolean selects(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        if (this.uuid == null || identity == null) {
            return this.index == gpu.index();
        }
        return this.uuid.equals(identity.uuid());
    }
}
