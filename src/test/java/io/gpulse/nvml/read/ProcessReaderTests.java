package io.gpulse.nvml.read;

import static io.gpulse.nvml.read.ListedCalls.COMPUTE;
import static io.gpulse.nvml.read.ListedCalls.GRAPHICS;
import static io.gpulse.nvml.read.ListedCalls.MPS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ProcessInfoRecord;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessReaderTests {

    private final ListedCalls driver = new ListedCalls();
    private final ProcessReader reader = this.driver.reader();

    @Test
    void aProcessInSeveralListsIsOne() {
        this.driver.lists(COMPUTE, 1, 100).lists(COMPUTE, 2, 400).lists(COMPUTE, 4, 200);
        this.driver.lists(GRAPHICS, 2, 350).lists(GRAPHICS, 3, 300);
        this.driver.lists(MPS, 4, ProcessInfoRecord.UNKNOWN_MEMORY);

        assertThat(processes())
                .extracting(ProcessSample::pid, ProcessSample::type, ProcessReaderTests::memory)
                .containsExactly(
                        tuple(2, Type.COMPUTE_AND_GRAPHICS, 400.0),
                        tuple(3, Type.GRAPHICS, 300.0),
                        tuple(4, Type.MPS, 200.0),
                        tuple(1, Type.COMPUTE, 100.0));
        assertThat(count()).isEqualTo(new Reading.Quantity(4));
    }

    @Test
    void theInstancesOfASplitGpuThatAProcessUsesAddUp() {
        this.driver.lists(COMPUTE, 9, 1000).lists(COMPUTE, 9, 500).lists(COMPUTE, 8, 700);

        assertThat(processes())
                .extracting(ProcessSample::pid, ProcessReaderTests::memory)
                .containsExactly(tuple(9, 1500.0), tuple(8, 700.0));
    }

    @Test
    void memoryThatTheDriverDoesNotKnowIsAbsentAndComesLast() {
        this.driver.lists(COMPUTE, 1, ProcessInfoRecord.UNKNOWN_MEMORY).lists(COMPUTE, 2, 0);

        List<ProcessSample> processes = processes();

        assertThat(processes).extracting(ProcessSample::pid).containsExactly(2, 1);
        assertThat(processes.get(1).readings().of(Metric.PROCESS_MEMORY)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(processes.get(0).readings().number(Metric.PROCESS_MEMORY)).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 24, 32})
    void entriesOfEveryLengthAreEqual(int bytes) {
        this.driver.length = bytes;
        IntStream.rangeClosed(1, 20).forEach((pid) -> this.driver.lists(COMPUTE, pid, pid * 1000L));

        assertThat(processes()).hasSize(20).allMatch((process) -> memory(process) == process.pid() * 1000.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 40, 48})
    void entriesOfAnotherLengthAreAnError(int bytes) {
        this.driver.length = Math.max(16, bytes);
        this.driver.lie = bytes < 16 ? 1 : 0;
        this.driver.lists(COMPUTE, 1, 100);

        assertThat(processes()).isEmpty();
        assertThat(count()).isEqualTo(Reading.absent(Reason.ERROR));
    }

    @Test
    void numbersThatNoProcessHasAreDropped() {
        this.driver.lists(COMPUTE, 0, 100).lists(COMPUTE, -5, 100).lists(COMPUTE, 7, 100);

        assertThat(processes()).extracting(ProcessSample::pid).containsExactly(7);
        assertThat(count()).isEqualTo(new Reading.Quantity(1));
    }

    @Test
    void noProcessesAreCountedAsZero() {
        assertThat(count()).isEqualTo(new Reading.Quantity(0));
        assertThat(this.driver.times(ProcessUtilizationRecord.SYMBOL)).isZero();
    }

    @Test
    void anUnsupportedListIsEmpty() {
        this.driver.refuses(GRAPHICS, NvmlReturn.NOT_SUPPORTED).lacks(MPS).lists(COMPUTE, 1, 100);

        assertThat(processes()).hasSize(1);
        assertThat(processes()).hasSize(1);
        assertThat(this.driver.times(GRAPHICS)).isEqualTo(1);
        assertThat(this.driver.times(MPS)).isEqualTo(1);
    }

    @Test
    void processesAreUnknownWhenNoListIsSupported() {
        List.of(COMPUTE, GRAPHICS, MPS).forEach((list) -> this.driver.refuses(list, NvmlReturn.NOT_SUPPORTED));

        assertThat(count()).isEqualTo(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aListThatCannotBeHadMakesTheNumberUnknown() {
        this.driver.lists(COMPUTE, 1, 100).refuses(GRAPHICS, NvmlReturn.UNKNOWN).refuses(MPS, NvmlReturn.NO_PERMISSION);

        assertThat(processes()).isEmpty();
        assertThat(count()).isEqualTo(Reading.absent(Reason.ERROR));
    }

    @Test
    void aListThatWasReadBeforeIsReadAgainAfterARefusal() {
        this.driver.lists(COMPUTE, 1, 100);
        count();

        this.driver.refuses(COMPUTE, NvmlReturn.NO_PERMISSION);
        assertThat(count()).isEqualTo(Reading.absent(Reason.NO_PERMISSION));
        this.driver.permits(COMPUTE);

        assertThat(count()).isEqualTo(new Reading.Quantity(1));
    }

    @Test
    void theListsOfAnOlderDriverAreRead() {
        this.driver.lacks(COMPUTE).lists("nvmlDeviceGetComputeRunningProcesses_v2", 1, 100);

        assertThat(processes()).hasSize(1);
        assertThat(processes()).hasSize(1);
        assertThat(this.driver.times(COMPUTE)).isEqualTo(1);
    }

    @Test
    void aDriverWithoutAnyListIsTooOld() {
        this.driver.lacks(COMPUTE).lacks(GRAPHICS).lacks(MPS);

        assertThat(count()).isEqualTo(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void roomGrowsWithTheListAndIsKept() {
        IntStream.rangeClosed(1, 100).forEach((pid) -> this.driver.lists(COMPUTE, pid, pid));
        assertThat(processes()).hasSize(100);
        assertThat(this.driver.times(COMPUTE)).isEqualTo(2);
        int prepared = this.driver.prepared;

        assertThat(processes()).hasSize(100);

        assertThat(this.driver.prepared).isEqualTo(prepared);
        assertThat(this.driver.times(COMPUTE)).isEqualTo(3);
    }

    @Test
    void aListThatNeverFitsIsNotReadForEver() {
        this.driver.refuses(COMPUTE, NvmlReturn.INSUFFICIENT_SIZE);

        assertThat(count()).isEqualTo(Reading.absent(Reason.ERROR));
        assertThat(this.driver.times(COMPUTE)).isEqualTo(3);
    }

    @Test
    void aCountAboveTheRoomIsAnError() {
        this.driver.lie = 1 << 20;
        this.driver.lists(COMPUTE, 1, 100);

        assertThat(count()).isEqualTo(Reading.absent(Reason.ERROR));
    }

    @Test
    void aGpuThatIsLostMeanwhileEndsTheRound() {
        this.driver.refuses(GRAPHICS, NvmlReturn.GPU_IS_LOST);

        GpuReadResult result = read();

        assertThat(result.verdict()).isEqualTo(Verdict.LOST);
        assertThat(result.detail()).contains(GRAPHICS, "15");
        assertThat(this.driver.times(MPS)).isZero();
    }

    @Test
    void processesOfAFailedGpuAreNotRead() {
        GpuReadResult lost = GpuReadResult.failed(Verdict.LOST, "gone");

        assertThat(this.reader.complete(lost)).isSameAs(lost);
        assertThat(ProcessReader.hiding(lost)).isSameAs(lost);
        assertThat(this.driver.requested).isEmpty();
    }

    @Test
    void hiddenProcessesAreReportedAsHidden() {
        GpuReadResult result = ProcessReader.hiding(GpuReadResult.fine(Readings.NONE));

        assertThat(result.readings().of(Metric.PROCESSES_RUNNING)).contains(Reading.absent(Reason.HIDDEN));
        assertThat(result.known().processes()).isEmpty();
    }

    private GpuReadResult read() {
        return this.reader.complete(GpuReadResult.fine(Readings.NONE));
    }

    private List<ProcessSample> processes() {
        return read().known().processes();
    }

    private Reading count() {
        return read().readings().of(Metric.PROCESSES_RUNNING).orElseThrow();
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(Double.NaN);
    }
}
