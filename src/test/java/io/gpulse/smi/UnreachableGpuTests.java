package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.device.Diagnosis.Step;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.setup.SetupSteps;
import io.gpulse.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** nvidia-smi does not reach one of three GPUs, and prints none of them unless the others are named. */
class UnreachableGpuTests {

    private static final String LINE = "Unable to determine the device handle for GPU0000:02:00.0: GPU is lost."
            + "  Reboot the system to recover this GPU";
    private static final String FIRST = SmallXml.gpu("00000000:01:00.0", "GPU-1", "");
    private static final String SECOND = SmallXml.gpu("00000000:02:00.0", "GPU-2", "");
    private static final String THIRD = SmallXml.gpu("00000000:0A:00.0", "GPU-3", "");

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-11-26T12:00:00Z"));
    private final List<GpuSession> sessions = new ArrayList<>();
    private List<String> kernelGpus = List.of("0000:01:00.0", "0000:02:00.0", "0000:0a:00.0");

    @AfterEach
    void close() {
        this.sessions.forEach(GpuSession::close);
    }

    @Test
    void theOthersAreReadAndKeepTheirIndices() throws Exception {
        GpuSession session = open(source(without("*0A*", FIRST + THIRD)));

        assertThat(session.gpuCount()).isEqualTo(3);
        assertThat(session.attach(0).identity().uuid()).isEqualTo("GPU-1");
        assertThat(session.attach(2).identity().uuid()).isEqualTo("GPU-3");
        assertThat(this.directory.resolve("arguments")).hasContent("-q -x -l 1 -i 00000000:01:00.0,00000000:0A:00.0");
    }

    @Test
    void theGpuThatNvidiaSmiNamesIsLost() throws Exception {
        GpuSession session = open(source(without("*0A*", FIRST + THIRD)));

        GpuRefusedException lost = catchThrowableOfType(GpuRefusedException.class, () -> session.attach(1));

        assertThat(lost.result().verdict()).isEqualTo(Verdict.LOST);
        assertThat(lost).hasMessage("nvidia-smi prints: \"" + LINE + "\".");
        assertThat(lost.identity()).isNull();
    }

    @Test
    void aGpuThatWasPrintedBeforeKeepsItsIdentity() throws Exception {
        SmiSource source = source("[ -e fallen ] || { " + print(FIRST + SECOND + THIRD) + "exec sleep 600; }\n"
                + without("*0A*", FIRST + THIRD));
        this.kernelGpus = List.of();
        open(source).close();
        Files.createFile(this.directory.resolve("fallen"));

        GpuSession session = open(source);

        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(1))
                        .identity())
                .isEqualTo(new GpuIdentity("GPU-2", "NVIDIA Test", "00000000:02:00.0"));
        assertThat(session.attach(2).identity().uuid()).isEqualTo("GPU-3");
    }

    @Test
    void allGpusAreTriedAgainAfterTenMinutes() throws Exception {
        SmiSource source = source("[ ! -e back ] || { " + print(FIRST + SECOND + THIRD) + "exec sleep 600; }\n"
                + without("*0A*", FIRST + THIRD));
        GpuSession session = open(source);
        this.clock.advance(Duration.ofSeconds(599));
        assertThat(session.renewal()).isEmpty();

        this.clock.advance(Duration.ofSeconds(1));
        assertThat(session.renewal()).hasValue(new GpuSession.Renewal("nvidia-smi may reach all GPUs again.", true));

        session.close();
        Files.createFile(this.directory.resolve("back"));
        GpuSession next = open(source);
        assertThat(next.attach(1).identity().uuid()).isEqualTo("GPU-2");
        this.clock.advance(Duration.ofSeconds(600));
        assertThat(next.renewal()).isEmpty();
    }

    @Test
    void severalGpusMayBeUnreachable() throws Exception {
        String second =
                "case \"$*\" in *-i*0A*) echo '" + LINE.replace("0000:02", "00000000:0A") + "'; exit 15;; esac\n";

        GpuSession session = open(source(second + without("*01*", FIRST)));

        assertThat(session.gpuCount()).isEqualTo(3);
        assertThat(session.attach(0).identity().uuid()).isEqualTo("GPU-1");
        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(1)))
                .hasMessageContaining("GPU0000:02:00.0");
        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(2)))
                .hasMessageContaining("GPU00000000:0A:00.0");
    }

    @Test
    void theRefusalNamesTheGpuWhereNoOtherIsKnown() throws Exception {
        this.kernelGpus = List.of("0000:02:00.0");
        SmiSource source = source(without("*0A*", FIRST + THIRD));

        assertThat(catchThrowableOfType(SourceUnavailableException.class, source::open))
                .hasMessage("nvidia-smi cannot be used. It ended with code 15: a GPU is no longer accessible; it"
                        + " printed \"" + LINE + "\".");
        assertThat(source.diagnosis().steps()).isEqualTo(SetupSteps.OF_LOST_GPU);
    }

    static Stream<Arguments> steps() {
        return Stream.of(
                Arguments.of(4, "denied", SetupSteps.OF_MISSING_PERMISSION),
                Arguments.of(6, "No devices were found", SetupSteps.OF_MISSING_GPUS),
                Arguments.of(9, "NVIDIA-SMI has failed", SetupSteps.OF_SILENT_DRIVER),
                Arguments.of(12, "NVIDIA-SMI couldn't find libnvidia-ml.so", SetupSteps.OF_MISSING_LIBRARY),
                Arguments.of(15, "Unknown Error", SetupSteps.OF_LOST_GPU),
                Arguments.of(18, "Driver/library version mismatch", SetupSteps.OF_UPGRADED_DRIVER),
                Arguments.of(255, "Unknown Error", SetupSteps.OF_LOST_GPU),
                Arguments.of(0, LINE, SetupSteps.OF_LOST_GPU),
                Arguments.of(1, "no", List.of(new Step("Run nvidia-smi as the user of gpulse.", "nvidia-smi -q -x"))));
    }

    @ParameterizedTest
    @MethodSource
    void steps(int code, String printed, List<Step> steps) throws Exception {
        SmiSource source = source("cat <<'END'\n" + printed + "\nEND\nexit " + code);
        this.kernelGpus = List.of();

        catchThrowableOfType(SourceUnavailableException.class, source::open);

        assertThat(source.diagnosis().steps()).isEqualTo(steps);
    }

    private GpuSession open(SmiSource source) throws SourceUnavailableException {
        GpuSession session = source.open();
        this.sessions.add(session);
        return session;
    }

    /** Prints GPUs if the arguments name certain ones, otherwise only the line. */
    private static String without(String named, String gpus) {
        return "case \"$*\" in *-i" + named + ") echo \"$*\" > arguments; " + print(gpus) + "exec sleep 600;; esac\n"
                + "echo '" + LINE + "'; exit 15";
    }

    private static String print(String gpus) {
        return "cat <<'END'\n" + SmallXml.document(gpus) + "\nEND\n";
    }

    private SmiSource source(String script) throws IOException {
        Path program = this.directory.resolve("nvidia-smi");
        Files.writeString(program, "#!/bin/sh\ncd " + this.directory + "\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        ProgramFeed.Timing timing = new ProgramFeed.Timing(1, Duration.ofSeconds(60), this.clock, this.clock::nanos);
        return new SmiSource(new ProgramOrigin(program, timing, () -> this.kernelGpus), true);
    }
}
