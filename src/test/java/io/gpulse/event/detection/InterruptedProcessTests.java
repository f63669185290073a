package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Starts and ends of processes while their GPUs are not read. */
class InterruptedProcessTests {

    private final Trace trace = new Trace(4);

    @Test
    void aProcessThatEndedOnALostGpuEndedWhenItWasLastSeen() {
        this.trace.rounds(5);
        Instant started = this.trace.now();
        this.trace.machine.gpu(0).runs(7, "python", started);
        this.trace.machine.gpu(1).runs(7, "python", started);
        this.trace.rounds(60);
        Instant seen = this.trace.now();
        this.trace.machine.gpu(0).becomes(GpuState.LOST, seen);
        this.trace.machine.gpu(1).becomes(GpuState.LOST, seen);
        this.trace.rounds(3600);
        this.trace.machine.gpu(0).becomes(GpuState.OK, this.trace.now()).ends(7);
        this.trace.machine.gpu(1).becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(30);

        assertThat(ends()).singleElement().satisfies((event) -> {
            assertThat(event.at()).as("left GPU 0").isEqualTo(seen);
            assertThat(event.facts()).containsEntry(EventAttribute.SECONDS, "60");
        });

        this.trace.machine.gpu(1).lists(false);
        Instant listed = this.trace.now();
        this.trace.rounds(60);
        this.trace.machine.gpu(1).lists(true).ends(7);
        this.trace.rounds(30);

        assertThat(ends()).hasSize(2).last().extracting(GpuEvent::at).isEqualTo(listed);
    }

    private List<GpuEvent> ends() {
        return this.trace.events().stream()
                .filter((event) -> event.kind() == EventKind.PROCESS_ENDED)
                .toList();
    }

    @Test
    void aProcessThatStartedWhileItsGpuWasNotReadHasStartedAlsoIfItsOwnerIsKnownLater() {
        this.trace.rounds(5);
        this.trace.machine.gpu(0).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(30);
        Instant started = this.trace.now().minusSeconds(10);
        this.trace.machine.gpu(0).becomes(GpuState.OK, this.trace.now()).runs(7, null, null);
        this.trace.rounds(2);
        this.trace.machine.gpu(0).runs(7, "python", started);
        this.trace.rounds(5);

        assertThat(this.trace.events())
                .filteredOn((event) -> event.kind() == EventKind.PROCESS_STARTED)
                .singleElement()
                .satisfies((event) ->
                        assertThat(event.facts()).containsEntry(EventAttribute.STARTED_AT, started.toString()));
    }
}
