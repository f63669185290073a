package io.gpulse.event.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operational events as the other delivery of faults. */
class OperationalIncidentsTests {

    private static final Instant START = TracedMachine.START;
    private static final EventSubject GPU = new EventSubject(2, "GPU-2");
    private static final int FATAL = 40;

    private final EventCounts counts = new EventCounts();
    private final EventLog log = new EventLog(100, START, this.counts);
    private final DriverIncidents incidents = new DriverIncidents(this.log, this.counts, new RecentIncidents());

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFaultIsAsSevereInEitherOrder(boolean byNumberFirst) {
        DriverEvent number = new DriverEvent.Xid(START, GPU, 31);
        DriverEvent event = new Operational(
                START, GPU, null, "GPU-NEW", 99, 1, FATAL, new Operational.Group(0, 0, 1, 0), 0, List.of(31));

        this.incidents.add(byNumberFirst ? number : event);
        this.incidents.add(byNumberFirst ? event : number);

        assertThat(this.log.since(Instant.EPOCH))
                .singleElement()
                .satisfies((row) -> assertThat(row.severity()).isEqualTo(Severity.CRITICAL));
    }
}
