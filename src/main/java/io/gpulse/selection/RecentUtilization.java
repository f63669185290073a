package io.gpulse.selection;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The utilization of each GPU in the last minutes. The record of a GPU ends when it stops responding. */
final class RecentUtilization extends RoundPipeline {

    /** More GPUs than any machine has; boards can be replaced at run time. */
    private static final int MAX_GPUS = 256;

    private final Map<String, UtilizationWindow> byUuid = new HashMap<>();

    /** @param snapshots one per round, hot */
    RecentUtilization(Flux<Snapshot> snapshots) {
        super("selection", Schedulers.immediate());
        consume("Tracking of recent utilization", snapshots, 1, this::record);
    }

    /** Returns the peak of a window; empty when the current utilization is unknown. */
    synchronized Optional<UtilizationWindow.Peak> of(GpuSample gpu, Duration window) {
        String uuid = gpu.uuid();
        UtilizationWindow windows = uuid == null ? null : this.byUuid.get(uuid);
        return windows == null ? Optional.empty() : windows.over(window);
    }

    private synchronized void record(Snapshot snapshot) {
        Set<String> present = new HashSet<>();
        for (GpuSample gpu : snapshot.gpus()) {
            String uuid = gpu.uuid();
            if (uuid != null) {
                present.add(uuid);
                record(gpu, this.byUuid.computeIfAbsent(uuid, (key) -> new UtilizationWindow()), snapshot);
            }
        }
        if (this.byUuid.size() > MAX_GPUS) {
            this.byUuid.keySet().retainAll(present);
        }
    }

    private static void record(GpuSample gpu, UtilizationWindow windows, Snapshot snapshot) {
        if (gpu.isRead()) {
            Activity.utilization(gpu.readings()).ifPresent((percent) -> windows.record(snapshot, percent));
        } else if (gpu.state() != GpuState.ATTACHING) {
            windows.reset();
        }
    }
}
