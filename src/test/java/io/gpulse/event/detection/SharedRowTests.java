package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.TracedBoard;
import io.gpulse.event.text.EventText;
import io.gpulse.metric.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal episodes of several GPUs, which are one row. */
class SharedRowTests {

    private final Trace trace = new Trace(3);
    private final TracedBoard first = this.trace.machine.gpu(0);
    private final TracedBoard second = this.trace.machine.gpu(1);

    private GpuEvent only() {
        assertThat(this.trace.events()).hasSize(1);
        return this.trace.events().get(0);
    }

    private List<String> gpus() {
        return this.trace.events().stream().map(SharedRowTests::gpus).toList();
    }

    private static String gpus(GpuEvent event) {
        EventGpu gpu = event.gpu();
        return String.valueOf(gpu == null ? event.facts().get(EventAttribute.GPUS) : gpu.index());
    }

    @Test
    void gpusThatFallOffTheBusTogetherAreOneEventUntilEachAnswers() {
        this.first.becomes(GpuState.LOST, this.trace.now());
        this.second.becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        this.first.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);

        assertThat(only().kind()).isEqualTo(EventKind.GPU_LOST);
        assertThat(gpus()).containsExactly("0-1");
        assertThat(EventText.of(only()).title().en()).isEqualTo("GPUs 0–1 fell off the bus");
        assertThat(only().until()).isNull();
        this.second.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @ParameterizedTest
    @CsvSource({"14,0", "15,1"})
    void gpusThatHaveNotAnsweredYetAreStartingForAWhile(int seconds, int rows) {
        this.trace
                .machine
                .gpus()
                .forEach((gpu) -> gpu.answered(false)
                        .becomes(GpuState.STUCK, this.trace.now().plusSeconds(1)));
        this.trace.rounds(seconds + 1);

        assertThat(this.trace.events()).hasSize(rows).allMatch((event) -> event.kind() == EventKind.GPU_STUCK);
    }

    @Test
    void aGpuThatIsRemovedLaterLeavesTheRowOfTheLostOnes() {
        this.first.becomes(GpuState.LOST, this.trace.now());
        this.second.becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        this.first.removed();
        this.trace.rounds(1);

        assertThat(gpus()).containsExactly("0-1", "0");
        assertThat(this.trace.events().get(0).facts()).doesNotContainKey(EventAttribute.BUS);
        assertThat(this.trace.events().get(0).until()).isNull();
        assertThat(this.trace.events().get(1).facts()).containsEntry(EventAttribute.BUS, "removed");
    }

