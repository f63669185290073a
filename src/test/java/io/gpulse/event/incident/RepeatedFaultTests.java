package io.gpulse.event.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.web.EventMonitor.XidSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Faults that come again and again, and work that they remove. */
class RepeatedFaultTests {

    private static final Instant START = TracedMachine.START;

    private final EventCounts counts = new EventCounts();
    private final EventLog log = new EventLog(100, START, this.counts);
    private final DriverIncidents incidents = new DriverIncidents(this.log, this.counts, new RecentIncidents());
    private final TracedMachine machine = new TracedMachine(4);
    private final String uuid = this.machine.gpu(2).uuid();

    @BeforeEach
    void see() {
        this.incidents.update(this.machine.next());
    }

    private DriverEvent xid(long millis, int number) {
        return new DriverEvent.Xid(START.plusMillis(millis), new EventSubject(2, this.uuid), number);
    }

    private List<GpuEvent> events() {
        return this.log.since(Instant.EPOCH);
    }

    private GpuEvent only() {
        assertThat(events()).hasSize(1);
        return events().get(0);
    }

    private long counted(int xid) {
        return this.counts.xidErrors().getOrDefault(new XidSeries(2, this.uuid, xid), 0L);
    }

    @Test
    void equalFaultsOfTenSecondsAreOneRowThatCounts() {
        for (int time = 0; time < 50; time++) {
            this.incidents.add(xid(time * 500L, 31));
        }
        this.incidents.flush();
        assertThat(only().count()).isEqualTo(50);
        assertThat(counted(31)).isEqualTo(50);

        this.incidents.add(xid(50 * 500 + 10_001, 31));
        assertThat(events()).extracting(GpuEvent::count).containsExactly(50, 1);
    }

    @Test
    void aBurstOfAFaultIsPublishedOncePerRoundAndCountedFully() {
        List<Integer> published = new ArrayList<>();
        this.log.events().subscribe((event) -> published.add(event.count()));
        for (int time = 0; time < 100; time++) {
            this.incidents.add(xid(time * 10L, 31));
        }
        this.incidents.update(this.machine.next());
        this.incidents.add(xid(1500, 31));
        this.incidents.update(this.machine.next());

        assertThat(published).containsExactly(1, 2, 100, 101);
        assertThat(counted(31)).isEqualTo(101);
    }

    @Test
    void removedWorkIsAFactOfItsCause() {
        this.incidents.add(xid(0, 94));
        for (int time = 1; time <= 5; time++) {
            this.incidents.add(xid(time * 100L, 45));
        }

        assertThat(only().xid()).isEqualTo(94);
        assertThat(only().count()).isEqualTo(1);
        assertThat(only().facts()).containsEntry(EventAttribute.REMOVED, "5");
        assertThat(counted(45)).isEqualTo(5);
    }

    @Test
    void removedWorkThatIsReportedBeforeItsCauseBecomesAFactOfIt() {
        for (int time = 0; time < 7; time++) {
            this.incidents.add(xid(10L * time, 45));
        }
        this.incidents.add(xid(300, 94));
        this.incidents.update(this.machine.next());

        assertThat(only().xid()).isEqualTo(94);
        assertThat(only().count()).isEqualTo(1);
        assertThat(only().facts()).containsEntry(EventAttribute.REMOVED, "7");
    }

    @Test
    void removedWorkWithoutACauseIsGoodToKnow() {
        this.incidents.add(xid(0, 45));

        assertThat(only().severity()).isEqualTo(Severity.INFO);
    }
}
