package io.gpulse.event.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a cause explains what is noticed. */
class RecentIncidentsTests {

    private static final Instant START = TracedMachine.START;

    private final EventCounts counts = new EventCounts();
    private final EventLog log = new EventLog(10, START, this.counts);
    private final RecentIncidents recent = new RecentIncidents();

    @ParameterizedTest
    @CsvSource({"1,12,true", "1,13,false", "60,130,true", "60,131,false"})
    void withRareRoundsACauseExplainsLaterDetections(int every, int later, boolean explained) {
        this.recent.update(Duration.ofSeconds(every));
        this.recent.add(
                "GPU-2",
                this.log.add(EventDraft.of(START, EventKind.XID, Severity.CRITICAL, null)
                        .withXid(79)));

        assertThat(this.recent.causeOf(EventKind.GPU_LOST, "GPU-2", START.plusSeconds(later)))
                .matches((cause) -> cause.isPresent() == explained);
    }

    @Test
    void aFaultCountsOnceEvenIfItsConsequenceWasDetectedFirst() {
        EventGpu gpu = new EventGpu(2, "GPU-2");
        this.recent.causeOr(EventDraft.of(START, EventKind.GPU_LOST, Severity.CRITICAL, gpu), this.log::begin);
        DriverIncidents incidents = new DriverIncidents(this.log, this.counts, this.recent);
        incidents.add(new DriverEvent.Xid(START.plusSeconds(1), new EventSubject(2, "GPU-2"), 79));
        incidents.add(new DriverEvent.Xid(START.plusSeconds(2), new EventSubject(2, "GPU-2"), 79));

        assertThat(this.log.since(Instant.EPOCH)).extracting(GpuEvent::kind).containsExactly(EventKind.XID);
        assertThat(this.counts.countsByKind()).containsEntry("gpu_lost", 1L).containsEntry("xid", 1L);
    }
}
