package io.gpulse.prometheus;

import io.gpulse.device.Readings;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/** Collects the series of one scrape. Omits families without series. */
final class Exposition {

    private final Map<Family, List<Point>> families = new LinkedHashMap<>();
    private final SeriesFilter filter;

    Exposition(SeriesFilter filter) {
        this.filter = filter;
    }

    /** Returns whether the page is small. */
    boolean isCore() {
        return this.filter.isCore();
    }

    private record Point(Labels labels, double value) {}

    /** @param labels computed at most once, and only if a row is on the page */
    void add(Readings readings, Supplier<Labels> labels) {
        Supplier<Labels> once = SingletonSupplier.of(labels);
        readings.forEach((metric, reading) -> Family.of(metric)
                .ifPresent((family) -> reading.number()
                        .ifPresent((value) ->
                                add(family, once, metric.spec().unit().toBase(value)))));
    }

    /** @param labels computed only for a series on the page */
    void add(Family family, Supplier<Labels> labels, double value) {
        // A scraper would reject the whole page because of a negative counter.
        boolean possible = family.type() != Family.Type.COUNTER || value >= 0;
        if (possible && this.filter.shows(family)) {
            this.families.computeIfAbsent(family, (first) -> new ArrayList<>()).add(new Point(labels.get(), value));
        }
    }

    void add(Family family, double value) {
        add(family, () -> Labels.EMPTY, value);
    }

    void addInfo(Family family, Supplier<Labels> labels) {
        add(family, labels, 1);
    }

    MetricSnapshots snapshots() {
        List<MetricSnapshot> all = new ArrayList<>();
        this.families.forEach((family, points) -> all.add(snapshot(family, points)));
        return new MetricSnapshots(all);
    }

    private static MetricSnapshot snapshot(Family family, List<Point> points) {
        return switch (family.type()) {
            case GAUGE -> new GaugeSnapshot(family.metadata(), gauges(points));
            case COUNTER -> new CounterSnapshot(family.metadata(), counters(points));
            case INFO -> new InfoSnapshot(family.metadata(), infos(points));
        };
    }

    private static List<GaugeDataPointSnapshot> gauges(List<Point> points) {
        return points.stream()
                .map((point) -> new GaugeDataPointSnapshot(point.value, point.labels, null))
                .toList();
    }

    private static List<CounterDataPointSnapshot> counters(List<Point> points) {
        return points.stream()
                .map((point) -> new CounterDataPointSnapshot(point.value, point.labels, null, 0))
                .toList();
    }

    private static List<InfoDataPointSnapshot> infos(List<Point> points) {
        return points.stream()
                .map((point) -> new InfoDataPointSnapshot(point.labels))
                .toList();
    }
}
