package io.gpulse.host;

import static io.gpulse.metric.Metric.HOST_LOAD_1M;
import static io.gpulse.metric.Metric.HOST_MEMORY_AVAILABLE;
import static io.gpulse.metric.Metric.HOST_MEMORY_TOTAL;
import static io.gpulse.metric.Metric.HOST_MEMORY_USED;
import static io.gpulse.metric.Metric.HOST_PROCESSES_BLOCKED;
import static io.gpulse.metric.Metric.HOST_PROCESSES_RUNNABLE;
import static io.gpulse.metric.Metric.HOST_SWAP_USED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcHostTests {

    private final Stopwatch stopwatch = new Stopwatch();

    @TempDir
    private Path root;

    private FakeProc proc;
    private ProcHost host;

    @BeforeEach
    void aMachine() {
        this.proc = new FakeProc(this.root);
        this.host = new ProcHost(new ProcFolder(this.root, this.stopwatch), () -> "node-7");
    }

    static Stream<Metric> rows() {
        return Metric.of(Scope.HOST).stream().filter((row) -> row.spec().cadence() == Cadence.FAST);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theKernelsFigureOfARowIsReadBack(Metric row) {
        this.host.read();

        for (Probe probe : row.spec().probes()) {
            Probe.Proc source = (Probe.Proc) probe;
            double expected = this.proc.set(source.file(), source.figure());
            this.stopwatch.advance(1);
            assertThat(read().number(row)).hasValue(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void withoutProcNothingIsSupported(Metric row) {
        ProcHost elsewhere = new ProcHost(ProcFolder.at(this.root.resolve("nothing-here")), () -> "mac");

        Readings readings = elsewhere.read().readings();

        assertThat(readings.of(row)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void emptyFilesGiveNoNumbers(Metric row) {
        this.host.read();
        Stream.of("stat", "loadavg", "meminfo", "vmstat", "diskstats", "1/net/dev")
                .forEach((file) -> this.proc.write(file, ""));
        this.stopwatch.advance(1);

        assertThat(read().number(row)).isEmpty();
    }

    @Test
    void theMachineIsNamed() {
        assertThat(this.host.read().hostname()).isEqualTo("node-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"procs_running many", "procs_running -1", "procs_running 1 2"})
    void aNumberOfProcessesInAnotherFormatIsAnError(String line) {
        this.proc.write("stat", line + "\n");

        Readings readings = read();

        assertThat(readings.of(HOST_PROCESSES_RUNNABLE)).contains(Reading.absent(Reason.ERROR));
        assertThat(readings.of(HOST_PROCESSES_BLOCKED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aMachineWithoutSwapUsesNone() {
        this.proc.write("meminfo", "SwapCached: 7 kB\nSwapTotal:       0 kB\nSwapFree:        0 kB\n");

        assertThat(read().number(HOST_SWAP_USED)).hasValue(0);
    }

    @Test
    void aKernelWithoutSwapDoesNotReportIt() {
        this.proc.write("meminfo", "MemTotal: 10 kB\n");

        assertAbsent(HOST_SWAP_USED, Reason.NOT_SUPPORTED);
    }

    @Test
    void aFigureThatAnOldKernelLacksIsNotSupported() {
        this.proc.write("meminfo", "MemTotal:  1000 kB\nMemFree:  10 kB\n");

        Readings readings = read();

        assertThat(readings.of(HOST_MEMORY_AVAILABLE)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.of(HOST_MEMORY_USED)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.number(HOST_MEMORY_TOTAL)).hasValue(1_024_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lots kB", "-5 kB", "12", "12 MB", "", "12 kB 13", "99999999999999999999 kB"})
    void memoryThatIsNoAmountIsAnError(String amount) {
        this.proc.write("meminfo", "MemTotal: " + amount + "\n");

        assertAbsent(HOST_MEMORY_TOTAL, Reason.ERROR);
    }

    @Test
    void moreMemoryLeftThanThereIsIsAnError() {
        this.proc.write("meminfo", "MemTotal: 10 kB\nMemAvailable: 11 kB\n");

        assertAbsent(HOST_MEMORY_USED, Reason.ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NaN 1 2", "-1 1 2", "1e9 1 2", "\u00ff\u0000"})
    void aLoadThatIsNoLoadIsAnError(String line) {
        this.proc.write("loadavg", line);

        assertAbsent(HOST_LOAD_1M, Reason.ERROR);
    }

    @Test
    void aMissingFileConcernsItsOwnRowsOnly() {
        this.proc.delete("loadavg");

        Readings readings = read();

        assertThat(readings.of(HOST_LOAD_1M)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.number(HOST_MEMORY_TOTAL)).isPresent();
    }

    @Test
    void aFolderInAFilesPlaceIsAnError() throws IOException {
        this.proc.delete("loadavg");
        Files.createDirectory(this.root.resolve("loadavg"));

        assertAbsent(HOST_LOAD_1M, Reason.ERROR);
    }

    @Test
    void aFileThatWeMayNotReadIsNoPermission() throws IOException {
        Path file = this.root.resolve("loadavg");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "root may read everything");

        assertAbsent(HOST_LOAD_1M, Reason.NO_PERMISSION);
    }

    private void assertAbsent(Metric metric, Reason reason) {
        assertThat(read().of(metric)).contains(Reading.absent(reason));
    }

    private Readings read() {
        return this.host.read().readings();
    }
}