    @Test
    void lostGpusThatAreFoundToBeRemovedTogetherStayOneEvent() {
        this.first.becomes(GpuState.LOST, this.trace.now());
        this.second.becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        this.first.removed();
        this.second.removed();
        this.trace.rounds(2);

        assertThat(gpus()).containsExactly("0-1");
        assertThat(EventText.of(only()).title().en()).isEqualTo("GPUs 0–1 were removed");
        assertThat(only().until()).isNull();
        this.first.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isNull();
        this.second.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @Test
    void aRecoveryActionThatChangesForAllGpusOfARowStaysOneEvent() {
        this.first.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.second.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.trace.rounds(2);
        this.first.set(Metric.GPU_RECOVERY_ACTION, 2);
        this.second.set(Metric.GPU_RECOVERY_ACTION, 2);
        this.trace.rounds(1);

        assertThat(gpus()).containsExactly("0-1");
        assertThat(only().facts()).containsEntry(EventAttribute.ACTION, "2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFaultTakesItsGpuOutOfTheRowOfSeveral(boolean ofBoth) {
        this.first.becomes(GpuState.LOST, this.trace.now());
        this.second.becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        this.trace.fault(this.first, 79);
        if (ofBoth) {
            this.trace.fault(this.second, 79);
        }
        this.trace.rounds(2);

        assertThat(gpus()).containsExactly("1", "0");
        assertThat(this.trace.events())
                .extracting(GpuEvent::kind)
                .containsExactly(ofBoth ? EventKind.XID : EventKind.GPU_LOST, EventKind.XID);
        assertThat(this.trace.events()).allSatisfy((event) -> {
            assertThat(event.until()).isNull();
            assertThat(event.facts()).containsEntry(EventAttribute.STATE, "LOST");
            assertThat(event.facts()).doesNotContainKeys(EventAttribute.GPUS, EventAttribute.UUIDS);
        });

        this.first.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(this.trace.events()).extracting(GpuEvent::until).containsExactly(null, this.trace.now());
        this.second.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(this.trace.events().get(0).until()).isEqualTo(this.trace.now());
    }

    @Test
    void aRowOfSeveralGpusThatIsOverStaysAsItWas() {
        this.first.becomes(GpuState.LOST, this.trace.now());
        this.second.becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        this.first.becomes(GpuState.OK, this.trace.now());
        this.second.becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        this.trace.fault(this.first, 79);

        assertThat(gpus()).containsExactly("0-1", "0");
    }

    @Test
    void aFaultTakesItsGpuOutOfTheRecoveryActionOfSeveral() {
        this.first.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.second.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.trace.rounds(2);
        this.trace.fault(this.first, 95);
        this.trace.rounds(2);

        assertThat(gpus()).containsExactly("1", "0");
        assertThat(this.trace.events())
                .extracting(GpuEvent::kind)
                .containsExactly(EventKind.RECOVERY_ACTION, EventKind.XID);
        assertThat(this.trace.events().get(1).facts()).containsEntry(EventAttribute.ACTION, "1");
        this.second.set(Metric.GPU_RECOVERY_ACTION, 0);
        this.trace.rounds(1);
        assertThat(this.trace.events().get(0).until()).isEqualTo(this.trace.now());
    }

    @Test
    void aRecoveryActionOfSeveralGpusIsOneEventThatAnotherActionLeaves() {
        this.first.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.second.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.trace.rounds(3);
        assertThat(gpus()).containsExactly("0-1");

        this.second.set(Metric.GPU_RECOVERY_ACTION, 2);
        this.trace.rounds(1);
        assertThat(gpus()).containsExactly("0-1", "1");
        assertThat(this.trace.events())
                .extracting((event) -> String.valueOf(event.facts().get(EventAttribute.ACTION)))
                .containsExactly("1", "2");

        this.first.set(Metric.GPU_RECOVERY_ACTION, 0);
        this.trace.rounds(1);
        assertThat(this.trace.events()).extracting(GpuEvent::until).containsExactly(this.trace.now(), null);
    }

    @Test
    void theSameLinkOfSeveralGpusIsOneEventWithTheSumOfTheirErrors() {
        for (TracedBoard gpu : List.of(this.first, this.second)) {
            gpu.link(7, Metric.LINK_RECOVERIES, 0).link(8, Metric.LINK_RECOVERIES, 0);
        }
        this.trace.rounds(1);
        this.first.link(7, Metric.LINK_RECOVERIES, 2);
        this.second.link(7, Metric.LINK_RECOVERIES, 3).link(8, Metric.LINK_RECOVERIES, 1);
        this.trace.rounds(2);

        assertThat(gpus()).containsExactly("0-1", "1");
        assertThat(this.trace.events().get(0).facts())
                .containsEntry(EventAttribute.LINK, "7")
                .containsEntry("recoveries", "5")
                .containsEntry(EventAttribute.TOTAL, "5");
    }

    @ParameterizedTest
    @CsvSource({"8,5", "5,8"})
    void theSlowestStateOfSeveralGpusStaysWhicheverEndsLast(int ofFirst, int ofSecond) {
        this.first.set(Metric.PSTATE, ofFirst).runs(1, null, null);
        this.second.set(Metric.PSTATE, ofSecond).runs(2, null, null);
        this.trace.rounds(40);
        assertThat(this.trace.events())
                .filteredOn((event) -> event.kind() == EventKind.P_STATE)
                .extracting((event) -> event.facts().get(EventAttribute.P_STATE))
                .containsExactly("P8");
        this.first.set(Metric.PSTATE, 0);
        this.trace.rounds(2);
        this.second.set(Metric.PSTATE, 0);
        this.trace.rounds(2);

        assertThat(this.trace.events())
                .filteredOn((event) -> event.kind() == EventKind.P_STATE)
                .singleElement()
                .satisfies((event) -> {
                    assertThat(event.until()).isNotNull();
                    assertThat(event.facts())
                            .containsEntry(EventAttribute.GPUS, "0-1")
                            .containsEntry(EventAttribute.P_STATE, "P8");
                });
    }
}
