package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.text.EventText;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts and ends of processes. */
class ProcessWatchTests {

    private final Trace trace = new Trace(4);

    private void runs(int pid, int... gpus) {
        Instant started = this.trace.now();
        for (int gpu : gpus) {
            this.trace.machine.gpu(gpu).runs(pid, "python", started);
        }
    }

    @Test
    void aProcessOnSeveralGpusIsOneRowWhenItComesAndOneWhenItLeaves() {
        this.trace.rounds(5);
        runs(38817, 0, 1, 2, 3);
        this.trace.rounds(100);
        Instant came = this.trace.now().minusSeconds(99);
        for (int gpu = 0; gpu < 4; gpu++) {
            this.trace.machine.gpu(gpu).ends(38817);
        }
        Instant left = this.trace.now().plusSeconds(1);
        this.trace.rounds(30);

        List<GpuEvent> events = this.trace.events();
        assertThat(events)
                .extracting(GpuEvent::kind)
                .containsExactly(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED);
        assertThat(events).extracting(GpuEvent::at).containsExactly(came, left);
        assertThat(events)
                .allSatisfy((event) -> assertThat(event.facts())
                        .containsEntry(EventAttribute.PID, "38817")
                        .containsEntry(EventAttribute.PROCESS, "python")
                        .containsEntry(EventAttribute.USER, "asharma")
                        .containsEntry(EventAttribute.GPUS, "0-3"));
        assertThat(events.get(1).facts()).containsEntry(EventAttribute.SECONDS, "101");
    }

    @Test
    void aProgramThatTakesItsGpusOneAfterTheOtherIsOneRowOfAllOfThem() {
        Instant started = this.trace.now();
        for (int gpu = 1; gpu < 4; gpu++) {
            this.trace.machine.gpu(gpu).runs(38817, "python", started);
            this.trace.rounds(7);
        }

        assertThat(this.trace.events()).singleElement().satisfies((event) -> {
            assertThat(event.at()).isEqualTo(started.plusSeconds(1));
            assertThat(event.gpu()).isNull();
            assertThat(event.facts())
                    .containsEntry(EventAttribute.GPUS, "1-3")
                    .extractingByKey(EventAttribute.UUIDS)
                    .asString()
                    .hasSize(this.trace.machine.gpu(1).uuid().length() * 3 + 2);
        });
    }

    @Test
    void aProcessIsNamedByItsProgram() {
        Readings owner = Readings.of(Map.of(
                Metric.PROCESS_PROGRAM, new Reading.Text("train.py"), Metric.PROCESS_USER, new Reading.Text("mchen")));
        this.trace.rounds(5);
        this.trace
                .machine
                .gpu(1)
                .runs(new ProcessSample(7, ProcessSample.Type.COMPUTE, "/usr/bin/python", null, owner));
        this.trace.rounds(2);

        assertThat(this.trace.events()).singleElement().satisfies((event) -> {
            assertThat(event.facts())
                    .containsEntry(EventAttribute.PROCESS, "/usr/bin/python")
                    .containsEntry(EventAttribute.PROGRAM, "train.py");
            assertThat(EventText.of(event).title().en()).isEqualTo("train.py (pid 7, mchen) started on GPU 1");
        });
    }

    @Test
    void aProcessThatLeavesOneOfItsGpusIsAnEventOfThatGpu() {
        this.trace.rounds(5);
        runs(7, 0, 1, 2);
        this.trace.rounds(60);
        this.trace.machine.gpu(1).ends(7);
        Instant left = this.trace.now().plusSeconds(1);
        this.trace.rounds(30);

        assertThat(this.trace.events()).hasSize(2).last().satisfies((event) -> {
            assertThat(event.kind()).isEqualTo(EventKind.PROCESS_ENDED);
            assertThat(event.at()).isEqualTo(left);
            assertThat(event.facts())
                    .containsEntry(EventAttribute.GPUS, "1")
                    .containsEntry(EventAttribute.REMAINING_GPUS, "0,2");
            assertThat(EventText.of(event).title().en())
                    .isEqualTo("python (pid 7, asharma) left GPU 1 after 61 s; it is still on GPUs 0, 2");
        });

        this.trace.machine.gpu(0).ends(7);
        this.trace.machine.gpu(2).ends(7);
        this.trace.rounds(30);

        assertThat(this.trace.events())
                .hasSize(3)
                .last()
                .satisfies((event) -> assertThat(event.facts())
                        .containsEntry(EventAttribute.GPUS, "0,2")
                        .doesNotContainKey(EventAttribute.REMAINING_GPUS));
    }

    @Test
    void aProcessThatIsBrieflyNotListedOnOneGpuHasNotLeftIt() {
        runs(7, 0, 1);
        this.trace.rounds(5);
        Instant started = this.trace.now().minusSeconds(5);
        this.trace.machine.gpu(1).ends(7);
        this.trace.rounds(5);
        this.trace.machine.gpu(1).runs(7, "python", started);
        this.trace.rounds(5);
        this.trace.machine.gpu(1).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(60);

        assertThat(this.trace.events()).extracting(GpuEvent::kind).doesNotContain(EventKind.PROCESS_ENDED);
    }

