package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The log of events. */
class EventLogTests {

    private static final Instant START = TracedMachine.START;
    private static final long FIRST = START.toEpochMilli();
    private static final EventGpu GPU = new EventGpu(2, "GPU-2");

    private final EventCounts counts = new EventCounts();
    private final EventLog log = new EventLog(5, START, this.counts);
    private final List<GpuEvent> published = new ArrayList<>();

    private static EventDraft draft(int second, EventKind kind) {
        return EventDraft.of(START.plusSeconds(second), kind, Severity.WARNING, GPU);
    }

    private List<GpuEvent> events() {
        return this.log.since(Instant.EPOCH);
    }

    @Test
    void numbersBeginAtTheTimeOfTheStart() {
        this.log.add(draft(0, EventKind.SETTINGS));
        this.log.add(draft(1, EventKind.SETTINGS));

        assertThat(events()).extracting(GpuEvent::id).containsExactly(FIRST, FIRST + 1);
        assertThat(events()).extracting(GpuEvent::sequence).containsExactly(FIRST, FIRST + 1);
    }

    @Test
    void aChangeKeepsTheIdAndIsPublished() {
        this.log.events().subscribe(this.published::add);
        Incident incident = this.log.begin(draft(0, EventKind.GPU_LOST));
        incident.change((change) -> change.fact("a", "b"));
        incident.change((change) -> change.fact("a", "b"));
        incident.end(START.plusSeconds(9));

        assertThat(this.published).extracting(GpuEvent::id).containsExactly(FIRST, FIRST, FIRST);
        assertThat(this.published).extracting(GpuEvent::sequence).containsExactly(FIRST, FIRST + 1, FIRST + 2);
        assertThat(events()).singleElement().isEqualTo(this.published.get(2));
        assertThat(this.counts.countsByKind()).containsEntry("gpu_lost", 1L);
    }

    @Test
    void theOldestRowIsPrunedUnlessItIsOpen() {
        Incident lasting = this.log.begin(draft(0, EventKind.GPU_LOST));
        for (int second = 1; second <= 20; second++) {
            this.log.add(draft(second, EventKind.SETTINGS));
        }

        assertThat(events()).hasSize(5);
        assertThat(events().get(0).id()).isEqualTo(lasting.event().id());
        lasting.end(START.plusSeconds(21));
        this.log.add(draft(22, EventKind.SETTINGS));
        assertThat(events()).noneMatch((event) -> event.kind() == EventKind.GPU_LOST);
    }

    @Test
    void aStoredRowIsNotStoredAgainUnlessItChanged() {
        Incident incident = this.log.add(draft(0, EventKind.XID));
        List<StoredEvent> batch = this.log.unstored(10);
        incident.change((change) -> change.count(1));
        this.log.markStored(batch);
        assertThat(this.log.unstored(10))
                .singleElement()
                .satisfies((event) -> assertThat(event.count()).isEqualTo(2));

        this.log.markStored(this.log.unstored(10));
        assertThat(this.log.unstored(10)).isEmpty();
    }

    private static StoredEvent stored(long id, EventKind kind, boolean unfinished) {
        return StoredEventMapper.of(event(id, kind, Map.of("a", "b")), unfinished);
    }

    private static StoredEvent stored(long id, EventKind kind, Map<String, String> facts) {
        return StoredEventMapper.of(event(id, kind, facts), true);
    }

    private static GpuEvent event(long id, EventKind kind, Map<String, String> facts) {
        return new GpuEvent(id, id + 1, START.minusSeconds(600), null, kind, Severity.CRITICAL, GPU, null, 1, facts);
    }

    @Test
    void numbersContinueAfterEarlierOnesThoughTheClockWasSetBack() {
        this.log.events().subscribe(this.published::add);
        Incident own = this.log.add(draft(0, EventKind.GPULSE_STARTED));
        this.log.restore(new Highest(FIRST + 1000, FIRST + 2000), List.of(), List.of());
        this.log.add(draft(1, EventKind.SETTINGS));

        assertThat(own.event().id()).isEqualTo(FIRST + 1001);
        assertThat(events()).extracting(GpuEvent::id).containsExactly(FIRST + 1001, FIRST + 1002);
        assertThat(events()).extracting(GpuEvent::sequence).containsExactly(FIRST + 2001, FIRST + 2002);
        assertThat(this.log.unstored(9)).hasSize(2);
    }

    @Test
    void aRestoredRowContinuesOrEnds() {
        StoredEvent lost = stored(7, EventKind.GPU_LOST, true);
        StoredEvent clocks = stored(8, EventKind.CLOCKS, true);
        this.log.restore(new Highest(8, 9), List.of(lost, clocks), List.of(lost, clocks));

        Incident again = this.log.begin(draft(1, EventKind.GPU_LOST).with(EventAttribute.STATE, "LOST"));
        TracedMachine machine = new TracedMachine(1);
        this.log.restored().start(machine.next(), START.minusSeconds(60));
        this.log.restored().update(machine.next());
        this.log.restored().update(machine.next(Duration.ofMinutes(2), Duration.ofMinutes(2)));

        assertThat(again.event().id()).isEqualTo(7);
        assertThat(again.event().at()).isEqualTo(START.minusSeconds(600));
        assertThat(again.event().until()).isNull();
        GpuEvent ended = events().get(1);
        assertThat(ended.until()).isEqualTo(START.minusSeconds(60));
        assertThat(ended.facts()).containsEntry(EventAttribute.END_UNKNOWN, "true");
        assertThat(this.counts.countsByKind()).containsEntry("gpu_lost", 0L);
    }

