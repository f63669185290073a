package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Divides the time and the energy of GPUs, minute by minute, among the owners of the processes on them. In a minute,
 * the time in which the GPU was active or held is divided by the length of their stays. The sum over all shares of a
 * GPU is what was added.
 *
 * @param <K> owner: a job, a user; compared by {@code equals}
 */
public final class Ledger<K> {

    private static final List<Occupancy> OCCUPIED = List.of(Occupancy.ACTIVE, Occupancy.HELD_IDLE);

    private final Map<String, NavigableMap<Long, Set<K>>> stays = new HashMap<>();
    private final Map<Place<K>, Share> shares = new LinkedHashMap<>();

    /**
     * The owners whose processes were on a GPU at the same time.
     *
     * @param owners empty for time in which no process was on it, and for time that is not known
     */
    public record Place<K>(String uuid, Set<K> owners) {}

    /** The time and energy of a place, and the means of its whole minutes. */
    public static final class Share {

        private final Sums sums = new Sums();
        private final Map<Metric, Double> reasons = new EnumMap<>(Metric.class);
        private double[] means = {};
        private int[] minutes = {};

        public Sums sums() {
            return this.sums;
        }

        /** Returns the seconds by reason for which clocks were reduced. */
        public Map<Metric, Double> reasons() {
            return this.reasons;
        }

        /** Returns the mean of a metric over the whole minutes of only these owners; NaN without one. */
        public double mean(int metric) {
            return metric < this.means.length ? this.means[metric] / this.minutes[metric] : Double.NaN;
        }

        /** Returns the number of these minutes. */
        public int minutes(int metric) {
            return metric < this.minutes.length ? this.minutes[metric] : 0;
        }

        /** Adds the time and the energy of another share. */
        public void add(Share other) {
            this.sums.add(other.sums);
            other.reasons.forEach((reason, seconds) -> this.reasons.merge(reason, seconds, Double::sum));
        }

        private void add(double[] values) {
            if (this.means.length == 0) {
                this.means = new double[values.length];
                this.minutes = new int[values.length];
            }
            for (int i = 0; i < values.length; i++) {
                if (!Double.isNaN(values[i])) {
                    this.means[i] += values[i];
                    this.minutes[i]++;
                }
            }
        }
    }

    public Ledger(Collection<Stay<K>> all) {
        Map<String, SortedMap<Long, Map<K, Integer>>> changes = new HashMap<>();
        for (Stay<K> stay : all) {
            SortedMap<Long, Map<K, Integer>> ofGpu = changes.computeIfAbsent(stay.uuid(), (first) -> new TreeMap<>());
            change(ofGpu, stay.from(), stay.owner(), 1);
            change(ofGpu, Math.max(stay.from(), stay.to()), stay.owner(), -1);
        }
        changes.forEach((uuid, ofGpu) -> this.stays.put(uuid, owners(ofGpu)));
    }

    private static <K> void change(SortedMap<Long, Map<K, Integer>> changes, long at, K owner, int by) {
        changes.computeIfAbsent(at, (first) -> new HashMap<>()).merge(owner, by, Integer::sum);
    }

    /** Returns the owners from each time on at which they change. */
    private static <K> NavigableMap<Long, Set<K>> owners(SortedMap<Long, Map<K, Integer>> changes) {
        NavigableMap<Long, Set<K>> owners = new TreeMap<>();
        Map<K, Integer> present = new HashMap<>();
        Set<K> last = Set.of();
        owners.put(Long.MIN_VALUE, last);
        for (Map.Entry<Long, Map<K, Integer>> change : changes.entrySet()) {
            change.getValue().forEach((owner, by) -> present.merge(owner, by, Integer::sum));
            present.values().removeIf((processes) -> processes == 0);
            if (!present.keySet().equals(last)) {
                last = Set.copyOf(present.keySet());
                owners.put(change.getKey(), last);
            }
        }
        return owners;
    }

    /**
     * Adds a minute of a GPU.
     *
     * @param at begin of the minute, in epoch ms
     * @param reasons seconds by clocks event reason
     */
    public void add(String uuid, long at, Sums sums, Map<Metric, Double> reasons) {
        Map<Set<K>, Long> lengths = lengths(uuid, at);
        double present = lengths.values().stream().mapToLong((length) -> length).sum() / 1000.0;
        double occupied = OCCUPIED.stream().mapToDouble(sums::seconds).sum();
        double divided = Math.max(present, occupied);
        double rest = 1;
        for (Map.Entry<Set<K>, Long> length : lengths.entrySet()) {
            double part = length.getValue() / 1000.0 / divided;
            rest -= part;
            add(share(uuid, length.getKey()), sums, reasons, part);
        }
        Share nobody = share(uuid, Set.of());
        add(nobody, sums, reasons, divided > 0 ? Math.max(0, rest) : 0);
        for (Occupancy other : Occupancy.values()) {
            if (!OCCUPIED.contains(other)) {
                nobody.sums.add(other, sums.seconds(other), sums.joules(other));
            }
        }
    }

    private static void add(Share share, Sums sums, Map<Metric, Double> reasons, double part) {
        OCCUPIED.forEach((occupancy) ->
                share.sums.add(occupancy, part * sums.seconds(occupancy), part * sums.joules(occupancy)));
        reasons.forEach((reason, seconds) -> share.reasons.merge(reason, part * seconds, Double::sum));
    }

    /** Returns the ms of a minute in which each set of owners was on the GPU. */
    private Map<Set<K>, Long> lengths(String uuid, long at) {
        NavigableMap<Long, Set<K>> ofGpu = this.stays.get(uuid);
        if (ofGpu == null) {
            return Map.of();
        }
        long end = at + MinuteAccount.MILLIS;
        Map<Set<K>, Long> lengths = new LinkedHashMap<>();
        long next = end;
        for (Map.Entry<Long, Set<K>> part :
                ofGpu.headMap(end, false).descendingMap().entrySet()) {
            long from = Math.max(at, part.getKey());
            if (!part.getValue().isEmpty() && next > from) {
                lengths.merge(part.getValue(), next - from, Long::sum);
            }
            next = from;
            if (part.getKey() <= at) {
                break;
            }
        }
        return lengths;
    }

    /** Adds the means of a minute to its owners, if they were the same in all of it. */
    public void addMeans(String uuid, long at, double[] values) {
        Map<Set<K>, Long> lengths = lengths(uuid, at);
        lengths.forEach((owners, length) -> {
            if (length == MinuteAccount.MILLIS) {
                share(uuid, owners).add(values);
            }
        });
    }

    private Share share(String uuid, Set<K> owners) {
        return this.shares.computeIfAbsent(new Place<>(uuid, owners), (first) -> new Share());
    }

    public Map<Place<K>, Share> shares() {
        return this.shares;
    }
}
