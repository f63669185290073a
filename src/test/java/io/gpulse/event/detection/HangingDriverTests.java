package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Source;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.text.EventText;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A driver that gpulse has not seen yet. */
class HangingDriverTests {

    @Test
    void oneThatDoesNotAnswerTheFirstCallIsAFault() {
        GpuEvent event =
                after(Source.none("nvmlInit_v2 has not returned for 8 s.").hanging());

        assertThat(event.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(EventText.of(event).title().en()).isEqualTo("The driver does not answer");
    }

    @Test
    void oneThatIsNotInstalledIsNone() {
        GpuEvent event = after(Source.none("There is no driver."));

        assertThat(event.severity()).isEqualTo(Severity.INFO);
        assertThat(EventText.of(event).title().en()).isEqualTo("No GPU was found");
    }

    private static GpuEvent after(Source source) {
        TracedMachine machine = new TracedMachine(0);
        machine.source(source);
        EventLog log = new EventLog(10, TracedMachine.START, new EventCounts());
        DriverWatch watch = new DriverWatch(log);
        for (int round = 0; round < 30; round++) {
            watch.accept(machine.next());
        }
        return log.since(Instant.EPOCH).stream()
                .filter((event) -> event.kind() == EventKind.DRIVER_GONE)
                .findFirst()
                .orElseThrow();
    }
}
