package io.gpulse.history.sqlite;

import io.gpulse.device.Readings;
import io.gpulse.history.Batch;
import io.gpulse.history.Buckets;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.util.unit.DataSize;

/** Samples and queries for tests of a history store. */
final class StoredDays {

    /** The begin of an hour. */
    static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    static final Subject GPU = new Subject("GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77");

    private StoredDays() {}

    static HistoryProperties properties(Path folder) {
        return new HistoryProperties(
                true, folder, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofGigabytes(1), 4);
    }

    static HistoryEngine engine(Path folder) {
        return new HistoryEngine(folder, properties(folder), Clock.systemUTC());
    }

    static HistoryStore open(Path folder) {
        return engine(folder).open(false).store();
    }

    static KnownGpu gpu(Subject subject) {
        return new KnownGpu(
                Objects.requireNonNull(subject.uuid()), 0, "NVIDIA H100 80GB HBM3", Instant.ofEpochMilli(START));
    }

    static StoredSample sample(Subject subject, long at, Map<Metric, Double> values) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        values.forEach((metric, value) -> readings.put(metric, new Reading.Quantity(value)));
        return StoredSample.of(subject, at, Readings.of(readings));
    }

    static StoredSample power(long at, double watts) {
        return sample(GPU, at, Map.of(Metric.POWER_DRAW, watts));
    }

    static Batch batch(StoredSample... samples) {
        return new Batch(
                java.util.Arrays.stream(samples)
                        .map(StoredSample::subject)
                        .filter((subject) -> subject.uuid() != null)
                        .distinct()
                        .map(StoredDays::gpu)
                        .toList(),
                List.of(samples),
                new Accounting().pending(),
                List.of());
    }

    static Buckets read(HistoryStore store, Metric metric, WindowQuery window) {
        return read(store, metric, window, metric.spec().scope() == io.gpulse.metric.Scope.HOST ? Subject.HOST : GPU);
    }

    static Buckets read(HistoryStore store, Metric metric, WindowQuery window, Subject subject) {
        SeriesKey key = new SeriesKey(subject, metric);
        WindowQuery query =
                new WindowQuery(window.from(), window.to(), window.stepMillis(), window.tier(), List.of(key));
        return Objects.requireNonNull(store.read(query).get(key));
    }

    /** Returns a query of buckets from the start on. */
    static WindowQuery window(int buckets, Duration step, Tier tier) {
        return new WindowQuery(START, START + buckets * step.toMillis(), step.toMillis(), tier, List.of());
    }
}
