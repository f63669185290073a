package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The processes on GPUs, and their sums that are not stored yet. */
final class ProcessUsageTracker {

    /** More than the longest interval of rounds: the owner of a process is known in its second or third round. */
    private static final int OWNER_UNKNOWN_SECONDS = 120;

    private static final int MOST_SLICES = 20_000;

    private final OwnerTotals owners;
    private final Map<String, OfGpu> gpus = new HashMap<>();
    private final Map<ProcessKey, ProcessAccount> changed = new LinkedHashMap<>();
    private final Map<SliceKey, Use> slices = new LinkedHashMap<>();

    /** The processes of one GPU, by PID. */
    private static final class OfGpu {

        private final Map<Integer, ProcessAccount> open = new LinkedHashMap<>();

        /** Accounts of an earlier run, or of an earlier list, until it is known whether their processes still run. */
        private final Map<Integer, ProcessAccount> earlier = new LinkedHashMap<>();

        /** For how long processes have been seen that may continue earlier ones, in seconds. */
        private final Map<Integer, Double> waited = new HashMap<>();

        /** When the GPU last listed its processes, as the next in nanoseconds of the monotonic clock. */
        private @Nullable Long listedAt;

        /** Since when it has been listing its processes without these. */
        private final Map<Integer, Long> missing = new HashMap<>();
    }

    private record SliceKey(ProcessKey process, long at) {}

    /**
     * The share of a process in the use of its GPU.
     *
     * @param exclusive whether it is the only process
     * @param ofSm the share in the SM utilization of all processes; NaN when unknown
     */
    private record Share(boolean exclusive, double ofSm) {}

    ProcessUsageTracker(OwnerTotals owners) {
        this.owners = owners;
    }

    /** @param gpu null when the GPU is gone */
    void add(String uuid, @Nullable GpuSample gpu, Interval interval, Snapshot round) {
        this.owners.begin(uuid, round.nanos());
        if (gpu == null || !gpu.isRead() || !gpu.listsProcesses() || interval.gap()) {
            // Without its list, nothing is known of its processes: they may still run.
            return;
        }
        OfGpu known = gpu(uuid);
        lists(known, round);
        if (interval.repeated()) {
            return;
        }
        addUses(known, gpu, interval);
        endThoseGone(known, gpu.known().processes(), round);
        while (this.slices.size() > MOST_SLICES) {
            this.slices.remove(this.slices.keySet().iterator().next());
        }
    }

    private void addUses(OfGpu known, GpuSample gpu, Interval interval) {
        String uuid = Objects.requireNonNull(gpu.identity()).uuid();
        List<ProcessSample> all = gpu.known().processes();
        boolean exclusive = all.size() == 1 && gpu.listsAllProcesses();
        // NaN when one utilization is unknown, or where there may be other processes.
        double sum = gpu.listsAllProcesses()
                ? all.stream().mapToDouble(ProcessUsageTracker::utilization).sum()
                : Double.NaN;
        for (ProcessSample process : all) {
            ProcessAccount account = update(known, uuid, process, interval);
            Share share = new Share(exclusive, utilization(process) / sum);
            Occupancy occupancy = Occupancy.of(process, gpu, interval.occupancy());
            this.owners.add(account, memory(process), use(process, interval, occupancy, share));
            for (Interval part : interval.parts(ProcessSlice.MILLIS)) {
                SliceKey slice = new SliceKey(account.key(), floor(part.begin()));
                this.slices.merge(slice, use(process, part, occupancy, share), Use::plus);
            }
        }
        this.owners.end(interval.seconds());
    }

    private OfGpu gpu(String uuid) {
        return this.gpus.computeIfAbsent(uuid, (first) -> new OfGpu());
    }

    /** Begins a round in which a GPU lists its processes. After a gap, none of them is known to be gone. */
    private static void lists(OfGpu gpu, Snapshot round) {
        Long before = gpu.listedAt;
        gpu.listedAt = round.nanos();
        if (before != null && round.isGap(round.since(before))) {
            gpu.missing.clear();
        }
    }

    /** Ends the accounts of processes that a GPU has listed its processes without for a time. */
    private void endThoseGone(OfGpu gpu, List<ProcessSample> all, Snapshot round) {
        Set<Integer> unlisted = new HashSet<>(gpu.open.keySet());
        unlisted.addAll(gpu.earlier.keySet());
        all.forEach((process) -> unlisted.remove(process.pid()));
        gpu.missing.keySet().retainAll(unlisted);
        for (int pid : unlisted) {
            long since = gpu.missing.computeIfAbsent(pid, (first) -> round.nanos());
            if (round.since(since).compareTo(ProcessSample.GONE_AFTER) >= 0) {
                end(gpu.earlier.remove(pid));
                end(gpu.open.remove(pid));
                gpu.missing.remove(pid);
                gpu.waited.remove(pid);
            }
        }
    }

    private void end(@Nullable ProcessAccount account) {
        if (account != null) {
            change(account.end());
        }
    }

