package io.gpulse.prometheus;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.EventMonitor;
import io.gpulse.web.InsightMonitor.AlertLabels;
import io.gpulse.web.InsightMonitor.GpuLabels;
import io.gpulse.web.InsightMonitor.RuleState;
import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import io.gpulse.web.OccupancyMonitor.OwnerUse;
import io.gpulse.web.StreamStatistics;
import io.gpulse.web.connection.ConnectionLimit;
import io.gpulse.web.monitor.NotificationMonitor;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pages for a scraper, and their parsed form. */
public final class Scrapes {

    static final Instant NOW = Instant.parse("2026-11-20T10:00:03.503Z");

    private static final GpuOccupancy OCCUPANCY = new GpuOccupancy(
            0,
            Snapshots.identity(0).uuid(),
            Map.of("active", 7200.5, "held_idle", 60.0, "free", 0.0, "unknown", 12.0),
            Map.of("active", 4e6, "held_idle", 7000.0, "free", 0.0, "unknown", 0.0));

    private static final OwnerUse OWNER = new OwnerUse(0, Snapshots.identity(0).uuid(), "mchen", 5e9, 3600, 60, 1e6);

    private static final EventMonitor EVENTS = new EventMonitor() {
        @Override
        public Map<String, Long> countsByKind() {
            return Map.of("xid", 2L);
        }

        @Override
        public Map<XidSeries, Long> xidErrors() {
            return Map.of(new XidSeries(0, Snapshots.identity(0).uuid(), 79), 2L);
        }

        @Override
        public Optional<LastXid> lastXid(String uuid) {
            return Optional.empty();
        }
    };

    private static final List<RuleState> RULES = List.of(
            new RuleState(
                    "idle-allocated",
                    new GpuLabels(0, Snapshots.identity(0).uuid()),
                    "warning",
                    new AlertLabels("process", "NONE")),
            new RuleState("gpu-missing", null, "critical", null));

    private static final StreamStatistics SUBSCRIBERS = new StreamStatistics(3, 1000, 0, 300, 0, 1);

    private Scrapes() {}

    /** Returns the page after two failures and with three subscribers. */
    public static String of(@Nullable Snapshot latest) {
        return text(collector(latest, List.of(Scrapes::addOwn, (page) -> OwnSeries.add(SUBSCRIBERS, page))));
    }

    /** Returns a snapshot of one GPU, one link, one MIG instance and the machine with all rows present. */
    static Snapshot everything() {
        GpuSample alone = Snapshots.gpu(0, numbers(Scope.GPU));
        LinkSample link = new LinkSample(0, Readings.of(numbers(Scope.LINK)));
        MigSample instance = new MigSample(new Place(9, 0), "MIG-9", "1g.10gb", 1, Readings.of(numbers(Scope.MIG)));
        GpuReadings known = new GpuReadings(alone.readings(), List.of(link), List.of(), List.of(instance));
        GpuSample gpu = new GpuSample(0, alone.identity(), alone.condition(), null, null, known, Activity.UNKNOWN);
        return Snapshots.of(0, Snapshots.NVML, List.of(gpu));
    }

    private static Map<Metric, Reading> numbers(Scope scope) {
        Map<Metric, Reading> readings = Snapshots.known(scope);
        readings.replaceAll((metric, reading) ->
                reading instanceof Reading.Absent ? metric.spec().reading(7L) : reading);
        return readings;
    }

    /** Collects a snapshot with all rows present, and the series of all features. */
    static SnapshotCollector complete() {
        return collector(
                everything(),
                List.of(
                        Scrapes::addOwn,
                        (page) -> FeatureSeries.add(OCCUPANCY, page),
                        (page) -> FeatureSeries.add(OWNER, "user", page),
                        (page) -> FeatureSeries.add(EVENTS, page),
                        (page) -> FeatureSeries.add(
                                () -> Map.of(new NotificationMonitor.ReceiverOutcome("lab", "delivered"), 3L), page),
                        (page) -> RULES.forEach((rule) -> FeatureSeries.add(rule, page)),
                        (page) -> OwnSeries.add(new ConnectionLimit.Statistics(3, 256, 1), page),
                        (page) -> OwnSeries.add(SUBSCRIBERS, page)));
    }

    static SnapshotCollector collector(@Nullable Snapshot latest, List<SeriesSource> features) {
        return new SnapshotCollector(
                () -> Optional.ofNullable(latest), (snapshot) -> Duration.ofMillis(2500), features);
    }

    static void addOwn(Exposition page) {
        OwnSeries.addVersion("1.2.3", page);
        OwnSeries.addRounds(2, 3, page);
    }

    static String text(SnapshotCollector collector) {
        return text(collector, SeriesFilter.ALL);
    }

    static String text(SnapshotCollector collector, SeriesFilter filter) {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        try {
            ExpositionFormats.init().findWriter("").write(page, collector.collect(filter));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return page.toString(StandardCharsets.UTF_8);
    }

    /** Parses values by series; a repeated series is an error. */
    static Map<String, Double> series(String text) {
        Map<String, Double> series = new LinkedHashMap<>();
        text.lines().filter((line) -> !line.startsWith("#")).forEach((line) -> {
            int end = line.lastIndexOf(' ');
            if (series.put(line.substring(0, end), Double.valueOf(line.substring(end + 1))) != null) {
                throw new AssertionError("Repeated series: " + line);
            }
        });
        return series;
    }

    /** Returns the names in the order of the page. */
    static List<String> names(String text) {
        return text.lines()
                .filter((line) -> line.startsWith("# TYPE "))
                .map((line) -> line.split(" ")[2])
                .toList();
    }
}
