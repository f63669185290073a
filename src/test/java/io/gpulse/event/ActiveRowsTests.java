package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The events whose advice counts. */
class ActiveRowsTests {

    private static final Instant START = TracedMachine.START;
    private static final EventGpu GPU = new EventGpu(2, "GPU-2");

    private final EventLog log = new EventLog(50, START, new EventCounts());

    private void xid(Severity severity) {
        this.log.add(new EventDraft(START, EventKind.XID, severity, GPU, 79, Map.of()));
    }

    private boolean isActive(Duration later) {
        return this.log.active(START.plus(later)).stream().anyMatch((event) -> event.kind() == EventKind.XID);
    }

    @Test
    void aFaultIsActiveForADay() {
        xid(Severity.CRITICAL);

        assertThat(isActive(Duration.ofHours(23))).isTrue();
        assertThat(isActive(Duration.ofHours(24))).isFalse();
    }

    @Test
    void aFaultThatIsReportedAgainIsActiveForADayFromThen() {
        Incident fault = this.log.add(new EventDraft(START, EventKind.XID, Severity.CRITICAL, GPU, 79, Map.of()));
        fault.reportedAgain(START.plusSeconds(7200));
        fault.reportedAgain(START.plusSeconds(3600));

        assertThat(isActive(Duration.ofHours(25))).isTrue();
        assertThat(this.log.faults("GPU-2", START)).extracting(Fault::last).containsExactly(START.plusSeconds(7200));
        assertThat(isActive(Duration.ofHours(26))).isFalse();
    }

    @Test
    void aFaultIsKeptWhileOtherRowsArePruned() {
        xid(Severity.CRITICAL);
        for (int second = 0; second < 60; second++) {
            this.log.add(EventDraft.of(START.plusSeconds(second), EventKind.SETTINGS, Severity.INFO, GPU));
        }

        assertThat(this.log.remembered()).hasSize(50);
        assertThat(this.log.faults("GPU-2", START)).hasSize(1);
        assertThat(this.log.faults("GPU-3", START)).isEmpty();
    }

    @Test
    void manyFaultsLeaveRoomForOtherRows() {
        for (int second = 0; second < 200; second++) {
            Instant at = START.plusSeconds(second);
            this.log.add(new EventDraft(at, EventKind.XID, Severity.CRITICAL, GPU, 13, Map.of()));
        }
        this.log.add(EventDraft.of(START.plusSeconds(200), EventKind.SETTINGS, Severity.INFO, GPU));
        this.log.add(EventDraft.of(START.plusSeconds(201), EventKind.SETTINGS, Severity.INFO, GPU));

        assertThat(this.log.remembered()).hasSize(50);
        assertThat(this.log.since(Instant.EPOCH))
                .filteredOn((event) -> event.kind() == EventKind.SETTINGS)
                .hasSize(2);
    }

    @Test
    void aRenewedSessionEndsFaultsThoughTheClockWasSetBack() {
        xid(Severity.CRITICAL);
        this.log.add(EventDraft.of(START.minusSeconds(3600), EventKind.DRIVER_RENEWED, Severity.INFO, GPU));

        assertThat(isActive(Duration.ofHours(1))).isFalse();
    }

    @Test
    void aNoteOfTheDriverIsNoFault() {
        xid(Severity.INFO);

        assertThat(isActive(Duration.ofHours(1))).isFalse();
    }

    @Test
    void aRenewedSessionEndsFaults() {
        xid(Severity.CRITICAL);
        this.log.add(EventDraft.of(START.plusSeconds(9), EventKind.DRIVER_RENEWED, Severity.INFO, GPU));

        assertThat(isActive(Duration.ofHours(1))).isFalse();
    }

    @Test
    void aFaultAfterARenewalCountsThoughTheClockWasSetBack() {
        this.log.add(EventDraft.of(START.plusSeconds(3600), EventKind.DRIVER_RENEWED, Severity.INFO, GPU));
        xid(Severity.CRITICAL);

        assertThat(isActive(Duration.ofHours(1))).isTrue();
    }

    @Test
    void anAlertIsActiveWhileItFires() {
        Incident lost = this.log.begin(EventDraft.of(START, EventKind.GPU_LOST, Severity.CRITICAL, GPU));
        assertThat(this.log.active(START)).hasSize(1);

        lost.end(START.plusSeconds(9));
        assertThat(this.log.active(START)).isEmpty();
    }
}
