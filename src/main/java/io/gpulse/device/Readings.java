package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The readings of one subject at one moment, present and absent. Immutable. Two parallel lists instead of a map, since
 * a GPU has many links and every round creates all of their readings.
 */
public final class Readings {

    public static final Readings NONE = new Readings(List.of(), new Reading[0]);

    /** In catalogue order. */
    private final List<Metric> metrics;

    private final Reading[] readings;

    private Readings(List<Metric> metrics, Reading[] readings) {
        this.metrics = metrics;
        this.readings = readings;
    }

    public static Readings of(Map<Metric, Reading> byMetric) {
        if (byMetric.isEmpty()) {
            return NONE;
        }
        List<Metric> metrics = byMetric.keySet().stream().sorted().toList();
        return new Readings(metrics, metrics.stream().map(byMetric::get).toArray(Reading[]::new));
    }

    /**
     * Returns one reading for each of the metrics.
     *
     * @param metrics in catalogue order; not copied, so that all rounds share it
     * @param readings not copied; must not be changed afterwards
     */
    public static Readings of(List<Metric> metrics, Reading[] readings) {
        if (metrics.size() != readings.length) {
            throw new IllegalArgumentException(readings.length + " readings of " + metrics.size() + " metrics");
        }
        return new Readings(metrics, readings);
    }

    /** Returns the same absence for each of the metrics. */
    public static Readings absent(Collection<Metric> metrics, Reading absence) {
        Reading[] all = new Reading[metrics.size()];
        Arrays.fill(all, absence);
        return new Readings(metrics.stream().sorted().toList(), all);
    }

    /** Returns these readings with one added or replaced. */
    public Readings with(Metric metric, Reading reading) {
        return renewedBy(new Readings(List.of(metric), new Reading[] {reading}));
    }

    /**
     * Returns these readings with newer ones added or replaced; mostly replaced. Equal readings stay the same objects,
     * since the rounds of several minutes are in memory.
     */
    public Readings renewedBy(Readings newer) {
        if (this.metrics.isEmpty() || this.metrics.equals(newer.metrics)) {
            return newer;
        }
        Reading[] renewed = this.readings.clone();
        boolean changed = false;
        int mine = 0;
        for (int theirs = 0; theirs < newer.readings.length; theirs++) {
            Metric metric = newer.metrics.get(theirs);
            while (mine < renewed.length && this.metrics.get(mine) != metric) {
                mine++;
            }
            if (mine == renewed.length) {
                return merged(newer);
            }
            if (!isSame(renewed[mine], newer.readings[theirs])) {
                renewed[mine] = newer.readings[theirs];
                changed = true;
            }
        }
        return changed ? new Readings(this.metrics, renewed) : this;
    }

    /** Returns whether two readings are equal, and absent because of the same value of the driver, if any. */
    private static boolean isSame(Reading one, Reading other) {
        return one.equals(other)
                && (!(one instanceof Reading.Absent absent)
                        || Objects.equals(absent.raw(), ((Reading.Absent) other).raw()));
    }

    /** Merges readings of which some of the newer ones are of new metrics. */
    private Readings merged(Readings newer) {
        List<Metric> merged = new ArrayList<>(this.metrics.size() + newer.metrics.size());
        List<Reading> values = new ArrayList<>(this.metrics.size() + newer.metrics.size());
        int mine = 0;
        int theirs = 0;
        while (mine < this.metrics.size() || theirs < newer.metrics.size()) {
            int order = compare(mine, newer, theirs);
            merged.add(order < 0 ? this.metrics.get(mine) : newer.metrics.get(theirs));
            values.add(order < 0 ? this.readings[mine] : newer.readings[theirs]);
            mine += order <= 0 ? 1 : 0;
            theirs += order >= 0 ? 1 : 0;
        }
        return new Readings(merged, values.toArray(Reading[]::new));
    }

    /** Compares the positions of two in the catalogue; a list at its end comes last. */
    private int compare(int mine, Readings other, int theirs) {
        if (mine == this.metrics.size()) {
            return 1;
        }
        return theirs == other.metrics.size() ? -1 : this.metrics.get(mine).compareTo(other.metrics.get(theirs));
    }

    /** Returns the readings after a change of each. */
    public Readings map(BiFunction<Metric, Reading, Reading> change) {
        Reading[] changed = new Reading[this.readings.length];
        for (int i = 0; i < changed.length; i++) {
            changed[i] = change.apply(this.metrics.get(i), this.readings[i]);
        }
        return new Readings(this.metrics, changed);
    }

    /** Returns the reading of a metric; empty when it was never read. */
    public Optional<Reading> of(Metric metric) {
        int place = place(metric);
        return place < 0 ? Optional.empty() : Optional.of(this.readings[place]);
    }

    public OptionalDouble number(Metric metric) {
        int place = place(metric);
        return place < 0 ? OptionalDouble.empty() : this.readings[place].number();
    }

    /** Returns why a metric is absent; empty when it is present. */
    public Optional<Reason> absence(Metric metric) {
        Reading reading = of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Absent absent ? Optional.of(absent.reason()) : Optional.empty();
    }

    public Optional<String> word(Metric metric) {
        return of(metric).flatMap(Reading::word);
    }

    /** Visits the readings in catalogue order. */
    public void forEach(BiConsumer<Metric, Reading> action) {
        for (int i = 0; i < this.readings.length; i++) {
            action.accept(this.metrics.get(i), this.readings[i]);
        }
    }

    /** Visits the rows whose value was left out as implausible, with that value. */
    void forEachImplausible(BiConsumer<Metric, String> visitor) {
        for (int i = 0; i < this.readings.length; i++) {
            if (this.readings[i] instanceof Reading.Absent absent && absent.raw() != null) {
                visitor.accept(this.metrics.get(i), absent.raw());
            }
        }
    }

    public boolean isEmpty() {
        return this.readings.length == 0;
    }

    private int place(Metric metric) {
        int low = 0;
        int high = this.readings.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = this.metrics.get(middle).compareTo(metric);
            if (order == 0) {
                return middle;
            }
            low = order < 0 ? middle + 1 : low;
            high = order < 0 ? high : middle - 1;
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Readings theirs
                && this.metrics.equals(theirs.metrics)
                && Arrays.equals(this.readings, theirs.readings);
    }

    @Override
    public int hashCode() {
        return 31 * this.metrics.hashCode() + Arrays.hashCode(this.readings);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        forEach((metric, reading) -> text.append(text.length() > 1 ? ", " : "")
                .append(metric)
                .append('=')
                .append(reading));
        return text.append('}').toString();
    }
}