    private static long floor(long at) {
        return Math.floorDiv(at, ProcessSlice.MILLIS) * ProcessSlice.MILLIS;
    }

    private ProcessAccount update(OfGpu gpu, String uuid, ProcessSample process, Interval interval) {
        ProcessAccount before = gpu.open.get(process.pid());
        ProcessAccount first = ProcessAccount.first(uuid, process, interval.from());
        if (before != null && before.seenAt() != interval.from()) {
            before = setAside(gpu, before, first);
        }
        if (before != null && !before.identity().matches(first.identity())) {
            change(before.end());
            before = null;
        }
        if (gpu.earlier.containsKey(process.pid())) {
            gpu.waited.merge(process.pid(), interval.seconds(), Double::sum);
        }
        return open(gpu, (before == null ? first : before).updated(process, interval.to()));
    }

    /**
     * Treats an account whose process was not seen in the round before like one of an earlier run. One that may itself
     * continue an earlier one still does.
     *
     * @return the account that goes on; null for none
     */
    private @Nullable ProcessAccount setAside(OfGpu gpu, ProcessAccount account, ProcessAccount now) {
        ProcessAccount older = gpu.earlier.putIfAbsent(account.key().pid(), account);
        if (older == null) {
            return null;
        }
        if (now.continues(account) || now.continues(older)) {
            return account;
        }
        change(account.end());
        return null;
    }

    /**
     * Opens the account of a process, which continues an earlier one of the same process. Until it is known whether it
     * is the same, neither of them is changed in the file.
     */
    private ProcessAccount open(OfGpu gpu, ProcessAccount now) {
        int pid = now.key().pid();
        ProcessAccount before = gpu.earlier.get(pid);
        ProcessAccount account = now;
        boolean waits = gpu.waited.getOrDefault(pid, 0.0) < OWNER_UNKNOWN_SECONDS;
        if (before != null && waits && now.mayContinue(before)) {
            this.changed.remove(now.key());
            gpu.open.put(pid, now);
            return now;
        }
        if (before != null && now.continues(before)) {
            account = now.since(before);
            this.changed.remove(now.key());
            move(now.key(), before.key());
        } else if (before != null) {
            change(before.end());
        }
        gpu.earlier.remove(pid);
        gpu.waited.remove(pid);
        gpu.open.put(pid, account);
        change(account);
        return account;
    }

    private void change(ProcessAccount account) {
        this.changed.put(account.key(), account);
    }

    private static Use use(ProcessSample process, Interval interval, Occupancy occupancy, Share share) {
        double seconds = interval.seconds();
        double utilization = utilization(process);
        boolean known = !Double.isNaN(utilization);
        boolean active = occupancy == Occupancy.ACTIVE && (!known || utilization > 0);
        boolean held = !active && occupancy != Occupancy.UNKNOWN;
        boolean shared = !share.exclusive && Double.isNaN(share.ofSm);
        double joules = share.exclusive ? interval.joules() : share.ofSm * interval.joules();
        return new Use(
                seconds,
                active ? seconds : 0,
                held ? seconds : 0,
                known ? seconds : 0,
                known ? utilization * seconds : 0,
                share.exclusive ? seconds : 0,
                shared ? seconds : 0,
                shared || interval.energy().missed() ? 0 : joules);
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(Double.NaN);
    }

    private static double utilization(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_SM).orElse(Double.NaN);
    }

    /** Continues the accounts of an earlier run; those of absent processes are kept until their GPU is sampled. */
    void restore(Collection<ProcessAccount> accounts) {
        for (ProcessAccount before : accounts) {
            OfGpu gpu = gpu(before.key().uuid());
            ProcessAccount now = gpu.open.get(before.key().pid());
            gpu.earlier.put(before.key().pid(), before);
            if (now != null) {
                open(gpu, now);
            }
        }
    }

    private void move(ProcessKey from, ProcessKey to) {
        List<SliceKey> moved = this.slices.keySet().stream()
                .filter((slice) -> slice.process.equals(from))
                .toList();
        for (SliceKey slice : moved) {
            Use use = this.slices.remove(slice);
            if (use != null) {
                this.slices.merge(new SliceKey(to, slice.at), use, Use::plus);
            }
        }
    }

    /** Drops the sums of a GPU that are not stored yet. */
    void drop(String uuid) {
        this.slices.keySet().removeIf((slice) -> slice.process.uuid().equals(uuid));
    }

    List<ProcessAccount> changed() {
        return List.copyOf(this.changed.values());
    }

    /** Returns the sums to add to the stored ones. */
    List<ProcessSlice> slices() {
        List<ProcessSlice> all = new ArrayList<>(this.slices.size());
        this.slices.forEach((key, use) -> {
            if (this.changed.containsKey(key.process)) {
                all.add(new ProcessSlice(key.process, key.at, use));
            }
        });
        return all;
    }

    /** Drops the changes after they were stored. */
    void clear() {
        this.slices.keySet().removeIf((slice) -> this.changed.containsKey(slice.process));
        this.changed.clear();
    }
}
