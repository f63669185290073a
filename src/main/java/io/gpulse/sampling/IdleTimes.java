package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Since when each GPU has been idle or busy, also across a restart of gpulse. */
public final class IdleTimes {

    private final Map<String, IdleTracker> trackers = new HashMap<>();
    private final Map<String, Stored> stored = new ConcurrentHashMap<>();

    /**
     * The idle time of a GPU when an earlier process ended.
     *
     * @param at the last sample of that process
     */
    record Stored(Instant since, Instant at) {}

    /**
     * Continues the idle time of a GPU that has been idle since the first sample of this process, if that was taken
     * within a few minutes. Any thread may call it.
     *
     * @param at the last sample of the earlier process
     */
    public void restore(String uuid, Instant since, Instant at) {
        this.stored.put(uuid, new Stored(since, at));
    }

    /**
     * Returns the GPUs of a round with their activity. Called by one thread.
     *
     * @param at the time of the round by the monotonic clock
     */
    public List<GpuSample> complete(List<GpuSample> gpus, Duration at) {
        List<GpuSample> all = new ArrayList<>(gpus.size());
        Set<String> listed = new HashSet<>();
        for (GpuSample gpu : gpus) {
            String uuid = gpu.uuid();
            if (uuid == null) {
                all.add(gpu);
            } else {
                listed.add(uuid);
                all.add(gpu.with(activity(uuid, gpu, at)));
            }
        }
        this.trackers.keySet().retainAll(listed);
        return all;
    }

    private Activity activity(String uuid, GpuSample gpu, Duration uptime) {
        // The renewal of a session, such as for another GPU, does not change how long this one has been idle.
        if (!gpu.isRead() && gpu.state() != GpuState.ATTACHING) {
            this.trackers.remove(uuid);
            this.stored.remove(uuid);
            return Activity.UNKNOWN;
        }
        @Nullable Instant at = gpu.sampledAt();
        if (!gpu.isRead() || at == null) {
            return Activity.UNKNOWN;
        }
        IdleTracker tracker = this.trackers.computeIfAbsent(uuid, (first) -> new IdleTracker());
        Activity now = tracker.after(gpu.known(), new Moment(at, uptime));
        if (now.equals(Activity.UNKNOWN)) {
            return now;
        }
        Stored before = this.stored.remove(uuid);
        return before == null ? now : tracker.continueFrom(before);
    }
}
