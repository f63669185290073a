package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.Batch;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error counters of links, stored when they change. */
class LinkErrorTests {

    private static final long START = StoredDays.START;
    private static final String UUID = Objects.requireNonNull(StoredDays.GPU.uuid());

    @TempDir
    private Path folder;

    @Test
    void anUnchangedCounterHasNoFurtherRow() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            append(store, count(0, 5), count(1, 0));
        }
        try (HistoryStore store = StoredDays.open(this.folder)) {
            append(store, count(3_600_000, 5), count(7_200_000, 505));

            assertThat(store.linkErrors(START, START + 10_000_000))
                    .extracting(LinkErrorCount::at, LinkErrorCount::count)
                    .containsExactly(tuple(0, 5), tuple(1, 0), tuple(3_600_000, 5), tuple(7_200_000, 505));
        }
    }

    @Test
    void aResultStartsWithTheStateAtTheBeginning() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            append(store, count(0, 5), count(1000, 7), count(9000, 8));

            assertThat(store.linkErrors(START + 5000, START + 9001))
                    .extracting(LinkErrorCount::count)
                    .containsExactly(7L, 8L);
        }
    }

    @Test
    void theCurrentStateIsNotDeleted() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            append(store, count(0, 5), count(1000, 7));
            store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(40)));

            assertThat(store.linkErrors(START, START + 9000))
                    .extracting(LinkErrorCount::count)
                    .containsExactly(7L);
        }
    }

    private static org.assertj.core.groups.Tuple tuple(long after, long count) {
        return org.assertj.core.groups.Tuple.tuple(START + after, count);
    }

    private static LinkErrorCount count(long after, long count) {
        return new LinkErrorCount(UUID, 3, Metric.LINK_RECOVERIES, START + after, count);
    }

    private static void append(HistoryStore store, LinkErrorCount... counts) {
        store.append(new Batch(
                List.of(StoredDays.gpu(StoredDays.GPU)),
                List.of(StoredDays.power(START, 400)),
                new Accounting().pending(),
                Arrays.asList(counts)));
    }
}
