package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Since when GPUs had been idle before this process began, for as long as they have not been busy since. */
public final class IdleMemory {

    private final Map<String, Instant> idleSince = new ConcurrentHashMap<>();

    /** Notes since when a GPU was idle when an earlier process saw it last. */
    public void remember(String uuid, Instant since) {
        this.idleSince.put(uuid, since);
    }

    /** The same, where GPUs are idle for as long as is remembered. */
    Snapshot recall(Snapshot snapshot) {
        if (this.idleSince.isEmpty()) {
            return snapshot;
        }
        return snapshot.with(snapshot.gpus().stream().map(this::recall).toList());
    }

    private GpuSample recall(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        Instant remembered = identity == null ? null : this.idleSince.get(identity.uuid());
        if (identity == null || remembered == null) {
            return gpu;
        }
        Instant now = gpu.activity().idleSince();
        if (now != null && remembered.isBefore(now)) {
            return gpu.with(new Activity(remembered, null));
        }
        // It has been busy, or was not to be asked: what was before says nothing any more.
        this.idleSince.remove(identity.uuid());
        return gpu;
    }
}
