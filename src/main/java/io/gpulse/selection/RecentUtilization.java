package io.gpulse.selection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

/** The utilization of each GPU in the last minutes. The record of a GPU ends when it stops responding. */
public final class RecentUtilization implements SmartLifecycle, FailureMonitor {

    private static final Logger log = LoggerFactory.getLogger(RecentUtilization.class);

    /** More GPUs than any machine has; boards can be replaced at run time. */
    private static final int MAX_GPUS = 256;

    private final Flux<Snapshot> snapshots;
    private final Map<String, UtilizationWindow> byUuid = new HashMap<>();
    private final Disposable.Swap work = Disposables.swap();
    private final ConsumerGuard guard = new ConsumerGuard("selection", "Tracking of recent utilization");
    private volatile boolean running;

    /** @param snapshots one per round, hot */
    public RecentUtilization(Flux<Snapshot> snapshots) {
        this.snapshots = snapshots;
    }

    /** Returns the peak of a window; empty when the current utilization is unknown. */
    synchronized Optional<UtilizationPeak> of(GpuSample gpu, Duration window) {
        GpuIdentity identity = gpu.identity();
        UtilizationWindow windows = identity == null ? null : this.byUuid.get(identity.uuid());
        return windows == null ? Optional.empty() : windows.over(window);
    }

    private synchronized void record(Snapshot snapshot) {
        Set<String> present = new HashSet<>();
        for (GpuSample gpu : snapshot.gpus()) {
            GpuIdentity identity = gpu.identity();
            if (identity != null) {
                present.add(identity.uuid());
                record(gpu, this.byUuid.computeIfAbsent(identity.uuid(), (uuid) -> new UtilizationWindow()), snapshot);
            }
        }
        if (this.byUuid.size() > MAX_GPUS) {
            this.byUuid.keySet().retainAll(present);
        }
    }

    private static void record(GpuSample gpu, UtilizationWindow windows, Snapshot snapshot) {
        if (gpu.state() == GpuState.OK) {
            utilization(gpu.readings())
                    .ifPresent((percent) -> windows.record(snapshot.takenAt(), percent, snapshot.every()));
        } else if (gpu.state() != GpuState.ATTACHING) {
            windows.reset();
        }
    }

    // Prefers the maximum, which includes short kernels between two rounds.
    static OptionalDouble utilization(Readings readings) {
        OptionalDouble max = readings.number(Metric.UTILIZATION_GPU_MAX);
        return max.isPresent() ? max : readings.number(Metric.UTILIZATION_GPU);
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.guard);
    }

    @Override
    public void start() {
        this.running = true;
        this.work.update(this.snapshots.subscribe(
                this.guard.around(this::record),
                (failure) -> log.error("Tracking of recent utilization stopped", failure)));
    }

    @Override
    public void stop() {
        this.running = false;
        this.work.update(Disposables.disposed());
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
