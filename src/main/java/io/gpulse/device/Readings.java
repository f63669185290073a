package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;

/** What is known, and what is not, about one subject at one moment. Immutable. */
public final class Readings {

    public static final Readings NONE = new Readings(new EnumMap<>(Metric.class));

    private final Map<Metric, Reading> byMetric;

    private Readings(EnumMap<Metric, Reading> byMetric) {
        this.byMetric = Collections.unmodifiableMap(byMetric);
    }

    public static Readings of(Map<Metric, Reading> byMetric) {
        return byMetric.isEmpty() ? NONE : new Readings(new EnumMap<>(byMetric));
    }

    /** The same absence for each of the metrics. */
    public static Readings absent(Collection<Metric> metrics, Reading absence) {
        EnumMap<Metric, Reading> all = new EnumMap<>(Metric.class);
        metrics.forEach((metric) -> all.put(metric, absence));
        return new Readings(all);
    }

    /** These readings, and the given ones in the place of those they renew. */
    public Readings renewedBy(Readings newer) {
        if (this.byMetric.isEmpty()) {
            return newer;
        }
        EnumMap<Metric, Reading> merged = new EnumMap<>(this.byMetric);
        merged.putAll(newer.byMetric);
        return new Readings(merged);
    }

    /** The reading of a metric; empty when it was never asked for. */
    public Optional<Reading> of(Metric metric) {
        return Optional.ofNullable(this.byMetric.get(metric));
    }

    public OptionalDouble number(Metric metric) {
        Reading reading = this.byMetric.get(metric);
        return reading == null ? OptionalDouble.empty() : reading.number();
    }

    public Optional<String> word(Metric metric) {
        return of(metric).flatMap(Reading::word);
    }

    /** In catalogue order. */
    public void forEach(BiConsumer<Metric, Reading> action) {
        this.byMetric.forEach(action);
    }

    public boolean isEmpty() {
        return this.byMetric.isEmpty();
    }

    @Override
    public String toString() {
        return this.byMetric.toString();
    }
}
