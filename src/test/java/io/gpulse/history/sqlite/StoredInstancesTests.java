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

import io.gpulse.history.Buckets;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored samples of MIG instances, compared with the results of queries. */
class StoredInstancesTests {

    private static final Subject FIRST = instance(START);
    private static final Subject AGAIN = instance(START + 2000);
    private static final Subject OTHER =
            new Subject(GPU.uuid(), new Subject.Instance(1, 0, "MIG-2", "2g.20gb", START + 102_000));

    @TempDir
    private Path folder;

    @Test
    void anInstanceThatWasCreatedAgainDoesNotContinueASeries() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(used(FIRST, START, 10), used(FIRST, START + 1000, 11), used(AGAIN, START + 2000, 99)));

            Buckets first = read(store, Metric.MIG_MEMORY_USED, window(3, Duration.ofSeconds(1), Tier.RAW), FIRST);
            Buckets again = read(store, Metric.MIG_MEMORY_USED, window(3, Duration.ofSeconds(1), Tier.RAW), AGAIN);

            assertThat(first.avg(1)).isEqualTo(11);
            assertThat(first.avg(2)).isNaN();
            assertThat(again.avg(1)).isNaN();
            assertThat(again.avg(2)).isEqualTo(99);
        }
    }

    @Test
    void theInstancesOfATimeSpanAreListed() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(used(FIRST, START, 10), used(FIRST, START + 1000, 11), used(AGAIN, START + 2000, 99)));

            assertThat(store.instances(START, START + 60_000)).containsExactly(FIRST, AGAIN);
            assertThat(store.instances(START, START + 2000)).containsExactly(FIRST);
            assertThat(store.instances(START + 1001, START + 60_000)).containsExactly(AGAIN);
        }
    }

    @Test
    void instancesAreKnownAfterAStart() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100), used(FIRST, START, 10)));
        }
        try (HistoryStore store = open(this.folder)) {
            assertThat(store.instances(START, START + 1000)).containsExactly(FIRST);
            assertThat(read(store, Metric.MIG_MEMORY_USED, window(1, Duration.ofSeconds(1), Tier.RAW), FIRST)
                            .avg(0))
                    .isEqualTo(10);
        }
    }

    @Test
    void minutesHaveTheStatisticsOfTheirSamples() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(IntStream.range(0, 130)
                    .mapToObj((second) -> used(FIRST, START + second * 1000L, second))
                    .toArray(StoredSample[]::new)));

            Buckets minutes = read(store, Metric.MIG_MEMORY_USED, window(2, Duration.ofMinutes(1), Tier.MINUTE), FIRST);

            assertThat(minutes.min(1)).isEqualTo(60);
            assertThat(minutes.avg(1)).isEqualTo(89.5);
            assertThat(minutes.max(1)).isEqualTo(119);
        }
    }

    @Test
    void anInstanceIsForgottenWithItsLastMinutes() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(used(FIRST, START, 10)));
            store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(31)));
        }
        try (HistoryStore store = open(this.folder)) {
            assertThat(store.instances(START, START + 1000)).isEmpty();
        }
    }

    /** The oldest rows are deleted, among them the only sample of the first instance. */
    @Test
    void anInstanceOfATooLargeFileKeepsItsSamples() {
        long now = START + 40_000_000;
        HistoryStore.Limits small = new HistoryStore.Limits(Duration.ofDays(1), Duration.ofDays(1), 512 << 10);
        try (HistoryStore store = new HistoryStore(HistoryFile.open(this.folder.resolve("h.db")), small, () -> {})) {
            store.append(batch(IntStream.range(0, 40_000)
                    .mapToObj((second) -> power(START + second * 1000L, 100 + second / 7.0))
                    .toArray(StoredSample[]::new)));
            store.append(batch(used(FIRST, START, 10)));
            store.append(batch(IntStream.rangeClosed(1, 400)
                    .mapToObj((sample) -> used(AGAIN, START + sample * 100_000L - 1000, 99))
                    .toArray(StoredSample[]::new)));

            store.prune(Instant.ofEpochMilli(now));
            store.append(batch(used(AGAIN, now, 97), used(OTHER, now, 55)));

            WindowQuery window = new WindowQuery(now - 1000, now, 1000, Tier.RAW, List.of());
            assertThat(store.extent().rawSince()).isAfter(Instant.ofEpochMilli(START));
            assertThat(read(store, Metric.MIG_MEMORY_USED, window, AGAIN).avg(0))
                    .isEqualTo(99);
            assertThat(read(store, Metric.MIG_MEMORY_USED, window, OTHER).avg(0))
                    .isNaN();
            assertThat(store.instances(START, START + 1000)).isEmpty();
        }
    }

    private static Subject instance(long since) {
        return new Subject(GPU.uuid(), new Subject.Instance(9, 0, "MIG-1", "1g.10gb", since));
    }

    private static StoredSample used(Subject subject, long at, double bytes) {
        return sample(subject, at, Map.of(Metric.MIG_MEMORY_USED, bytes));
    }
}
