package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.text.EventText;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GPUs and drivers that do not answer. */
class StateAlertTests {

    private final Trace trace = new Trace(2);

    @ParameterizedTest
    @CsvSource({"LOST,GPU_LOST", "STUCK,GPU_STUCK", "RESET_REQUIRED,GPU_FAILED", "ERROR,GPU_FAILED"})
    void aGpuThatDoesNotAnswerIsOneIncidentUntilItIsBack(GpuState state, EventKind kind) {
        Instant since = this.trace.now().plusSeconds(1);
        this.trace.machine.gpu(1).becomes(state, since);
        this.trace.rounds(60);

        GpuEvent event = only();
        assertThat(event.kind()).isEqualTo(kind);
        assertThat(event.at()).isEqualTo(since);
        assertThat(event.until()).isNull();
        assertThat(event.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(event.gpu()).isEqualTo(this.trace.machine.gpu(1).gpu());

        this.trace.machine.gpu(1).becomes(GpuState.ATTACHING, this.trace.now());
        this.trace.rounds(2);
        assertThat(only().until()).isNull();
        this.trace.machine.gpu(1).becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
        assertThat(only().id()).isEqualTo(event.id());
        assertThat(only().sequence()).isGreaterThan(event.sequence());
    }

    @Test
    void aGpuThatAnswersLateIsAWarningAndOneThatDoesNotIsAnotherRow() {
        this.trace.machine.gpu(1).becomes(GpuState.SLOW, this.trace.now());
        this.trace.rounds(60);
        GpuEvent slow = only();
        assertThat(slow.kind()).isEqualTo(EventKind.GPU_STUCK);
        assertThat(slow.severity()).isEqualTo(Severity.WARNING);
        assertThat(EventText.of(slow).title().en()).isEqualTo("GPU 1 answers late");
        assertThat(EventText.of(slow).action().en()).contains("poll the driver");

        this.trace.machine.gpu(1).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(1);

        assertThat(this.trace.events()).hasSize(2).anySatisfy((row) -> {
            assertThat(row.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(EventText.of(row).title().en()).isEqualTo("GPU 1 does not answer");
        });

        this.trace.machine.gpu(1).becomes(GpuState.SLOW, this.trace.now());
        this.trace.rounds(5);
        assertThat(this.trace.events())
                .extracting((row) -> EventText.of(row).title().en())
                .containsExactlyInAnyOrder("GPU 1 answers late", "GPU 1 does not answer", "GPU 1 answers late");
    }

    @Test
    void theSlotOfASolderedGpuIsNotChecked() {
        this.trace.machine.gpu(0).called("Orin (nvgpu)").becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(1);

        String action = Objects.requireNonNull(EventText.of(only()).action()).en();
        assertThat(action).contains("Reboot").doesNotContain("slot");
    }

    @Test
    void aGpuThatSleepsIsNoIncidentAndEndsOne() {
        this.trace.machine.gpu(0).becomes(GpuState.SLEEPING, this.trace.now());
        this.trace.rounds(60);
        assertThat(this.trace.events()).isEmpty();

        this.trace.machine.gpu(0).becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(1);
        this.trace.machine.gpu(0).becomes(GpuState.SLEEPING, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @Test
    void aLostGpuThatIsFoundToBeRemovedIsTheSameIncident() {
        this.trace.machine.gpu(1).becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);
        assertThat(only().facts()).doesNotContainKey(EventAttribute.BUS);

        this.trace.machine.gpu(1).removed();
        this.trace.rounds(2);

        assertThat(only().facts()).containsEntry(EventAttribute.BUS, "removed");
        assertThat(only().until()).isNull();
    }

    @Test
    void aDriverThatHangsIsOneEventUntilTheLastGpuAnswers() {
        Trace board = new Trace(20);
        Instant since = board.now();
        board.machine.gpus().forEach((gpu) -> gpu.becomes(GpuState.STUCK, since));
        board.rounds(5);

        assertThat(board.events()).singleElement().satisfies((event) -> {
            assertThat(event.kind()).isEqualTo(EventKind.GPU_STUCK);
            assertThat(event.gpu()).isNull();
            assertThat(event.facts()).containsEntry(EventAttribute.GPUS, "0-19");
            assertThat(EventText.of(event).title().en()).isEqualTo("GPUs 0–19 do not answer");
        });

        board.machine.gpu(0).becomes(GpuState.OK, board.now());
        board.rounds(1);
        assertThat(board.events())
                .singleElement()
                .satisfies((event) -> assertThat(event.until()).isNull());
        board.machine.gpus().forEach((gpu) -> gpu.becomes(GpuState.OK, board.now()));
        board.rounds(1);
        assertThat(board.events())
                .singleElement()
                .satisfies((event) -> assertThat(event.until()).isEqualTo(board.now()));
    }

    @Test
    void gpusThatAreRemovedTogetherAreOneEventUntilEachIsBack() {
        this.trace.machine.gpus().forEach((gpu) -> {
            gpu.becomes(GpuState.LOST, this.trace.now());
            gpu.removed();
        });
        this.trace.rounds(3);

        assertThat(only().kind()).isEqualTo(EventKind.GPU_LOST);
        assertThat(only().facts())
                .containsEntry(EventAttribute.GPUS, "0-1")
                .containsEntry(EventAttribute.INDEXES, "0 1")
                .containsEntry(EventAttribute.RULE, "gpu-lost");
        this.trace.machine.gpu(0).becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isNull();
        this.trace.machine.gpu(1).becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @Test
    void gpusThatStopAnsweringAnHourApartAreTwoEvents() {
        this.trace.machine.gpu(0).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(60);
        this.trace.machine.gpu(1).becomes(GpuState.STUCK, this.trace.now());
        this.trace.rounds(5);

        assertThat(this.trace.events()).hasSize(2);
    }

    @Test
    void aGpuWithoutPermissionHasNoIncident() {
        this.trace.machine.gpu(1).forbidden(this.trace.now());
        this.trace.rounds(60);

        assertThat(this.trace.events()).isEmpty();
    }

    @Test
    void aGpuWithoutFiguresOfNowHasNoIncident() {
        this.trace.machine.gpu(1).outdated(this.trace.now());
        this.trace.rounds(60);

        assertThat(this.trace.events()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"-5", "5"})
    void aGpuThatFellOffTheBusIsOneIncidentWhoseCauseIsTheXid(int seconds) {
        Instant lost = this.trace.now().plusSeconds(20);
        DriverEvent.Xid xid = new DriverEvent.Xid(
                lost.plusSeconds(seconds),
                new EventSubject(1, this.trace.machine.gpu(1).uuid()),
                79);
        this.trace.rounds(19);
        if (seconds < 0) {
            this.trace.driver.add(xid);
        }
        this.trace.machine.gpu(1).becomes(GpuState.LOST, lost);
        this.trace.rounds(5);
        if (seconds > 0) {
            this.trace.driver.add(xid);
        }
        this.trace.rounds(5);

        assertThat(only().kind()).isEqualTo(EventKind.XID);
        assertThat(only().xid()).isEqualTo(79);
        assertThat(only().facts()).containsEntry(EventAttribute.STATE, "LOST");
        assertThat(only().at()).isEqualTo(seconds < 0 ? xid.receivedAt() : lost);
        assertThat(only().until()).isNull();

        this.trace.machine.gpu(1).becomes(GpuState.OK, this.trace.now());
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @Test
    void aDriverThatIsGoneIsOneIncidentForAnyStateOfItsGpus() {
        this.trace.machine.source(Snapshots.NVML.failing("The driver is not loaded (NVML code 9)."));
        this.trace.machine.gpus().forEach((gpu) -> gpu.becomes(GpuState.ERROR, this.trace.now()));
        Instant since = this.trace.now().plusSeconds(1);
        this.trace.rounds(30);

        assertThat(only().kind()).isEqualTo(EventKind.DRIVER_GONE);
        assertThat(only().at()).isEqualTo(since);
        assertThat(only().reportedAt()).isAfter(since);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(only().facts()).containsEntry(EventAttribute.REASON, "The driver is not loaded (NVML code 9).");

        this.trace.machine.source(Snapshots.NVML);
        this.trace.machine.gpus().forEach((gpu) -> gpu.becomes(GpuState.OK, this.trace.now()));
        this.trace.rounds(5);
        assertThat(only().until()).isEqualTo(since.plusSeconds(30));
    }

    @Test
    void aShortTimeWithoutADriverIsARenewal() {
        this.trace.machine.source(Snapshots.NVML.failing("A lost GPU is back on the bus."));
        this.trace.rounds(2);
        this.trace.machine.source(Snapshots.NVML);
        this.trace.rounds(30);

        assertThat(only().kind()).isEqualTo(EventKind.DRIVER_RENEWED);
        assertThat(only().severity()).isEqualTo(Severity.INFO);
        assertThat(Duration.between(only().at(), Objects.requireNonNull(only().until())))
                .isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void anotherDriverVersionIsReported() {
        Source before = Snapshots.NVML;
        this.trace.machine.source(
                new Source(before.kind(), false, "615.71", before.nvmlVersion(), before.cudaVersion(), null));
        this.trace.rounds(3);

        assertThat(only().kind()).isEqualTo(EventKind.DRIVER_RENEWED);
        assertThat(only().facts())
                .containsEntry(EventAttribute.FROM, "580.95.05")
                .containsEntry(EventAttribute.TO, "615.71");
    }

    @ParameterizedTest
    @CsvSource({"11,11,no-rounds", "3600,1,asleep-or-clock-set"})
    void aTimeWithoutRoundsIsAGap(long shown, long passed, String reason) {
        Instant last = this.trace.now();
        this.trace.later(Duration.ofSeconds(shown), Duration.ofSeconds(passed)).rounds(3);

        assertThat(only().kind()).isEqualTo(EventKind.GAP);
        assertThat(only().at()).isEqualTo(last);
        assertThat(only().until()).isEqualTo(last.plusSeconds(shown));
        assertThat(only().facts())
                .containsEntry(EventAttribute.SECONDS, Long.toString(shown))
                .containsEntry(EventAttribute.REASON, reason);
    }

    @ParameterizedTest
    @CsvSource({"9,9", "-3600,1"})
    void aLateRoundAndAClockThatIsSetBackAreNoGap(long shown, long passed) {
        this.trace.later(Duration.ofSeconds(shown), Duration.ofSeconds(passed)).rounds(3);

        assertThat(this.trace.events()).isEmpty();
    }

    private GpuEvent only() {
        assertThat(this.trace.events()).hasSize(1);
        return this.trace.events().get(0);
    }

    @Test
    void aGpuThatIsStuckAndThenLostByAFaultIsOneIncident() {
        this.trace.machine.gpu(1).becomes(GpuState.STUCK, this.trace.now().plusSeconds(1));
        this.trace.rounds(2);
        this.trace.driver.add(new DriverEvent.Xid(
                this.trace.now(), new EventSubject(1, this.trace.machine.gpu(1).uuid()), 79));
        this.trace.rounds(60);
        this.trace.machine.gpu(1).becomes(GpuState.LOST, this.trace.now());
        this.trace.rounds(2);

        assertThat(only().xid()).isEqualTo(79);
        assertThat(only().until()).isNull();
        assertThat(only().facts()).containsEntry(EventAttribute.STATE, "LOST");
    }
}
