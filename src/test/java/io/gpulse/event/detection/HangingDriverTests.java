package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Source;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.text.EventText;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A driver that gpulse has not seen yet. */
class HangingDriverTests {

    private static final Source HANGING =
            Source.none("nvmlInit_v2 has not returned for 8 s.").hanging();

    @Test
    void oneThatDoesNotAnswerTheFirstCallIsAFault() {
        GpuEvent event = after(rounds(30, HANGING));

        assertThat(event.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(EventText.of(event).title().en()).isEqualTo("The driver does not answer");
    }

    @Test
    void oneThatIsNotInstalledIsNone() {
        GpuEvent event = after(rounds(30, Source.none("There is no driver.")));

        assertThat(event.severity()).isEqualTo(Severity.INFO);
        assertThat(EventText.of(event).title().en()).isEqualTo("No GPU was found");
    }

    @Test
    void oneThatTakesLongForItsFirstCallIsNoFault() {
        GpuEvent event = after(rounds(12, HANGING), rounds(3, Snapshots.NVML));

        assertThat(event.severity()).isEqualTo(Severity.INFO);
        assertThat(event.until()).isNotNull();
    }

    @Test
    void oneThatHangsAfterItWasMissingIsAFault() {
        GpuEvent event = after(rounds(20, Source.none("There is no driver.")), rounds(3, HANGING));

        assertThat(event.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(event.facts()).containsEntry(EventAttribute.REASON, HANGING.reason());
    }

    private static List<Source> rounds(int number, Source source) {
        return Collections.nCopies(number, source);
    }

    /** @param phases the source of each round, a second apart */
    @SafeVarargs
    private static GpuEvent after(List<Source>... phases) {
        TracedMachine machine = new TracedMachine(0);
        EventLog log = new EventLog(10, TracedMachine.START, new EventCounts());
        DriverWatch watch = new DriverWatch(log);
        Stream.of(phases).flatMap(List::stream).forEach((source) -> {
            machine.source(source);
            watch.accept(machine.next());
        });
        return log.since(Instant.EPOCH).stream()
                .filter((event) -> event.kind() == EventKind.DRIVER_GONE)
                .reduce((one, later) -> later)
                .orElseThrow();
    }
}
