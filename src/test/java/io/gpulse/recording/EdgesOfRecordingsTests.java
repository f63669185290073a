package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failures at the edges of a recording. */
class EdgesOfRecordingsTests {

    private static final Header HEADER = new Header("0.1.0", Recorded.AT, 1000, true);

    @TempDir
    private Path directory;

    @Test
    void aRecordingInWhichNoDriverOpenedIsLabelledAsWell() {
        RecordingWriter.to(this.directory.resolve("a"), HEADER).close(1);
        ReplaySource replay = new ReplaySource(
                () -> RecordingReader.read(this.directory.resolve("a")),
                StepwiseReplayClock::new,
                UnaryOperator.identity());

        Source source = replay.without("The driver hangs.");

        assertThat(source.kind()).isEqualTo(SourceKind.RECORDING);
        assertThat(source.simulated()).isTrue();
        assertThat(source.recordedAt()).isEqualTo(Recorded.AT);
        assertThat(source.reason()).isEqualTo("The driver hangs.");
        assertThat(source.caution()).isPresent();
    }

    @Test
    void twoRecordersOfOneFileLeaveEachOtherAlone() throws Exception {
        Path file = this.directory.resolve("a");
        RecordingWriter first = RecordingWriter.to(file, HEADER);

        assertThatThrownBy(() -> RecordingWriter.to(file, HEADER))
                .isInstanceOf(InvalidRecordingException.class)
                .hasMessageContaining("another recording is being made");

        first.close(7);
        assertThat(RecordingReader.read(file).nanos()).isEqualTo(7);
    }

    @Test
    void aLinkInThePlaceOfTheDraftIsNotFollowed() throws Exception {
        Path precious = Files.writeString(this.directory.resolve("precious"), "mine");
        Files.createSymbolicLink(this.directory.resolve("a.unfinished"), precious);

        assertThatThrownBy(() -> RecordingWriter.to(this.directory.resolve("a"), HEADER))
                .isInstanceOf(InvalidRecordingException.class);
        assertThat(precious).hasContent("mine");
    }

    @Test
    void aFileThatAppearedMeanwhileIsNotReplaced() throws Exception {
        Path file = this.directory.resolve("a");
        RecordingWriter writer = RecordingWriter.to(file, HEADER);
        Files.writeString(file, "mine");

        assertThatThrownBy(() -> writer.close(1)).isInstanceOf(InvalidRecordingException.class);
        assertThat(file).hasContent("mine");
        assertThat(this.directory.resolve("a.unfinished")).doesNotExist();
    }

    @NeedsCompiler
    @Test
    void aRoundThatIsReplayedTwiceKeepsItsRates() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory.resolve("driver"))
                .gpus(1)
                .value(0, "nvmlDeviceGetFieldValues[74]", "growing:1000000");
        Recording recording = Recorded.of(driver, this.directory.resolve("a"), 4, (round) -> {})
                .recording();
        AtomicLong nanos = new AtomicLong();
        TimedReplayClock pace = new TimedReplayClock(recording, 1, true, nanos::get);
        GpuSession session = new ReplaySource(() -> recording, (any) -> pace, UnaryOperator.identity()).open();
        Gpu gpu = session.attach(0);
        gpu.read(Recorded.due(0));
        nanos.set(Duration.ofSeconds(1).toNanos());
        GpuReadResult first = gpu.read(Recorded.due(1));
        nanos.addAndGet(Duration.ofMillis(100).toNanos());

        GpuReadResult again = gpu.read(Recorded.due(1));

        assertThat(first.readings().number(Metric.SHARE_BY_POWER_CAP)).isPresent();
        assertThat(again).isEqualTo(first);
    }

    @NeedsCompiler
    @Test
    void aGpuOfWhichEveryCallFailedIsNotMadeWellByOlderAnswers() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory.resolve("driver")).gpus(1);
        Recording recording = Recorded.of(driver, this.directory.resolve("a"), 3, (round) -> {
                    if (round == 1) {
                        driver.lose(0);
                    }
                })
                .recording();
        ReplaySource replay = new ReplaySource(() -> recording, StepwiseReplayClock::new, UnaryOperator.identity());
        Gpu gpu = replay.open().attach(0);

        assertThat(gpu.read(Recorded.due(0)).verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
        assertThat(gpu.read(Recorded.due(0)).verdict()).isEqualTo(GpuReadResult.Verdict.LOST);
    }
}
