package io.gpulse.sampling;

import io.gpulse.device.GpuSample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The last readings of each GPU, for the time when it is not read. Used by the sampler's thread. */
final class LastSamples {

    private final Map<String, GpuSample.Last> byUuid = new HashMap<>();

    /** Returns the GPUs; those without readings have the last ones. */
    List<GpuSample> complete(List<GpuSample> gpus) {
        List<GpuSample> all = new ArrayList<>(gpus.size());
        for (GpuSample gpu : gpus) {
            String uuid = gpu.uuid();
            GpuSample.Last last = uuid == null ? null : this.byUuid.get(uuid);
            if (!gpu.hasReadings()) {
                all.add(last == null ? gpu : gpu.with(last));
                continue;
            }
            all.add(gpu);
            Instant at = gpu.sampledAt();
            // In a round without a new read, values of every round are absent.
            if (uuid != null && at != null && (last == null || !Objects.equals(last.sampledAt(), at))) {
                this.byUuid.put(uuid, new GpuSample.Last(at, gpu.known()));
            }
        }
        return all;
    }
}
