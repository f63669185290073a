package io.gpulse.sampling;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
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

    /** An assignment counts for this time without another reading of it. */
    private static final Duration RESERVED_FOR = Duration.ofMinutes(1);

    private final Owners owners;
    private final Lane lane;
    private final Timeouts timeouts;
    private final SamplerClock clock;
    private final ProcessGroups groups = new ProcessGroups();
    private final AtomicReference<@Nullable Result> result = new AtomicReference<>();
    private List<GpuSample> wanted = List.of();
    private @Nullable Result last;
    private List<Reservation> reservations = List.of();
    private Moment reservedAt;

    /** The processes of the last lookup; used by the lane. */
    private Set<Integer> known = Set.of();

    /** The owners of these processes, and the jobs of GPUs, looked up in this session. */
    private record Result(
            GpuSession session,
            Set<Integer> pids,
            Map<Integer, Owner> owners,
            List<Reservation> reservations,
            Duration took) {}

    OwnerLane(Owners owners, Lane lane, Timeouts timeouts, SamplerClock clock) {
        this.owners = owners;
        this.lane = lane;
        this.timeouts = timeouts;
        this.clock = clock;
        this.reservedAt = clock.now();
    }

    /** Starts to look up the owners of the processes of the last round; does not block. */
    void poll(@Nullable GpuSession session) {
        receive();
        if (session != null && this.lane.isIdle()) {
            List<GpuSample> gpus = this.wanted;
            this.lane.run(() -> this.result.set(poll(session, gpus))).subscribe();
        }
    }

    private Result poll(GpuSession session, List<GpuSample> gpus) {
        Moment startedAt = this.clock.now();
        Set<Integer> pids = gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream())
                .map(ProcessSample::pid)
                .collect(Collectors.toUnmodifiableSet());
        boolean forgotten = pids.isEmpty() && this.known.isEmpty();
        Map<Integer, Owner> found = forgotten ? Map.of() : session.owners(pids, this.owners);
        this.known = pids;
        List<Reservation> reservations = session.reservations(this.owners);
        Map<Integer, Owner> inJobs = reservations.isEmpty() ? found : inJobs(found, gpus, reservations);
        return new Result(
                session,
                pids,
                this.groups.of(inJobs),
                reservations,
                this.clock.now().since(startedAt));
    }

    private static Map<Integer, Owner> inJobs(
            Map<Integer, Owner> found, List<GpuSample> gpus, List<Reservation> reservations) {
        Map<Integer, Set<String>> places = new HashMap<>();
        gpus.forEach((gpu) -> gpu.known()
                .processes()
                .forEach((process) -> places.computeIfAbsent(process.pid(), (first) -> new HashSet<>())
                        .addAll(gpu.places(process.instance()))));
        Map<Integer, Owner> inJobs = new HashMap<>(found);
        inJobs.replaceAll((pid, owner) -> inJob(owner, places.getOrDefault(pid, Set.of()), reservations));
        return inJobs;
    }

    /** Returns a process in the job of its GPU, if it is of its user and its control group names no other job. */
    private static Owner inJob(Owner owner, Set<String> places, List<Reservation> reservations) {
        Workload workload = owner.workload().workload();
        if (workload != null && workload.isNumberedJob()) {
            return owner;
        }
        List<Workload> jobs = reservations.stream()
                .filter((reservation) -> places.contains(reservation.place()))
                .filter((reservation) -> reservation.isOf(owner.user(), workload))
                .map(Reservation::workload)
                .toList();
        return !jobs.isEmpty() && jobs.stream().allMatch(jobs.get(0)::isSame)
                ? owner.with(FoundWorkload.of(jobs.get(0)))
                : owner;
    }

    /** Applies a result; discards owners that took too long, since a PID may belong to another process by then. */
    private void receive() {
        Result result = this.result.getAndSet(null);
        if (result != null) {
            this.last = isLate(result.took()) ? null : result;
            this.reservations = result.reservations();
            this.reservedAt = this.clock.now();
        }
    }

    private boolean isLate(Duration took) {
        return took.compareTo(this.timeouts.stuckAfter()) >= 0;
    }

    /** Returns the GPUs with the owners of their processes, without processes whose id belongs to another one now. */
    List<GpuSample> complete(List<GpuSample> gpus, @Nullable GpuSession session) {
        receive();
        this.wanted = gpus;
        Function<ProcessSample, @Nullable Owner> owner = owner(session);
        List<Reservation> reservations = reservations();
        return gpus.stream()
                .map((gpu) -> complete(gpu, owner).reserved(reservations))
                .toList();
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

    /** Returns the last reservations, unless they are old because the files of a process do not answer. */
    private List<Reservation> reservations() {
        return this.clock.now().since(this.reservedAt).compareTo(RESERVED_FOR) > 0 ? List.of() : this.reservations;
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
