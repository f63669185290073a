package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events in a history's file. */
class EventStoreTests {

    private static final long START = StoredDays.START;
    private static final Criteria ALL = criteria(0, Long.MAX_VALUE);

    @TempDir
    private Path folder;

    private HistoryStore store;
    private EventStore events;

    @BeforeEach
    void open() {
        this.store = StoredDays.open(this.folder);
        this.events = this.store.events();
    }

    @AfterEach
    void close() {
        this.store.close();
    }

    private static Criteria criteria(long from, long to) {
        return new Criteria(from, to, Long.MAX_VALUE, Set.of(), Set.of(), Set.of());
    }

    private static StoredEvent event(long id, @Nullable Long until, boolean unfinished) {
        return new StoredEvent(
                id,
                START + id,
                START + id * 1000,
                until,
                id % 2 == 0 ? "xid" : "clocks",
                id % 3 == 0 ? "critical" : "warning",
                "GPU-" + id % 4,
                (int) (id % 4),
                id % 2 == 0 ? 79 : null,
                3,
                unfinished,
                Map.of("reason", "it is \"so\"", "pid", "7"));
    }

    private void put(int count) {
        List<StoredEvent> all = new ArrayList<>();
        for (long id = 1; id <= count; id++) {
            all.add(event(id, null, false));
        }
        this.events.put(all);
    }

    @Test
    void whatIsStoredIsReadAsItWas() {
        StoredEvent lasting = event(2, START + 9000, false);
        StoredEvent ofTheMachine =
                new StoredEvent(3, START, START, null, "gap", "info", null, null, null, 1, false, Map.of());
        this.events.put(List.of(lasting, ofTheMachine));

        assertThat(this.events.newest(ALL, 9)).containsExactly(ofTheMachine, lasting);
    }

    @Test
    void aChangeTakesThePlaceOfWhatWasStored() {
        put(3);
        StoredEvent changed = event(2, START + 5000, false);
        this.events.put(List.of(changed));

        assertThat(this.events.newest(ALL, 9)).hasSize(3).contains(changed);
    }

    @Test
    void newestAreAskedForPageByPage() {
        put(20);

        List<StoredEvent> page = this.events.newest(ALL, 5);
        assertThat(page).extracting(StoredEvent::id).containsExactly(20L, 19L, 18L, 17L, 16L);
        Criteria next = new Criteria(0, Long.MAX_VALUE, 16, Set.of(), Set.of(), Set.of());
        assertThat(this.events.newest(next, 2)).extracting(StoredEvent::id).containsExactly(15L, 14L);
    }

    @Test
    void theyAreFilteredByKindSeverityGpuAndTime() {
        put(24);
        Criteria some = new Criteria(
                START + 6000,
                START + 19_000,
                Long.MAX_VALUE,
                Set.of("xid"),
                Set.of("critical"),
                Set.of("GPU-0", "GPU-2"));

        assertThat(this.events.newest(some, 99)).extracting(StoredEvent::id).containsExactly(18L, 12L, 6L);
    }

    @Test
    void whatLastedIntoTheTimeIsOfIt() {
        this.events.put(List.of(
                event(1, START + 100_000, false),
                event(2, null, true),
                event(3, START + 4000, false),
                event(4, null, false)));

        assertThat(this.events.newest(criteria(START + 50_000, START + 60_000), 9))
                .extracting(StoredEvent::id)
                .containsExactly(2L, 1L);
    }

    @Test
    void whatIsAboutSeveralGpusIsFoundByEach() {
        this.events.put(List.of(new StoredEvent(
                1,
                START,
                START,
                null,
                "process_started",
                "info",
                null,
                null,
                null,
                1,
                false,
                Map.of("uuids", "GPU-a1 GPU-b2"))));

        assertThat(this.events.newest(of("GPU-b2"), 9)).hasSize(1);
        assertThat(this.events.newest(of("GPU-c3"), 9)).isEmpty();
    }

