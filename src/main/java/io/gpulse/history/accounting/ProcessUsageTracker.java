package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who is on which GPU, and what has not been stored of it yet. */
final class ProcessUsageTracker {

    /** A driver may leave out a process now and then. */
    private static final long GONE_MILLIS = Duration.ofSeconds(10).toMillis();

    /** Whether it is still there cannot be said for so long. */
    private static final long FORGOTTEN_MILLIS = Duration.ofMinutes(10).toMillis();

    private static final int MOST_SLICES = 20_000;

    private final Map<Place, ProcessAccount> open = new LinkedHashMap<>();
    private final Map<Place, ProcessAccount> earlier = new LinkedHashMap<>();
    private final Map<ProcessKey, ProcessAccount> changed = new LinkedHashMap<>();
    private final Map<SliceKey, Use> slices = new LinkedHashMap<>();

    private record Place(String uuid, int pid) {}

    private record SliceKey(ProcessKey process, long at) {}

    void add(String uuid, GpuSample gpu, Interval elapsed) {
        boolean known = gpu.readings().number(Metric.PROCESSES_RUNNING).isPresent();
        if (known && !elapsed.gap()) {
            EnergyShares shares = new EnergyShares(gpu.known().processes());
            for (ProcessSample process : gpu.known().processes()) {
                ProcessAccount account = seen(uuid, process, elapsed);
                SliceKey slice = new SliceKey(account.key(), floor(elapsed.to()));
                this.slices.merge(slice, use(process, elapsed, shares), Use::plus);
            }
        }
        endThoseGone(uuid, elapsed.to(), known ? GONE_MILLIS : FORGOTTEN_MILLIS);
        while (this.slices.size() > MOST_SLICES) {
            this.slices.remove(this.slices.keySet().iterator().next());
        }
    }

    private static long floor(long at) {
        return Math.floorDiv(at, ProcessSlice.MILLIS) * ProcessSlice.MILLIS;
    }

    private ProcessAccount seen(String uuid, ProcessSample process, Interval elapsed) {
        Place place = new Place(uuid, process.pid());
        ProcessAccount before = this.open.get(place);
        if (before != null && !before.identity().agreesWith(ProcessAccount.Identity.of(process))) {
            change(before.end());
            before = null;
        }
        ProcessAccount now =
                before == null ? continued(place, ProcessAccount.begun(uuid, process, elapsed.from())) : before;
        now = now.seen(process, elapsed.to());
        this.open.put(place, now);
        change(now);
        return now;
    }

    /** The account of an earlier gpulse where it is of the same process. */
    private ProcessAccount continued(Place place, ProcessAccount begun) {
        ProcessAccount before = this.earlier.remove(place);
        if (before == null || begun.continues(before)) {
            return before == null ? begun : begun.since(before);
        }
        change(before.end());
        return begun;
    }

    private void change(ProcessAccount account) {
        this.changed.put(account.key(), account);
    }

    private void endThoseGone(String uuid, long now, long after) {
        endThoseGone(this.open, uuid, now - after);
        endThoseGone(this.earlier, uuid, now - after);
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

    private static Use use(ProcessSample process, Interval elapsed, EnergyShares shares) {
        double seconds = elapsed.seconds();
        double share = shares.of(process);
        double utilization = process.readings().number(Metric.PROCESS_SM).orElse(Double.NaN);
        boolean told = !Double.isNaN(utilization);
        boolean active = elapsed.occupancy() == Occupancy.ACTIVE && (!told || utilization > 0);
        boolean held = !active && elapsed.occupancy() != Occupancy.UNKNOWN;
        boolean shared = Double.isNaN(share);
        return new Use(
                seconds,
                active ? seconds : 0,
                held ? seconds : 0,
                told ? seconds : 0,
                told ? utilization * seconds : 0,
                shares.isExclusive() ? seconds : 0,
                shared ? seconds : 0,
                shared || elapsed.energy().missed() ? 0 : share * elapsed.joules());
    }

    /** Continues the accounts of an earlier gpulse; those not seen yet wait until their GPU is. */
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

    /** Drops what is not stored yet of one GPU. */
    void forget(String uuid) {
        this.slices.keySet().removeIf((slice) -> slice.process.uuid().equals(uuid));
    }

    List<ProcessAccount> changed() {
        return List.copyOf(this.changed.values());
    }

    /** What is to be added. */
    List<ProcessSlice> slices() {
        List<ProcessSlice> all = new ArrayList<>(this.slices.size());
        this.slices.forEach((key, use) -> all.add(new ProcessSlice(key.process, key.at, use)));
        return all;
    }

    /** All of it is stored. */
    void clear() {
        this.changed.clear();
        this.slices.clear();
    }
}
