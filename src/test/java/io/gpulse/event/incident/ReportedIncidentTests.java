package io.gpulse.event.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.incident.ReportedIncident.Delivery;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Reports of an incident that wait for their other delivery. */
class ReportedIncidentTests {

    private static final Instant START = TracedMachine.START;

    private final EventLog log = new EventLog(10, START, new EventCounts());
    private final ReportedIncident report =
            new ReportedIncident(this.log.add(EventDraft.of(START, EventKind.XID, Severity.WARNING, null)), START);

    @Test
    void reportsThatHaveNoOtherDeliveryAreForgotten() {
        for (int time = 0; time < 10_000; time++) {
            this.report.record(31, Delivery.BY_NUMBER, START.plusMillis(time * 10L));
            this.report.record(94, Delivery.OPERATIONAL, START.plusMillis(time * 10L));
        }

        assertThat(this.report.waiting()).isLessThanOrEqualTo(2 * 201);
        assertThat(this.report.match(31, Delivery.BY_NUMBER, START.plusMillis(99_990)))
                .isTrue();
    }

    @Test
    void theNewestGroupsAreKnown() {
        for (long group = 1; group <= 1000; group++) {
            this.report.addGroup(group);
        }

        assertThat(this.report.isOfGroup(1000)).isTrue();
        assertThat(this.report.isOfGroup(937)).isTrue();
        assertThat(this.report.isOfGroup(936)).isFalse();
    }
}
