package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The end of restored rows. */
class RestoredIncidentExpiryTests {

    private static final Instant START = TracedMachine.START;
    private static final Instant BEFORE = START.minusSeconds(60);

    private final EventLog log = new EventLog(100, START, new EventCounts());
    private final TracedMachine machine = new TracedMachine(2);
    private final Snapshot first = this.machine.next();

    private void restore(EventKind kind, int gpu, @Nullable Integer xid, Map<String, String> facts) {
        EventGpu lost = new EventGpu(gpu, new TracedMachine(4).gpu(gpu).uuid());
        GpuEvent event = new GpuEvent(7, 8, BEFORE, null, kind, Severity.CRITICAL, lost, xid, 1, facts);
        StoredEvent stored = StoredEventMapper.of(event, true);
        this.log.restore(new Highest(7, 8), List.of(stored), List.of(stored));
    }

    private RestoredIncidents watch(Snapshot startedAt) {
        this.log.restored().start(startedAt, BEFORE);
        return this.log.restored();
    }

    private void minutes(RestoredIncidents watch, int minutes) {
        for (int second = 0; second < minutes * 60; second++) {
            watch.update(this.machine.next());
        }
    }

    private GpuEvent only() {
        assertThat(this.log.since(Instant.EPOCH)).hasSize(1);
        return this.log.since(Instant.EPOCH).get(0);
    }

    @ParameterizedTest
    @CsvSource({"GPU_LOST,", "GPU_STUCK,", "GPU_FAILED,", "XID,79"})
    void aGpuThatStillDoesNotAnswerIsLostUntilItDoes(EventKind kind, @Nullable Integer xid) {
        restore(kind, 1, xid, Map.of(EventAttribute.STATE, "LOST"));
        this.machine.gpu(1).becomes(GpuState.LOST, START);
        RestoredIncidents watch = watch(this.machine.next());
        minutes(watch, 10);
        assertThat(only().until()).isNull();

        this.machine.gpu(1).becomes(GpuState.OK, this.machine.now());
        watch.update(this.machine.next());
        assertThat(only().until()).isEqualTo(this.machine.now());
        assertThat(only().facts()).doesNotContainKey(EventAttribute.END_UNKNOWN);
    }

    @Test
    void aGpuThatIsNoLongerListedIsStillLost() {
        restore(EventKind.GPU_LOST, 3, null, Map.of());
        minutes(watch(this.first), 10);

        assertThat(only().until()).isNull();
    }

    @Test
    void theReturnOfAGpuThatAnswersFromTheFirstRoundIsUnknown() {
        restore(EventKind.GPU_LOST, 1, null, Map.of());
        RestoredIncidents watch = watch(this.first);
        minutes(watch, 1);

        assertThat(only().until()).isEqualTo(START);
        assertThat(only().facts()).containsEntry(EventAttribute.END_UNKNOWN, "true");
    }

    @Test
    void otherRowsEndTwoMinutesAfterTheRestoration() {
        restore(EventKind.CLOCKS, 1, null, Map.of());
        RestoredIncidents watch = watch(this.first);
        this.machine.next(Duration.ofMinutes(30), Duration.ofMinutes(30));
        minutes(watch, 2);
        assertThat(only().until()).isNull();
        watch.update(this.machine.next());

        assertThat(only().until()).isEqualTo(BEFORE);
        assertThat(only().facts()).containsEntry(EventAttribute.END_UNKNOWN, "true");
    }

    @Test
    void theTwoMinutesBeginAgainWithAnotherSource() {
        restore(EventKind.CLOCKS, 1, null, Map.of());
        minutes(watch(this.first), 1);
        this.log.forgetAll();
        restore(EventKind.CLOCKS, 1, null, Map.of());
        minutes(watch(this.machine.next()), 2);

        assertThat(only().until()).isNull();
    }

    @Test
    void theRowOfARuleLastsUntilTheRuleWasEvaluated() {
        restore(EventKind.INSIGHT, 1, null, Map.of(EventAttribute.RULE, "power-capped"));
        RestoredIncidents watch = watch(this.first);
        String other = this.machine.gpu(0).uuid();
        watch.evaluated((rule, gpus) -> !rule.equals("power-capped") || gpus.equals(Set.of(other)));
        minutes(watch, 6);
        assertThat(only().until()).isNull();
        watch.evaluated((rule, gpus) -> gpus.equals(Set.of(this.machine.gpu(1).uuid())));

        assertThat(only().until()).isEqualTo(BEFORE);
        assertThat(only().facts()).containsEntry(EventAttribute.END_UNKNOWN, "true");
    }

    @Test
    void theRowOfARuleAboutAGroupEndsWithTheGroup() {
        restore(EventKind.INSIGHT, 1, null, Map.of(EventAttribute.RULE, "uneven-group"));
        this.log.restored().evaluated((rule, gpus) -> true);
        assertThat(only().until()).isNull();
        watch(this.first).evaluated((rule, gpus) -> rule.equals("uneven-group"));

        assertThat(only().until()).isEqualTo(BEFORE);
    }

    @Test
    void anAlertOfTheRuleAboutFurtherGpusReplacesTheRow() {
        restore(EventKind.INSIGHT, 1, null, Map.of(EventAttribute.RULE, "input-bound"));
        String both = this.machine.gpu(0).uuid() + " " + this.machine.gpu(1).uuid();
        this.log.begin(EventDraft.of(START, EventKind.INSIGHT, Severity.WARNING, null)
                .with(EventAttribute.RULE, "input-bound")
                .with(EventAttribute.UUIDS, both));

        assertThat(this.log.since(Instant.EPOCH)).extracting(GpuEvent::until).containsExactly(START, null);
    }

    @Test
    void theRowOfARuleThatIsSwitchedOffEndsAfterHalfAnHour() {
        restore(EventKind.INSIGHT, 1, null, Map.of(EventAttribute.RULE, "switched-off"));
        RestoredIncidents watch = watch(this.first);
        minutes(watch, 30);
        assertThat(only().until()).isNull();
        minutes(watch, 1);

        assertThat(only().until()).isEqualTo(BEFORE);
    }

    @Test
    void aRecoveryActionOfAGpuThatDoesNotAnswerWaitsForIt() {
        restore(EventKind.XID, 1, 95, Map.of(EventAttribute.ACTION, "1"));
        this.machine.gpu(1).becomes(GpuState.LOST, START);
        RestoredIncidents watch = watch(this.machine.next());
        minutes(watch, 5);
        assertThat(only().until()).isNull();

        this.machine.gpu(1).becomes(GpuState.OK, this.machine.now());
        watch.update(this.machine.next());
        assertThat(only().facts()).containsEntry(EventAttribute.END_UNKNOWN, "true");
    }
}
