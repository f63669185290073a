package io.gpulse.host;

import static io.gpulse.metric.Metric.HOST_CPU_IOWAIT;
import static io.gpulse.metric.Metric.HOST_CPU_STEAL;
import static io.gpulse.metric.Metric.HOST_CPU_SYSTEM;
import static io.gpulse.metric.Metric.HOST_CPU_USER;
import static io.gpulse.metric.Metric.HOST_CPU_UTILIZATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The use of the processors' time. */
class CpuFiguresTests {

    @TempDir
    private Path root;

    private FakeProc proc;
    private ProcHost host;

    @BeforeEach
    void aMachine() {
        this.proc = new FakeProc(this.root);
        this.host = new ProcHost(ProcFolder.at(this.root), () -> "node-7");
    }

    @Test
    void theFirstSampleHasNoShareOfTime() {
        assertAbsent(HOST_CPU_UTILIZATION, Reason.NO_DATA);
    }

    @Test
    void withoutATickThereIsNoShareOfTime() {
        this.host.read();

        assertAbsent(HOST_CPU_UTILIZATION, Reason.NO_DATA);
    }

    @Test
    void guestsAreNotCountedTwiceAndWaitingForDisksIsNotBusy() {
        this.proc.stat("cpu  0 0 0 0 0 0 0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  25 0 0 25 50 0 0 0 25 0");

        assertThat(read().number(HOST_CPU_UTILIZATION)).hasValue(25);
    }

    @Test
    void anIdleMachineIsZeroPercentBusy() {
        this.proc.stat("cpu  10 0 0 100 0 0 0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  10 0 0 200 0 0 0 0 0 0");

        assertThat(read().number(HOST_CPU_UTILIZATION)).hasValue(0);
    }

    @Test
    void countersThatWereResetGiveNoDataOnce() {
        this.proc.stat("cpu  500 0 0 500 0 0 0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  5 0 0 900 0 0 0 0 0 0");
        assertAbsent(HOST_CPU_UTILIZATION, Reason.NO_DATA);

        this.proc.stat("cpu  10 0 0 905 0 0 0 0 0 0");
        assertThat(read().number(HOST_CPU_UTILIZATION)).hasValue(50);
    }

    @Test
    void waitingTimeThatTheKernelTakesBackIsNoReset() {
        this.proc.stat("cpu  100 0 0 100 50 0 0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  110 0 0 115 45 0 0 0 0 0");

        assertThat(read().number(HOST_CPU_UTILIZATION)).hasValue(50);
    }

    @Test
    void anOldKernelsFourColumnsWillDo() {
        this.proc.stat("cpu  0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  1 1 1 1");

        assertThat(read().number(HOST_CPU_UTILIZATION)).hasValue(75);
    }

    @Test
    void aUseThatAnOldKernelDoesNotCountIsNotSupported() {
        this.proc.stat("cpu  0 0 0 0");
        this.host.read();
        this.proc.stat("cpu  1 1 1 1");

        Readings readings = read();

        assertThat(readings.number(HOST_CPU_USER)).hasValue(50);
        assertThat(readings.number(HOST_CPU_SYSTEM)).hasValue(25);
        assertThat(readings.of(HOST_CPU_IOWAIT)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(readings.of(HOST_CPU_STEAL)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void waitingTimeThatTheKernelTakesBackIsNotKnown() {
        this.proc.stat("cpu  100 0 0 100 50 0 0 0 0 0");
        this.host.read();
        this.proc.stat("cpu  110 0 0 115 45 0 0 0 0 0");

        Readings readings = read();

        assertThat(readings.of(HOST_CPU_IOWAIT)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(readings.number(HOST_CPU_USER)).hasValue(50);
    }

    @Test
    void moreWaitingThanElapsedTimeIsUnknown() {
        this.proc.stat("cpu  100 0 0 100 50 0 0 0 0 0");
        this.host.read();

        this.proc.stat("cpu  101 0 0 95 60 0 0 0 0 0");

        assertAbsent(HOST_CPU_IOWAIT, Reason.NO_DATA);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu  1 2", "cpu  a b c d", "cpu  1 2 3 -4", "cpu  1 2 3 99999999999999999999"})
    void ticksThatAreNoTicksAreAnError(String line) {
        this.proc.stat(line);

        assertAbsent(HOST_CPU_UTILIZATION, Reason.ERROR);
    }

    @Test
    void aStatWithoutTheLineOfAllProcessorsIsNotSupported() {
        this.proc.write("stat", "cpu0 1 2 3 4\n");

        assertAbsent(HOST_CPU_UTILIZATION, Reason.NOT_SUPPORTED);
    }

    private void assertAbsent(Metric metric, Reason reason) {
        assertThat(read().of(metric)).contains(Reading.absent(reason));
    }

    private Readings read() {
        return this.host.read().readings();
    }
}
