package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.detection.SnapshotDetector;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Alerts that continue rows of the previous run. */
class RestoredIncidentsTests {

    private static final Instant START = TracedMachine.START;
    private static final EventGpu GPU = new EventGpu(2, "GPU-2");

    private final EventLog log = new EventLog(100, START, new EventCounts());

    private void restore(EventKind kind, @Nullable Integer xid, Map<String, String> facts) {
        restore(kind, xid, facts, GPU.uuid());
    }

    private void restore(EventKind kind, @Nullable Integer xid, Map<String, String> facts, String uuid) {
        EventGpu gpu = new EventGpu(GPU.index(), uuid);
        GpuEvent event = new GpuEvent(7, 8, START.minusSeconds(60), null, kind, Severity.WARNING, gpu, xid, 1, facts);
        StoredEvent stored = StoredEventMapper.of(event, true);
        this.log.restore(new Highest(7, 8), List.of(stored), List.of(stored));
    }

    private static EventDraft draft(EventKind kind) {
        return EventDraft.of(START, kind, Severity.CRITICAL, GPU);
    }

    private List<GpuEvent> events() {
        return this.log.since(Instant.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({
        "79,GPU_LOST,1",
        "79,GPU_STUCK,1",
        "119,GPU_STUCK,1",
        "95,RECOVERY_ACTION,1",
        "95,GPU_LOST,2",
        "31,CLOCKS,2"
    })
    void aFaultIsContinuedByItsConsequence(int xid, EventKind kind, int rows) {
        restore(EventKind.XID, xid, Map.of());
        this.log.begin(draft(kind));

        assertThat(events()).hasSize(rows);
        assertThat(events().get(0).xid()).isEqualTo(xid);
    }

    @Test
    void aContinuedRowHasTheCurrentSeverity() {
        restore(EventKind.RECOVERY_ACTION, null, Map.of());
        this.log.begin(draft(EventKind.RECOVERY_ACTION));

        assertThat(events())
                .singleElement()
                .satisfies((event) -> assertThat(event.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void aContinuedRowOfAnEarlierVersionIsNotReportedNow() {
        restore(EventKind.CLOCKS, null, Map.of());
        this.log.begin(draft(EventKind.CLOCKS).reportedAt(START.plusSeconds(20)));

        assertThat(events()).singleElement().satisfies((event) -> {
            assertThat(event.at()).isEqualTo(START.minusSeconds(60));
            assertThat(event.reportedAt()).isNull();
        });
    }

    @Test
    void aGpuThatDoesNotAnswerInAnotherWayIsAnotherIncident() {
        restore(EventKind.GPU_LOST, null, Map.of());
        this.log.begin(draft(EventKind.GPU_FAILED));

        assertThat(events()).extracting(GpuEvent::until).containsExactly(START, null);
    }

    @ParameterizedTest
    @CsvSource({"GPU_LOST,", "XID,79"})
    void anAlertThatBeganBeforeTheRestorationContinuesItsRow(EventKind kind, @Nullable Integer xid) {
        EventDraft draft = draft(kind).with(EventAttribute.REASON, "gone");
        Incident own = this.log.begin(xid == null ? draft : draft.withXid(xid));
        restore(EventKind.GPU_LOST, null, Map.of("a", "b"));
        own.end(START.plusSeconds(9));

        assertThat(events()).singleElement().satisfies((event) -> {
            assertThat(event.id()).isEqualTo(7);
            assertThat(event.kind()).isEqualTo(kind);
            assertThat(event.at()).isEqualTo(START.minusSeconds(60));
            assertThat(event.until()).isEqualTo(START.plusSeconds(9));
            assertThat(event.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(event.facts()).containsEntry("a", "b").containsEntry(EventAttribute.REASON, "gone");
        });
        assertThat(this.log.unstored(9)).extracting(StoredEvent::id).containsExactly(7L);
    }

    private void restoreBoth(EventKind kind, String uuids) {
        restoreBoth(kind, Map.of(EventAttribute.UUIDS, uuids, EventAttribute.RULE, "narrow-link"));
    }

    private void restoreBoth(EventKind kind, Map<String, String> more) {
        Map<String, String> facts = new TreeMap<>(more);
        facts.put(EventAttribute.GPUS, "1-2");
        GpuEvent event =
                new GpuEvent(7, 8, START.minusSeconds(60), null, kind, Severity.CRITICAL, null, null, 1, facts);
        StoredEvent stored = StoredEventMapper.of(event, true);
        this.log.restore(new Highest(7, 8), List.of(stored), List.of(stored));
    }

    @ParameterizedTest
    @CsvSource({"GPU_STUCK", "INSIGHT"})
    void aRowOfSeveralGpusIsContinuedByTheFirstOfThem(EventKind kind) {
        restoreBoth(kind, "GPU-1 GPU-2");
        this.log.begin(draft(kind).with(EventAttribute.RULE, "narrow-link"));

        assertThat(events())
                .singleElement()
                .satisfies((event) -> assertThat(event.facts()).containsEntry(EventAttribute.GPUS, "1-2"));
    }

    @Test
    void aGpuOfAGroupThatIsNotAttachedYetIsStillNamed() {
        TracedMachine machine = new TracedMachine(4);
        String uuids = machine.gpu(0).uuid() + " " + machine.gpu(1).uuid() + " "
                + machine.gpu(2).uuid();
        Map<String, String> facts = Map.of(EventAttribute.GPUS, "0-2", EventAttribute.UUIDS, uuids);
        GpuEvent event = new GpuEvent(
                7, 8, START.minusSeconds(60), null, EventKind.GPU_STUCK, Severity.CRITICAL, null, null, 1, facts);
        StoredEvent stored = StoredEventMapper.of(event, true);
        this.log.restore(new Highest(7, 8), List.of(stored), List.of(stored));
        machine.gpu(2).becomes(GpuState.ATTACHING, START);
        for (int index : new int[] {0, 1, 3}) {
            machine.gpu(index).becomes(GpuState.STUCK, START);
        }
        new SnapshotDetector(this.log, new RecentIncidents(), () -> false).add(machine.next());

        assertThat(events())
                .filteredOn((found) -> found.kind() == EventKind.GPU_STUCK)
                .singleElement()
                .satisfies((group) -> {
                    assertThat(group.facts()).containsEntry(EventAttribute.GPUS, "0-3");
                    assertThat(group.uuids()).hasSize(4);
                });
    }

    @Test
    void aFaultOfSeveralGpusIsContinuedByEachOfThem() {
        GpuEvent event = new GpuEvent(
                7,
                8,
                START.minusSeconds(60),
                null,
                EventKind.XID,
                Severity.CRITICAL,
                null,
                79,
                1,
                Map.of(EventAttribute.GPUS, "1-2", EventAttribute.UUIDS, "GPU-1 GPU-2", EventAttribute.STATE, "LOST"));
        StoredEvent stored = StoredEventMapper.of(event, true);
        this.log.restore(new Highest(7, 8), List.of(stored), List.of(stored));
        Incident second = this.log.begin(draft(EventKind.GPU_LOST));
        Incident first =
                this.log.begin(EventDraft.of(START, EventKind.GPU_LOST, Severity.CRITICAL, new EventGpu(1, "GPU-1")));

        second.end(START.plusSeconds(5));
        assertThat(events())
                .singleElement()
                .satisfies((row) -> assertThat(row.until()).isNull());
        first.end(START.plusSeconds(9));
        assertThat(events())
                .singleElement()
                .satisfies((row) -> assertThat(row.until()).isEqualTo(START.plusSeconds(9)));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,2"})
    void aRecoveryActionOfSeveralGpusIsContinuedByTheSameActionOnly(int action, int rows) {
        restoreBoth(EventKind.RECOVERY_ACTION, Map.of(EventAttribute.UUIDS, "GPU-1 GPU-2", EventAttribute.ACTION, "1"));
        this.log.begin(draft(EventKind.RECOVERY_ACTION).with(EventAttribute.ACTION, action));

        assertThat(events()).hasSize(rows);
        assertThat(events().get(0).facts()).containsEntry(EventAttribute.ACTION, "1");
    }

    @Test
    void aKnownEndOfOneGpuIsTheEndOfARowThatTheOtherDoesNotContinue() {
        restoreBoth(EventKind.CLOCKS, "GPU-1 GPU-2");
        TracedMachine machine = new TracedMachine(1);
        this.log.restored().start(machine.next(), START.minusSeconds(60));
        this.log.restored().update(machine.next());
        this.log.begin(draft(EventKind.CLOCKS)).end(START.plusSeconds(5));
        assertThat(events())
                .singleElement()
                .satisfies((row) -> assertThat(row.until()).isNull());
        this.log.restored().update(machine.next(Duration.ofMinutes(2), Duration.ofMinutes(2)));

        assertThat(events()).singleElement().satisfies((row) -> {
            assertThat(row.until()).isEqualTo(START.plusSeconds(5));
            assertThat(row.facts()).doesNotContainKey(EventAttribute.END_UNKNOWN);
        });
    }

    @Test
    void theRowOfARuleEndsWhenTheDetectorsRowOfTheSameEpisodeContinues() {
        Map<String, String> facts = Map.of(EventAttribute.RULE, "power-capped");
        GpuEvent rule = new GpuEvent(
                7, 8, START.minusSeconds(60), null, EventKind.INSIGHT, Severity.WARNING, GPU, null, 1, facts);
        GpuEvent clocks = new GpuEvent(
                9, 10, START.minusSeconds(60), null, EventKind.CLOCKS, Severity.WARNING, GPU, null, 1, facts);
        List<StoredEvent> stored = List.of(StoredEventMapper.of(rule, true), StoredEventMapper.of(clocks, true));
        this.log.restore(new Highest(9, 10), stored, stored);
        this.log.begin(draft(EventKind.CLOCKS).with(facts));
        this.log.begin(draft(EventKind.INSIGHT).with(facts));

        assertThat(events()).extracting(GpuEvent::until).containsExactly(START, null);
        assertThat(events().get(0).facts()).doesNotContainKey(EventAttribute.END_UNKNOWN);
    }

    @Test
    void aDriverThatHungIsBackWhenAllItsGpusAnswer() {
        TracedMachine machine = new TracedMachine(2);
        restoreBoth(
                EventKind.GPU_STUCK,
                machine.gpu(0).uuid() + " " + machine.gpu(1).uuid());
        machine.gpu(1).becomes(GpuState.STUCK, START);
        this.log.restored().start(machine.next(), START.minusSeconds(60));
        this.log.restored().update(machine.next());
        assertThat(events())
                .singleElement()
                .satisfies((event) -> assertThat(event.until()).isNull());
        machine.gpu(1).becomes(GpuState.OK, START);
        this.log.restored().update(machine.next());
        assertThat(events())
                .singleElement()
                .satisfies((event) -> assertThat(event.until()).isEqualTo(machine.now()));
    }

    @Test
    void aFaultOfAGpuThatAnswersInTheFirstRoundIsContinuedByItsRecoveryAction() {
        TracedMachine machine = new TracedMachine(1);
        restore(
                EventKind.XID,
                119,
                Map.of(EventAttribute.STATE, "STUCK"),
                machine.gpu(0).uuid());
        this.log.restored().start(machine.next(), START.minusSeconds(60));
        this.log.begin(EventDraft.of(
                START,
                EventKind.RECOVERY_ACTION,
                Severity.CRITICAL,
                new EventGpu(0, machine.gpu(0).uuid())));
        this.log.restored().update(machine.next());

        assertThat(events())
                .singleElement()
                .satisfies((row) -> assertThat(row.until()).isNull());
    }

    @Test
    void aFaultOfTheLastRunKeepsTheTimeOfItsReport() {
        Incident own = this.log.begin(draft(EventKind.GPU_LOST));
        restore(EventKind.XID, 79, Map.of());

        assertThat(own.event().xid()).isEqualTo(79);
        assertThat(this.log.faults(GPU.uuid(), START.plus(Duration.ofHours(24)).minusSeconds(30)))
                .isEmpty();
    }
}