    @Test
    void theGpusOfAChangedEventReplaceTheStoredOnes() {
        this.events.put(List.of(event(1, null, true)));
        StoredEvent before = event(1, START + 9000, false);
        this.events.put(List.of(new StoredEvent(
                1,
                START + 2,
                before.at(),
                before.until(),
                before.kind(),
                before.severity(),
                null,
                null,
                null,
                1,
                false,
                Map.of("uuids", "GPU-2 GPU-3"))));

        assertThat(this.events.newest(of("GPU-1"), 9)).isEmpty();
        assertThat(this.events.newest(of("GPU-3"), 9)).hasSize(1);
    }

    @Test
    void deletedEventsLeaveNoGpusBehind() {
        put(20);
        this.store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(40)));

        try (HistoryFile file = HistoryFile.open(this.folder.resolve("history.db"))) {
            assertThat(file.client()
                            .sql("SELECT count(*) FROM event_gpu")
                            .query(Integer.class)
                            .single())
                    .isZero();
        }
    }

    private static Criteria of(String uuid) {
        return new Criteria(0, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(), Set.of(), Set.of(uuid));
    }

    @Test
    void changesComeInTheirOrder() {
        put(10);
        StoredEvent before = event(2, null, false);
        this.events.put(List.of(new StoredEvent(
                2,
                START + 50,
                before.at(),
                null,
                before.kind(),
                before.severity(),
                before.uuid(),
                before.index(),
                79,
                4,
                false,
                Map.of())));

        assertThat(this.events.changedAfter(START + 8, ALL, 9))
                .extracting(StoredEvent::id)
                .containsExactly(9L, 10L, 2L);
        assertThat(this.events.changedAfter(START + 8, ALL, 1)).hasSize(1);
    }

    @Test
    void numbersThatWereGivenAreKnownThoughWhatHadThemIsForgotten() {
        put(5);
        this.store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(40)));

        assertThat(this.events.newest(ALL, 9)).isEmpty();
        assertThat(this.events.highest()).isEqualTo(new Highest(5, START + 5));
        close();
        open();
        assertThat(this.events.highest()).isEqualTo(new Highest(5, START + 5));
    }

    @Test
    void thirtyDaysAreKept() {
        put(5);
        this.store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(29)));

        assertThat(this.events.newest(ALL, 9)).hasSize(5);
    }

    @Test
    void soManyAreKept() {
        put(EventStore.MOST + 7);
        this.store.prune(Instant.ofEpochMilli(START).plusSeconds(EventStore.MOST));

        assertThat(this.events.changedAfter(0, ALL, 1))
                .extracting(StoredEvent::id)
                .containsExactly(8L);
    }

    @Test
    void whatLastsIsFound() {
        this.events.put(List.of(event(1, null, true), event(2, null, false)));

        assertThat(this.events.unfinished()).extracting(StoredEvent::id).containsExactly(1L);
        this.events.put(List.of(event(1, START + 9000, false)));
        assertThat(this.events.unfinished()).isEmpty();
    }

    @Test
    void theLastSampleBeforeAMomentIsKnown() {
        assertThat(this.events.lastSampledBefore(Long.MAX_VALUE)).isEmpty();
        this.store.append(StoredDays.batch(StoredDays.power(START, 400), StoredDays.power(START + 5000, 400)));

        assertThat(this.events.lastSampledBefore(START + 5000)).hasValue(START);
        assertThat(this.events.lastSampledBefore(START + 5001)).hasValue(START + 5000);
    }

    @Test
    void processesPushOutNoFaults() {
        List<StoredEvent> all = new ArrayList<>();
        all.add(event(2, null, false));
        for (long id = 3; id < EventStore.MOST_OF_PROCESSES + 10; id++) {
            all.add(new StoredEvent(
                    id, START + id, START, null, "process_ended", "info", null, null, null, 1, false, Map.of()));
        }
        this.events.put(all);
        this.store.prune(Instant.ofEpochMilli(START));

        assertThat(this.events.changedAfter(0, ALL, 2))
                .extracting(StoredEvent::id)
                .containsExactly(2L, 10L);
    }
}
