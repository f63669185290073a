package io.gpulse.sampling;

import static io.gpulse.sampling.SharingMachine.GIB;
import static io.gpulse.sampling.SharingMachine.REFUSED;
import static io.gpulse.sampling.SharingMachine.SYSTEM;
import static io.gpulse.sampling.SharingMachine.number;
import static io.gpulse.sampling.SharingMachine.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedMemoryTests {

    private final SharingMachine machine = new SharingMachine();

    @Test
    void theMemoryOfADgxSparkIsThatOfTheSystem() {
        this.machine.withoutMemory();
        this.machine.process(41, new Reading.Quantity(80 * GIB));
        this.machine.process(42, new Reading.Quantity(2 * GIB));
        this.machine.row(Metric.PCIE_GEN_CURRENT, 1);
        this.machine.row(Metric.PCIE_WIDTH_CURRENT, 1);
        this.machine.row(Metric.UTILIZATION_GPU, 96);

        GpuSample gpu = this.machine.completed();

        SharingMachine.assertShared(gpu);
        assertThat(number(gpu, Metric.MEMORY_USED)).isEqualTo(82 * GIB);
        assertThat(of(gpu, Metric.PCIE_GEN_CURRENT)).isEqualTo(REFUSED);
        assertThat(of(gpu, Metric.PCIE_WIDTH_CURRENT)).isEqualTo(REFUSED);
        assertThat(number(gpu, Metric.UTILIZATION_GPU)).isEqualTo(96);
    }

    @Test
    void anIdleGpuWithoutProcessesUsesNothing() {
        this.machine.withoutMemory();

        GpuSample gpu = this.machine.completed();

        SharingMachine.assertShared(gpu);
        assertThat(number(gpu, Metric.MEMORY_USED)).isZero();
        assertThat(GpuMemory.isUntouched(gpu.readings())).isTrue();
    }

    @Test
    void memoryThatAProcessUsesIsNotTakenForAReserve() {
        this.machine.withoutMemory();
        this.machine.process(41, new Reading.Quantity(GIB));

        assertThat(GpuMemory.isUntouched(this.machine.completed().readings())).isFalse();
    }

    @Test
    void ofAnOrinThatReportsNoProcessesTheUseIsUnknown() {
        this.machine.withoutMemory();
        this.machine.refuses(Metric.PROCESSES_RUNNING, Metric.UTILIZATION_GPU);

        GpuSample gpu = this.machine.completed();

        SharingMachine.assertShared(gpu);
        assertThat(of(gpu, Metric.MEMORY_USED)).isEqualTo(REFUSED);
    }

    @Test
    void processesOfOtherNamespacesAreNotCountedAsNone() {
        this.machine.withoutMemory();
        this.machine.listsAll = false;

        GpuSample gpu = this.machine.completed();

        SharingMachine.assertShared(gpu);
        assertThat(of(gpu, Metric.MEMORY_USED)).isEqualTo(Reading.absent(Reason.NO_PERMISSION));
    }

    @Test
    void theDriversZeroForTheUseOfAMemoryControllerIsNotShown() {
        this.machine.withoutMemory();
        this.machine.row(Metric.UTILIZATION_MEMORY, 0);

        assertThat(of(this.machine.completed(), Metric.UTILIZATION_MEMORY)).isEqualTo(REFUSED);
    }

    @ParameterizedTest
    @EnumSource(names = {"HIDDEN", "TIMED_OUT", "NO_PERMISSION"})
    void theUseIsUnknownForTheReasonOfTheProcesses(Reason reason) {
        this.machine.withoutMemory();
        this.machine.rows.put(Metric.PROCESSES_RUNNING, Reading.absent(reason));

        assertThat(of(this.machine.completed(), Metric.MEMORY_USED)).isEqualTo(Reading.absent(reason));
    }

    @Test
    void oneProcessOfUnknownMemoryMakesTheSumUnknown() {
        this.machine.withoutMemory();
        this.machine.process(41, new Reading.Quantity(GIB));
        this.machine.process(42, Reading.absent(Reason.NO_DATA));

        assertThat(of(this.machine.completed(), Metric.MEMORY_USED)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void noProcessUsesMoreThanTheSystemHas() {
        this.machine.withoutMemory();
        this.machine.process(41, new Reading.Quantity(SYSTEM + GIB));

        GpuSample gpu = this.machine.completed();

        Readings process = gpu.known().processes().get(0).readings();
        assertThat(process.of(Metric.PROCESS_MEMORY)).contains(Reading.absent(Reason.IMPLAUSIBLE));
        assertThat(of(gpu, Metric.MEMORY_USED)).isEqualTo(Reading.absent(Reason.IMPLAUSIBLE));
    }

    @Test
    void aTotalOfZeroIsARefusal() {
        this.machine.withoutMemory();
        this.machine.memory(0, 0);

        GpuSample gpu = this.machine.completed();

        SharingMachine.assertShared(gpu);
        assertThat(number(gpu, Metric.MEMORY_USED)).isZero();
    }

    @Test
    void whileTheHostDoesNotAnswerTheTotalIsUnknown() {
        this.machine.withoutMemory();
        this.machine.host = SharingMachine.hostOf(SYSTEM).absent(Reading.absent(Reason.TIMED_OUT));

        GpuSample gpu = this.machine.completed();

        assertThat(of(gpu, Metric.MEMORY_TOTAL)).isEqualTo(Reading.absent(Reason.TIMED_OUT));
        assertThat(of(gpu, Metric.MEMORY_FREE)).isEqualTo(Reading.absent(Reason.TIMED_OUT));
        assertThat(GpuMemory.isShared(gpu.readings())).isTrue();
    }

    @Test
    void aRecordedGpuDoesNotShareTheMemoryOfThisMachine() {
        this.machine.withoutMemory();
        this.machine.process(41, new Reading.Quantity(GIB));
        this.machine.source = new Source(SourceKind.RECORDING, true, "580.126.09", "13", "13.0", null);
        this.machine.listsAll = false;

        GpuSample gpu = this.machine.completed();

        assertThat(of(gpu, Metric.MEMORY_TOTAL)).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(number(gpu, Metric.MEMORY_USED)).isEqualTo(GIB);
        assertThat(GpuMemory.isShared(gpu.readings())).isTrue();
    }
}
