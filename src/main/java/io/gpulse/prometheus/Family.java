package io.gpulse.prometheus;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The series of one name, one per subject. Compared by identity. */
final class Family {

    enum Type {
        GAUGE,
        COUNTER,
        /** Always 1, with the information in its labels. */
        INFO
    }

    private static final String COUNTED = "_total";

    private static final Map<Metric, Family> OF_CATALOGUE = ofCatalogue();

    private final MetricMetadata metadata;
    private final Type type;

    private Family(Type type, MetricMetadata metadata) {
        this.type = type;
        this.metadata = metadata;
    }

    /** Returns the family of a catalogue row; empty for a row without series. */
    static Optional<Family> of(Metric metric) {
        return Optional.ofNullable(OF_CATALOGUE.get(metric));
    }

    static Family gauge(String name, String help) {
        return new Family(Type.GAUGE, new MetricMetadata(name, help));
    }

    static Family gauge(String name, String help, Unit unit) {
        return new Family(Type.GAUGE, new MetricMetadata(name, help, unit));
    }

    /** Creates a counter; format writers append {@code _total} to its name. */
    static Family counter(String name, String help) {
        return new Family(Type.COUNTER, new MetricMetadata(name, help));
    }

    /** Creates a counter; format writers append {@code _total} to its name. */
    static Family counter(String name, String help, Unit unit) {
        return new Family(Type.COUNTER, new MetricMetadata(name, help, unit));
    }

    /** Creates an info; format writers append {@code _info} to its name. */
    static Family info(String name, String help) {
        return new Family(Type.INFO, new MetricMetadata(name, help));
    }

    private static Map<Metric, Family> ofCatalogue() {
        Map<Metric, Family> families = new EnumMap<>(Metric.class);
        Arrays.stream(Metric.values())
                .forEach((metric) -> metric.spec()
                        .prometheusName()
                        .ifPresent((name) -> families.put(metric, ofRow(name, metric.spec()))));
        return families;
    }

    private static Family ofRow(String name, MetricSpec spec) {
        boolean counted = spec.kind() == Kind.COUNTER;
        String base = counted ? name.substring(0, name.length() - COUNTED.length()) : name;
        String unit = spec.unit().baseName();
        MetricMetadata metadata = unit.isEmpty()
                ? new MetricMetadata(base, spec.help())
                : new MetricMetadata(base, spec.help(), new Unit(unit));
        return new Family(counted ? Type.COUNTER : Type.GAUGE, metadata);
    }

    /** Returns the name in the text format. */
    String seriesName() {
        return this.metadata.getPrometheusName()
                + switch (this.type) {
                    case GAUGE -> "";
                    case COUNTER -> COUNTED;
                    case INFO -> "_info";
                };
    }

    MetricMetadata metadata() {
        return this.metadata;
    }

    Type type() {
        return this.type;
    }
}