    @Test
    void aProcessFromBeforeTheStartHasAnEndOnly() {
        Trace late = new Trace(1);
        TracedMachine machine = late.machine;
        machine.gpu(0).lists(false);
        late.rounds(3);
        machine.gpu(0).runs(7, "python", TracedMachine.START.minusSeconds(3600));
        machine.gpu(0).lists(true);
        late.rounds(5);
        assertThat(late.events()).isEmpty();
        machine.gpu(0).ends(7);
        late.rounds(12);

        assertThat(late.events()).extracting(GpuEvent::kind).containsExactly(EventKind.PROCESS_ENDED);
    }

    @Test
    void theNameOfAProcessMayBeKnownLater() {
        this.trace.machine.gpu(0).runs(7, null, null);
        Instant came = this.trace.now().plusSeconds(1);
        this.trace.rounds(1);
        assertThat(this.trace.events()).isEmpty();
        this.trace.machine.gpu(0).runs(7, "python", came);
        this.trace.rounds(1);

        assertThat(this.trace.events()).singleElement().satisfies((event) -> {
            assertThat(event.at()).isEqualTo(came);
            assertThat(event.facts()).containsEntry(EventAttribute.PROCESS, "python");
        });
    }

    @Test
    void aGpuWithUnknownProcessesHasLostNoProcess() {
        runs(7, 0);
        this.trace.rounds(5);
        this.trace.machine.gpu(0).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(60);
        this.trace.machine.gpu(0).becomes(GpuState.OK, this.trace.now()).lists(false);
        this.trace.rounds(60);
        this.trace.machine.gpu(0).lists(true);
        this.trace.rounds(60);

        assertThat(this.trace.events())
                .filteredOn((event) -> event.kind().name().startsWith("PROCESS"))
                .extracting(GpuEvent::kind)
                .containsExactly(EventKind.PROCESS_STARTED);
    }

    @Test
    void aProcessThatIsNotListedOnceHasNotEnded() {
        runs(7, 0);
        this.trace.rounds(5);
        this.trace.machine.gpu(0).ends(7);
        this.trace.rounds(2);
        runs(7, 0);
        this.trace.machine.gpu(0).runs(7, "python", this.trace.now().minusSeconds(7));
        this.trace.rounds(30);

        assertThat(this.trace.events()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, -1, 1, 2})
    void aSlightlyDifferentStartTimeIsOfTheSameProcess(int seconds) {
        Instant started = this.trace.now();
        this.trace.machine.gpu(0).runs(7, "python", started);
        this.trace.rounds(5);
        this.trace.machine.gpu(0).runs(7, "python", started.plusSeconds(seconds));
        this.trace.rounds(5);

        assertThat(this.trace.events()).extracting(GpuEvent::kind).containsExactly(EventKind.PROCESS_STARTED);
    }

    @Test
    void aProcessIdThatIsUsedAgainIsAnotherProcess() {
        runs(7, 0);
        this.trace.rounds(5);
        runs(7, 0);
        this.trace.rounds(5);

        assertThat(this.trace.events())
                .extracting(GpuEvent::kind)
                .containsExactly(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED, EventKind.PROCESS_STARTED);
    }

    @Test
    void manyShortProcessesAreSummarized() {
        for (int pid = 1; pid <= 300; pid++) {
            runs(pid, pid % 4);
            this.trace.rounds(1);
            this.trace.machine.gpu(pid % 4).ends(pid);
        }
        this.trace.rounds(120);

        List<GpuEvent> events = this.trace.events();
        assertThat(events).hasSizeLessThan(320);
        List<GpuEvent> started = events.stream()
                .filter((event) -> event.kind() == EventKind.PROCESS_STARTED)
                .toList();
        List<GpuEvent> sums = started.stream()
                .filter((event) -> event.facts().containsKey(EventAttribute.SUMMARIZED))
                .toList();
        assertThat(sums).hasSizeLessThan(6).allMatch((event) -> !event.facts().containsKey(EventAttribute.PID));
        int summarized = sums.stream().mapToInt(GpuEvent::count).sum();
        assertThat(summarized + started.size() - sums.size()).isEqualTo(300);
        assertThat(summarized).isGreaterThanOrEqualTo(130);
    }

    @Test
    void indexesAreWrittenAsPeopleWriteThem() {
        assertThat(EventGpu.indexes(new TreeSet<>(List.of(0, 1, 2, 3, 6)))).isEqualTo("0-3,6");
        assertThat(EventGpu.indexes(new TreeSet<>(List.of(4)))).isEqualTo("4");
    }

    @Test
    void manyEndsOfProcessesThatWereThereBeforeAreSummarized() {
        Trace late = new Trace(1);
        late.machine.gpu(0).lists(false);
        late.rounds(3);
        for (int pid = 1; pid <= 200; pid++) {
            late.machine.gpu(0).runs(pid, "python", TracedMachine.START.minusSeconds(3600));
        }
        late.machine.gpu(0).lists(true);
        late.rounds(5);
        for (int pid = 1; pid <= 200; pid++) {
            late.machine.gpu(0).ends(pid);
        }
        late.rounds(12);

        assertThat(late.events()).hasSize(31).allMatch((event) -> event.kind() == EventKind.PROCESS_ENDED);
        assertThat(late.events().get(30).count()).isEqualTo(170);
    }
}
