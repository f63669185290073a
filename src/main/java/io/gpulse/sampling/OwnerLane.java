package io.gpulse.sampling;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the owners of the processes on the GPUs, on a separate lane: a directory service may not answer, and reading
 * the files of a process that hangs can hang too. No round waits for it.
 */
final class OwnerLane {

    private final Owners owners;
    private final Lane lane;
    private final Timeouts timeouts;
    private final SamplerClock clock;
    private final ProcessGroups groups = new ProcessGroups();
    private final AtomicReference<@Nullable Result> result = new AtomicReference<>();
    private Set<Integer> wanted = Set.of();
    private @Nullable Result last;

    /** The owners of these processes, looked up in this session. */
    private record Result(GpuSession session, Set<Integer> pids, Map<Integer, Owner> owners, Duration took) {}

    OwnerLane(Owners owners, Lane lane, Timeouts timeouts, SamplerClock clock) {
        this.owners = owners;
        this.lane = lane;
        this.timeouts = timeouts;
        this.clock = clock;
    }

    /** Starts to look up the owners of the processes of the last round; does not block. */
    void poll(@Nullable GpuSession session) {
        receive();
        boolean forgotten = this.last == null || this.last.pids().isEmpty();
        if (session != null && this.lane.isIdle() && !(this.wanted.isEmpty() && forgotten)) {
            Set<Integer> pids = this.wanted;
            this.lane.run(() -> this.result.set(poll(session, pids))).subscribe();
        }
    }

    private Result poll(GpuSession session, Set<Integer> pids) {
        Moment startedAt = this.clock.now();
        Map<Integer, Owner> found = this.groups.of(session.owners(pids, this.owners));
        return new Result(session, pids, found, this.clock.now().since(startedAt));
    }

    /** Applies a result; discards one that took too long, since a process id may belong to another process by then. */
    private void receive() {
        Result result = this.result.getAndSet(null);
        if (result != null) {
            this.last = isLate(result.took()) ? null : result;
        }
    }

    private boolean isLate(Duration took) {
        return took.compareTo(this.timeouts.stuckAfter()) >= 0;
    }

    /** Returns the GPUs with the owners of their processes, without processes whose id belongs to another one now. */
    List<GpuSample> complete(List<GpuSample> gpus, @Nullable GpuSession session) {
        receive();
        this.wanted = gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream())
                .map(ProcessSample::pid)
                .collect(Collectors.toUnmodifiableSet());
        Function<ProcessSample, @Nullable Owner> owner = owner(session);
        return gpus.stream().map((gpu) -> complete(gpu, owner)).toList();
    }

    private static GpuSample complete(GpuSample gpu, Function<ProcessSample, @Nullable Owner> owner) {
        if (gpu.known().processes().isEmpty()) {
            return gpu;
        }
        return gpu.with(gpu.known().processes().stream()
                .map((process) -> owned(process, owner.apply(process)))
                .filter(Objects::nonNull)
                .toList());
    }

    private static @Nullable ProcessSample owned(ProcessSample process, @Nullable Owner owner) {
        return owner == null ? null : process.of(owner);
    }

    private Function<ProcessSample, @Nullable Owner> owner(@Nullable GpuSession session) {
        if (isLate(this.lane.busyFor())) {
            return (process) -> Owner.unknown(Reason.TIMED_OUT);
        }
        Result result = this.last;
        if (result == null || result.session() != session) {
            return (process) -> Owner.unknown(Reason.NO_DATA);
        }
        return (process) -> result.pids().contains(process.pid())
                ? result.owners().get(process.pid())
                : Owner.unknown(Reason.NO_DATA);
    }
}
