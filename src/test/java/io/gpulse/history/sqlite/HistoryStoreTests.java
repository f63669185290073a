package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.GPU;
import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static io.gpulse.history.sqlite.StoredDays.read;
import static io.gpulse.history.sqlite.StoredDays.sample;
import static io.gpulse.history.sqlite.StoredDays.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.history.Buckets;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored samples, compared with the results of queries. */
class HistoryStoreTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long MINUTES = 60_000;

    @TempDir
    private Path folder;

    @Test
    void aTimeWithoutSamplesIsAbsentAndNotZero() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100), power(START + 3000, 0)));

            Buckets buckets = read(store, Metric.POWER_DRAW, window(4, SECOND, Tier.RAW));

            assertThat(buckets.avg(0)).isEqualTo(100);
            assertThat(buckets.avg(1)).isNaN();
            assertThat(buckets.min(2)).isNaN();
            assertThat(buckets.max(3)).isZero();
        }
    }

    @Test
    void anAbsentValueIsAbsentInItsOwnSeriesOnly() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(
                    sample(GPU, START, Map.of(Metric.POWER_DRAW, 100.0, Metric.TEMPERATURE_GPU, 50.0)),
                    power(START + 1000, 101)));

            assertThat(read(store, Metric.TEMPERATURE_GPU, window(2, SECOND, Tier.RAW))
                            .avg(1))
                    .isNaN();
            assertThat(read(store, Metric.POWER_DRAW, window(2, SECOND, Tier.RAW))
                            .avg(1))
                    .isEqualTo(101);
        }
    }

    @Test
    void aCounterBecomesARateAndAResetIsAbsent() {
        try (HistoryStore store = open(this.folder)) {
            double[] joules = {1000, 1300, 1600, 10, 110};
            for (int second = 0; second < joules.length; second++) {
                store.append(batch(sample(GPU, START + second * 1000L, Map.of(Metric.ENERGY_TOTAL, joules[second]))));
            }

            Buckets rates = read(store, Metric.ENERGY_TOTAL, window(5, SECOND, Tier.RAW));

            assertThat(rates.avg(0)).isNaN();
            assertThat(rates.avg(1)).isEqualTo(300);
            assertThat(rates.avg(3)).isNaN();
            assertThat(rates.avg(4)).isEqualTo(100);
        }
    }

    @Test
    void extremesWithinARoundAreKept() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(sample(
                    GPU,
                    START,
                    Map.of(Metric.POWER_DRAW, 300.0, Metric.POWER_DRAW_MIN, 120.0, Metric.POWER_DRAW_MAX, 640.0))));

            Buckets power = read(store, Metric.POWER_DRAW, window(1, SECOND, Tier.RAW));

            assertThat(power.min(0)).isEqualTo(120);
            assertThat(power.avg(0)).isEqualTo(300);
            assertThat(power.max(0)).isEqualTo(640);
        }
    }

    @Test
    void minutesAndHoursHaveTheStatisticsOfTheirSamples() {
        List<StoredSample> samples = seeded(3 * 3600 + 90);
        try (HistoryStore store = open(this.folder)) {
            for (int i = 0; i < samples.size(); i += 50) {
                store.append(batch(
                        samples.subList(i, Math.min(i + 50, samples.size())).toArray(StoredSample[]::new)));
            }

            for (Tier tier : List.of(Tier.MINUTE, Tier.HOUR)) {
                WindowQuery window = window(3, Duration.ofMillis(tier.widthMillis()), tier);
                Buckets rolled = read(store, Metric.POWER_DRAW, window);
                for (int bucket = 0; bucket < 3; bucket++) {
                    DoubleSummaryStatistics truth =
                            of(samples, START + bucket * tier.widthMillis(), tier.widthMillis());
                    assertThat(rolled.min(bucket)).isEqualTo(truth.getMin());
                    assertThat(rolled.avg(bucket)).isCloseTo(truth.getAverage(), within(1e-6));
                    assertThat(rolled.max(bucket)).isEqualTo(truth.getMax());
                    assertThat(rolled.weight(bucket)).isEqualTo(truth.getCount());
                }
            }
        }
    }

    /** The current hour and the current minute are computed from finer rows. */
    @Test
    void theLastBucketsIncludeTheNewestSamples() {
        List<StoredSample> samples = seeded(3600 + 95);
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(samples.toArray(StoredSample[]::new)));

            Buckets hours =
                    read(store, Metric.POWER_DRAW, window(2, Duration.ofMillis(Tier.HOUR.widthMillis()), Tier.HOUR));
            Buckets minutes = read(store, Metric.POWER_DRAW, window(62, MINUTE, Tier.MINUTE));

            assertThat(hours.weight(1)).isEqualTo(95);
            assertThat(minutes.weight(61)).isEqualTo(35);
        }
    }

    @Test
    void theHostHasSeriesToo() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(sample(Subject.HOST, START, Map.of(Metric.HOST_MEMORY_USED, 64e9))));

            assertThat(read(store, Metric.HOST_MEMORY_USED, window(1, SECOND, Tier.RAW))
                            .avg(0))
                    .isEqualTo(64e9);
        }
    }

    @Test
    void samplesAreDeletedAfterADayAndMinutesAfterAMonth() {
        Duration day = Duration.ofDays(1);
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100), power(START + MINUTES, 100), power(START + 25 * 60 * MINUTES, 200)));

            store.prune(Instant.ofEpochMilli(START).plus(day).plusSeconds(30));
            assertThat(store.extent().rawSince()).isEqualTo(Instant.ofEpochMilli(START + MINUTES));
            assertThat(store.extent().minutesSince()).isEqualTo(Instant.ofEpochMilli(START));

            store.prune(Instant.ofEpochMilli(START).plus(day.multipliedBy(30)).plusSeconds(30));
            assertThat(store.extent().minutesSince()).isEqualTo(Instant.ofEpochMilli(START + MINUTES));
        }
    }

    @Test
    void theOldestRowsOfATooLargeFileAreDeleted() {
        HistoryStore.Limits small = new HistoryStore.Limits(Duration.ofDays(1), Duration.ofDays(30), 512 << 10);
        HistoryFile file = HistoryFile.open(this.folder.resolve("history.db"));
        try (HistoryStore store = new HistoryStore(file, small, () -> {})) {
            for (int i = 0; i < 40_000; i += 1000) {
                store.append(batch(seeded(START + i * 1000L, 1000).toArray(StoredSample[]::new)));
            }
            long before = store.extent().sizeBytes();

            store.prune(Instant.ofEpochMilli(START + 40_000_000));

            assertThat(before).isGreaterThan(small.maxBytes());
            assertThat(store.extent().sizeBytes()).isLessThan(small.maxBytes());
            assertThat(store.extent().rawSince()).isAfter(Instant.ofEpochMilli(START));
            assertThat(read(
                                    store,
                                    Metric.POWER_DRAW,
                                    new WindowQuery(START + 39_999_000, START + 40_000_000, 1000, Tier.RAW, List.of()))
                            .avg(0))
                    .isPositive();
        }
    }

    @Test
    void rowsOfAWrongClockDeleteNoOtherRowsOfATooLargeFile() {
        HistoryStore.Limits small = new HistoryStore.Limits(Duration.ofDays(1), Duration.ofDays(30), 512 << 10);
        HistoryFile file = HistoryFile.open(this.folder.resolve("history.db"));
        try (HistoryStore store = new HistoryStore(file, small, () -> {})) {
            store.append(batch(power(Instant.parse("2038-01-19T03:14:08Z").toEpochMilli(), 1)));
            for (int i = 0; i < 40_000; i += 1000) {
                store.append(batch(seeded(START + i * 1000L, 1000).toArray(StoredSample[]::new)));
            }

            store.prune(Instant.ofEpochMilli(START + 40_000_000));

            assertThat(store.extent().sizeBytes()).isBetween(small.maxBytes() / 2, small.maxBytes());
            assertThat(store.extent().rawSince())
                    .isBetween(Instant.ofEpochMilli(START + 1), Instant.ofEpochMilli(START + 38_000_000));
        }
    }

    @Test
    void aFileFullOfRowsOfAWrongClockIsReduced() {
        HistoryStore.Limits small = new HistoryStore.Limits(Duration.ofDays(1), Duration.ofDays(30), 512 << 10);
        HistoryFile file = HistoryFile.open(this.folder.resolve("history.db"));
        try (HistoryStore store = new HistoryStore(file, small, () -> {})) {
            store.append(batch(power(START, 1), power(START + 1000, 1)));
            for (int i = 0; i < 40_000; i += 1000) {
                long later = START + Duration.ofDays(365).toMillis() + i * 1000L;
                store.append(batch(seeded(later, 1000).toArray(StoredSample[]::new)));
            }

            store.prune(Instant.ofEpochMilli(START + 1000));

            assertThat(store.extent().sizeBytes()).isBetween(small.maxBytes() / 2, small.maxBytes());
        }
    }

    /** Rows beyond the size of a page are read in pages. */
    @Test
    void aLongTimeSpanIsReadToItsEnd() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(seeded(2 * SampleTable.PAGE + 7).toArray(StoredSample[]::new)));

            Buckets all = read(
                    store,
                    Metric.POWER_DRAW,
                    new WindowQuery(START, START + 100_000_000, 100_000_000, Tier.RAW, List.of()));

            assertThat(all.weight(0)).isEqualTo(2 * SampleTable.PAGE + 7);
        }
    }

    @Test
    void aStoreInMemoryGivesTheSameResults() {
        try (HistoryStore store = new HistoryEngine(null, StoredDays.properties(this.folder), Clock.systemUTC())
                .openInMemory(false)
                .store()) {
            store.append(batch(power(START, 100), power(START + MINUTES, 200)));

            assertThat(read(store, Metric.POWER_DRAW, window(2, MINUTE, Tier.MINUTE))
                            .avg(0))
                    .isEqualTo(100);
            assertThat(this.folder).isEmptyDirectory();
        }
    }

    private static List<StoredSample> seeded(int seconds) {
        return seeded(START, seconds);
    }

    private static List<StoredSample> seeded(long from, int seconds) {
        Random watts = new Random(17);
        List<StoredSample> samples = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            samples.add(power(from + second * 1000L, 100 + watts.nextInt(600_000) / 1000.0));
        }
        return samples;
    }

    private static DoubleSummaryStatistics of(List<StoredSample> samples, long from, long length) {
        int place =
                io.gpulse.rounds.StoredMetrics.of(io.gpulse.metric.Scope.GPU).place(Metric.POWER_DRAW);
        return samples.stream()
                .filter((sample) -> sample.at() >= from && sample.at() < from + length)
                .mapToDouble((sample) -> sample.values()[place])
                .summaryStatistics();
    }
}
