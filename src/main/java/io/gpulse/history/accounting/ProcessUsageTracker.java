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
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The processes on GPUs, and their sums that are not stored yet. */
final class ProcessUsageTracker {

    /** More than the longest interval of rounds: the owner of a process is known in its second or third round. */
    private static final int OWNER_UNKNOWN_SECONDS = 120;

    private static final int MOST_SLICES = 20_000;

    private final Map<Place, ProcessAccount> open = new LinkedHashMap<>();

    /** Accounts of an earlier run, or of an earlier list, until it is known whether their processes still run. */
    private final Map<Place, ProcessAccount> earlier = new LinkedHashMap<>();

    /** For how long processes have been seen that may continue earlier ones, in seconds. */
    private final Map<Place, Double> waited = new HashMap<>();

    /** When GPUs last listed their processes, by UUID, as the next in nanoseconds of the monotonic clock. */
    private final Map<String, Long> listedAt = new HashMap<>();

    /** Since when GPUs have been listing their processes without these. */
    private final Map<Place, Long> missing = new HashMap<>();

    private final Map<ProcessKey, ProcessAccount> changed = new LinkedHashMap<>();
    private final Map<SliceKey, Use> slices = new LinkedHashMap<>();

    private record Place(String uuid, int pid) {}

    private record SliceKey(ProcessKey process, long at) {}

    /**
     * The share of a process in the use of its GPU.
     *
     * @param exclusive whether it is the only process
     * @param ofSm the share in the SM utilization of all processes; NaN when unknown
     */
    private record Share(boolean exclusive, double ofSm) {}

    /** @param gpu null when the GPU is gone */
    void add(String uuid, @Nullable GpuSample gpu, Interval interval, Snapshot round) {
        if (gpu == null || !gpu.isRead() || !gpu.listsProcesses() || interval.gap()) {
            // Without its list, nothing is known of its processes: they may still run.
            return;
        }
        lists(uuid, round);
        if (interval.repeated()) {
            return;
        }
        List<ProcessSample> all = gpu.known().processes();
        boolean exclusive = all.size() == 1 && gpu.listsAllProcesses();
        // NaN when one utilization is unknown, or where there may be other processes.
        double sum = gpu.listsAllProcesses()
                ? all.stream().mapToDouble(ProcessUsageTracker::utilization).sum()
                : Double.NaN;
        for (ProcessSample process : all) {
            ProcessAccount account = update(uuid, process, interval);
            SliceKey slice = new SliceKey(account.key(), floor(interval.to()));
            double share = utilization(process) / sum;
            Occupancy occupancy = Occupancy.of(process, gpu, interval.occupancy());
            Use use = use(process, interval, occupancy, new Share(exclusive, share));
            this.slices.merge(slice, use, Use::plus);
        }
        Set<Place> listed =
                all.stream().map((process) -> new Place(uuid, process.pid())).collect(Collectors.toSet());
        endThoseGone(uuid, listed, round);
        while (this.slices.size() > MOST_SLICES) {
            this.slices.remove(this.slices.keySet().iterator().next());
        }
    }

    /** Begins a round in which a GPU lists its processes. After a gap, none of them is known to be gone. */
    private void lists(String uuid, Snapshot round) {
        Long before = this.listedAt.put(uuid, round.nanos());
        if (before != null && round.isGap(round.since(before))) {
            this.missing.keySet().removeIf((place) -> place.uuid.equals(uuid));
        }
    }

    /** Ends the accounts of processes that a GPU has listed its processes without for a time. */
    private void endThoseGone(String uuid, Set<Place> listed, Snapshot round) {
        this.missing.keySet().removeAll(listed);
        Set<Place> unlisted = new HashSet<>(this.open.keySet());
        unlisted.addAll(this.earlier.keySet());
        unlisted.removeIf((place) -> !place.uuid.equals(uuid) || listed.contains(place));
        for (Place place : unlisted) {
            long since = this.missing.computeIfAbsent(place, (first) -> round.nanos());
            if (round.since(since).compareTo(ProcessSample.GONE_AFTER) >= 0) {
                end(this.earlier.remove(place));
                end(this.open.remove(place));
                this.missing.remove(place);
                this.waited.remove(place);
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

    private ProcessAccount update(String uuid, ProcessSample process, Interval interval) {
        Place place = new Place(uuid, process.pid());
        ProcessAccount before = this.open.get(place);
        ProcessAccount first = ProcessAccount.first(uuid, process, interval.from());
        if (before != null && before.seenAt() != interval.from()) {
            before = setAside(place, before, first);
        }
        if (before != null && !before.identity().matches(first.identity())) {
            change(before.end());
            before = null;
        }
        if (this.earlier.containsKey(place)) {
            this.waited.merge(place, interval.seconds(), Double::sum);
        }
        return open(place, (before == null ? first : before).updated(process, interval.to()));
    }

    /**
     * Treats an account whose process was not seen in the round before like one of an earlier run. One that may itself
     * continue an earlier one still does.
     *
     * @return the account that goes on; null for none
     */
    private @Nullable ProcessAccount setAside(Place place, ProcessAccount account, ProcessAccount now) {
        ProcessAccount older = this.earlier.putIfAbsent(place, account);
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
    private ProcessAccount open(Place place, ProcessAccount now) {
        ProcessAccount before = this.earlier.get(place);
        ProcessAccount account = now;
        boolean waits = this.waited.getOrDefault(place, 0.0) < OWNER_UNKNOWN_SECONDS;
        if (before != null && waits && now.mayContinue(before)) {
            this.changed.remove(now.key());
            this.open.put(place, now);
            return now;
        }
        if (before != null && now.continues(before)) {
            account = now.since(before);
            this.changed.remove(now.key());
            move(now.key(), before.key());
        } else if (before != null) {
            change(before.end());
        }
        this.earlier.remove(place);
        this.waited.remove(place);
        this.open.put(place, account);
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

    private static double utilization(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_SM).orElse(Double.NaN);
    }

    /** Continues the accounts of an earlier run; those of absent processes are kept until their GPU is sampled. */
    void restore(Collection<ProcessAccount> accounts) {
        for (ProcessAccount before : accounts) {
            Place place = new Place(before.key().uuid(), before.key().pid());
            ProcessAccount now = this.open.get(place);
            this.earlier.put(place, before);
            if (now != null) {
                open(place, now);
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