    @Test
    void aKindOfANewerGpulseIsIgnored() {
        StoredEvent known = stored(7, EventKind.XID, false);
        StoredEvent newer =
                new StoredEvent(8, 9, known.at(), null, "quantum", "warning", "GPU-2", 2, null, 1, false, Map.of());
        this.log.restore(new Highest(8, 9), List.of(known, newer), List.of());

        assertThat(events()).extracting(GpuEvent::id).containsExactly(7L);
    }

    @Test
    void afterTheGpusWereExchangedNothingIsReportedAboutTheOldOnes() {
        Incident old = this.log.begin(draft(0, EventKind.GPU_LOST));
        this.log.forgetAll();
        old.end(START.plusSeconds(3));

        assertThat(events()).isEmpty();
        assertThat(this.log.add(draft(4, EventKind.SETTINGS)).event().id()).isEqualTo(FIRST + 1);
    }

    @Test
    void rulesAddTheirAlerts() {
        Incident insight = this.log.begin(EventDraft.of(START, EventKind.INSIGHT, Severity.WARNING, GPU)
                .with(EventAttribute.RULE, "idle-allocated"));
        insight.end(START.plusSeconds(60), (event) -> event.fact(EventAttribute.SENTENCE, "in the end"));

        assertThat(events()).singleElement().satisfies((event) -> {
            assertThat(event.until()).isEqualTo(START.plusSeconds(60));
            assertThat(event.facts()).containsEntry(EventAttribute.SENTENCE, "in the end");
        });
    }

    private static EventDraft throttled(EventKind kind, EventGpu... gpus) {
        return EventDraft.about(START.plusSeconds(1), kind, Severity.WARNING, List.of(gpus))
                .with(EventAttribute.RULE, "power-capped");
    }

    @Test
    void equalAlertsOfDetectorsJoinTheRowOfTheirRule() {
        EventGpu other = new EventGpu(3, "GPU-3");
        this.log.begin(throttled(EventKind.INSIGHT, GPU, other).with(EventAttribute.SENTENCE, "GPUs 2, 3 are slow."));
        Incident first = this.log.begin(throttled(EventKind.CLOCKS, GPU));
        Incident second = this.log.begin(throttled(EventKind.CLOCKS, other));
        first.end(START.plusSeconds(9));

        assertThat(events()).singleElement().satisfies((event) -> {
            assertThat(event.kind()).isEqualTo(EventKind.CLOCKS);
            assertThat(event.facts()).doesNotContainKey(EventAttribute.SENTENCE);
            assertThat(event.until()).isNull();
        });
        second.end(START.plusSeconds(10));
        assertThat(events().get(0).until()).isEqualTo(START.plusSeconds(10));
        assertThat(this.counts.countsByKind()).containsEntry("insight", 1L).containsEntry("clocks", 0L);
    }

    @Test
    void aDetectorContinuesTheRestoredRowOfItsKindElseThatOfItsRule() {
        StoredEvent rule = stored(7, EventKind.INSIGHT, Map.of(EventAttribute.RULE, "power-capped"));
        StoredEvent clocks = stored(8, EventKind.CLOCKS, Map.of());
        this.log.restore(new Highest(8, 9), List.of(rule, clocks), List.of(rule, clocks));

        Incident again = this.log.begin(throttled(EventKind.CLOCKS, GPU));
        Incident later = this.log.begin(throttled(EventKind.CLOCKS, GPU));

        assertThat(again.event().id()).isEqualTo(8);
        assertThat(later.event().id()).isEqualTo(7);
        assertThat(later.event().kind()).isEqualTo(EventKind.CLOCKS);
    }

    @Test
    void rowsThatAreNotStoredAreKeptWhileThereIsRoom() {
        this.log.restore(new Highest(1, 1), List.of(), List.of());
        Incident lost = this.log.begin(draft(0, EventKind.GPU_LOST));
        for (int second = 1; second <= 4; second++) {
            this.log.add(draft(second, EventKind.SETTINGS));
        }
        this.log.markStored(this.log.unstored(10));
        lost.end(START.plusSeconds(5));
        this.log.add(draft(6, EventKind.SETTINGS));

        assertThat(this.log.unstored(1)).singleElement().satisfies((event) -> {
            assertThat(event.id()).isEqualTo(FIRST);
            assertThat(event.unfinished()).isFalse();
        });
        for (int second = 7; second <= 50; second++) {
            this.log.add(draft(second, EventKind.SETTINGS));
        }
        assertThat(events()).hasSize(10);
    }

    @Test
    void aPrunedRowThatChangesIsStored() {
        this.log.restore(new Highest(1, 1), List.of(), List.of());
        Incident fault = this.log.add(draft(0, EventKind.XID));
        for (int second = 1; second <= 9; second++) {
            this.log.markStored(this.log.unstored(10));
            this.log.add(draft(second, EventKind.SETTINGS));
        }
        this.log.markStored(this.log.unstored(10));
        fault.change((change) -> change.count(1));

        assertThat(this.log.unstored(9)).extracting(StoredEvent::id).containsExactly(FIRST);
    }

    @Test
    void processesAreForgottenBeforeFaults() {
        this.log.add(draft(0, EventKind.XID));
        for (int second = 1; second <= 20; second++) {
            this.log.add(draft(second, EventKind.PROCESS_STARTED));
        }

        assertThat(events()).hasSize(5);
        assertThat(events().get(0).kind()).isEqualTo(EventKind.XID);
    }

    @Test
    void nothingEndsBeforeItBegan() {
        Incident incident = this.log.begin(draft(5, EventKind.CLOCKS));
        incident.end(START);

        assertThat(incident.event().until()).isEqualTo(START.plusSeconds(5));
    }
}
