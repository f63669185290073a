package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The events whose advice counts. */
class ActiveEventsTests {

    private static final Instant START = TracedMachine.START;
    private static final EventGpu GPU = new EventGpu(2, "GPU-2");

    private final EventLog log = new EventLog(50, START, new EventCounts());

    private void xid(Severity severity) {
        this.log.add(new EventDraft(START, EventKind.XID, severity, GPU, 79, Map.of()));
    }

    private boolean isActive(Duration later) {
        return ActiveEvents.of(this.log.remembered(), START.plus(later)).stream()
                .anyMatch((event) -> event.kind() == EventKind.XID);
    }

    @Test
    void aFaultIsActiveForADay() {
        xid(Severity.CRITICAL);

        assertThat(isActive(Duration.ofHours(23))).isTrue();
        assertThat(isActive(Duration.ofHours(24))).isFalse();
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
    void anAlertIsActiveWhileItFires() {
        Incident lost = this.log.begin(EventDraft.of(START, EventKind.GPU_LOST, Severity.CRITICAL, GPU));
        assertThat(ActiveEvents.of(this.log.remembered(), START)).hasSize(1);

        lost.end(START.plusSeconds(9));
        assertThat(ActiveEvents.of(this.log.remembered(), START)).isEmpty();
    }
}
