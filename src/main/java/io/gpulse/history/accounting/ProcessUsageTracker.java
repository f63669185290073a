package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The processes on GPUs, and their sums that are not stored yet. */
final class ProcessUsageTracker {

    /** An account ends after this time if the processes of its GPU are unknown. */
    private static final Duration UNKNOWN = Duration.ofMinutes(10);

    private static final int MOST_SLICES = 20_000;

    private final Map<Place, ProcessAccount> open = new LinkedHashMap<>();
    private final Map<Place, ProcessAccount> earlier = new LinkedHashMap<>();
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
    void add(String uuid, @Nullable GpuSample gpu, Interval interval) {
        boolean known = gpu != null && gpu.state() == GpuState.OK && gpu.listsProcesses();
        if (gpu != null && known && !interval.gap()) {
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
        }
        // No process runs on a GPU that the driver does not reach.
        boolean lost = interval.state().use() == GpuUse.LOST;
        Duration after = known || lost ? ProcessSample.GONE_AFTER : UNKNOWN;
        endThoseGone(this.open, uuid, interval.to() - after.toMillis());
        endThoseGone(this.earlier, uuid, interval.to() - after.toMillis());
        while (this.slices.size() > MOST_SLICES) {
            this.slices.remove(this.slices.keySet().iterator().next());
        }
    }

    private static long floor(long at) {
        return Math.floorDiv(at, ProcessSlice.MILLIS) * ProcessSlice.MILLIS;
    }

    private ProcessAccount update(String uuid, ProcessSample process, Interval interval) {
        Place place = new Place(uuid, process.pid());
        ProcessAccount before = this.open.get(place);
        if (before != null && !before.identity().matches(ProcessAccount.Identity.of(process))) {
            change(before.end());
            before = null;
        }
        ProcessAccount first =
                before == null ? continued(place, ProcessAccount.first(uuid, process, interval.from())) : before;
        ProcessAccount now = first.updated(process, interval.to());
        this.open.put(place, now);
        change(now);
        return now;
    }

    /** Returns the continued account of an earlier run if it is of the same process. */
    private ProcessAccount continued(Place place, ProcessAccount first) {
        ProcessAccount before = this.earlier.remove(place);
        if (before == null || first.continues(before)) {
            return before == null ? first : first.since(before);
        }
        change(before.end());
        return first;
    }

    private void change(ProcessAccount account) {
        this.changed.put(account.key(), account);
    }

    private void endThoseGone(Map<Place, ProcessAccount> accounts, String uuid, long limit) {
        accounts.values().removeIf((account) -> {
            boolean gone = account.key().uuid().equals(uuid) && account.seenAt() < limit;
            if (gone) {
                change(account.end());
            }
            return gone;
        });
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
            if (now == null) {
                this.earlier.put(place, before);
            } else if (!now.continues(before)) {
                change(before.end());
            } else {
                this.changed.remove(now.key());
                move(now.key(), before.key());
                this.open.put(place, now.since(before));
                change(now.since(before));
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
        this.slices.forEach((key, use) -> all.add(new ProcessSlice(key.process, key.at, use)));
        return all;
    }

    /** Drops the changes after they were stored. */
    void clear() {
        this.changed.clear();
        this.slices.clear();
    }
}
