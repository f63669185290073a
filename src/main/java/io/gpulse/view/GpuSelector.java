package io.gpulse.view;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import org.jspecify.annotations.Nullable;

/**
 * One GPU, found again in later rounds: by its UUID wherever both sides know it, by its place otherwise.
 *
 * @param uuid null when the GPU had not answered yet as it was asked for
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
