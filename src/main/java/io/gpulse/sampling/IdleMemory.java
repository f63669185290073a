package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The idle times of GPUs that were idle before this process started. */
public final class IdleMemory {

    private final Map<String, Instant> idleSince = new ConcurrentHashMap<>();

    /** Records since when a GPU was idle in the last sample of an earlier process. */
    public void remember(String uuid, Instant since) {
        this.idleSince.put(uuid, since);
    }

    /** Returns the snapshot with the remembered beginnings of idle times. */
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
        boolean isUnknown = now == null && gpu.activity().busySince() == null;
        boolean answers = gpu.isRead() || gpu.state() == GpuState.ATTACHING;
        if (!isUnknown || !answers) {
            // It has been busy, or unreachable: the remembered time is outdated.
            this.idleSince.remove(identity.uuid());
        }
        return gpu;
    }
}
