package io.gpulse.sampling;

import static io.gpulse.sampling.SharingMachine.GIB;
import static io.gpulse.sampling.SharingMachine.REFUSED;
import static io.gpulse.sampling.SharingMachine.SYSTEM;
import static io.gpulse.sampling.SharingMachine.number;
import static io.gpulse.sampling.SharingMachine.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedMemoryDetectionTests {

    private final SharingMachine machine = new SharingMachine();

    @Test
    void aTotalOfZeroIsNeverShown() {
        this.machine.memory(0, 0);
        this.machine.row(Metric.BAR1_TOTAL, GIB);

        GpuSample gpu = this.machine.completed();

        assertThat(GpuMemory.isShared(gpu.readings())).isFalse();
        assertThat(List.of(Metric.MEMORY_TOTAL, Metric.MEMORY_USED, Metric.MEMORY_FREE))
                .allSatisfy((metric) -> assertThat(of(gpu, metric)).isEqualTo(REFUSED));
    }

    @Test
    void whatADriverReportsAsTheSystemsMemoryIsShared() {
        this.machine.withoutMemory();
        this.machine.memory(SYSTEM, 34 * GIB);
        this.machine.process(41, new Reading.Quantity(GIB));
        SharedMemory sharing = this.machine.sharing();

        GpuSample gpu = sharing.complete(List.of(this.machine.gpu(GpuState.OK)), this.machine.source, this.machine.host)
                .get(0);
        GpuSample later = sharing.complete(List.of(this.machine.gpu(GpuState.OK)), this.machine.source, null)
                .get(0);

        SharingMachine.assertShared(gpu);
        assertThat(number(gpu, Metric.MEMORY_USED)).isEqualTo(GIB);
        assertThat(number(later, Metric.MEMORY_USED)).isEqualTo(GIB);
        assertThat(of(later, Metric.MEMORY_TOTAL)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void theMemoryOfASuperchipIsItsOwn() {
        this.machine.withoutMemory();
        this.machine.memory(SYSTEM, 50 * GIB);
        this.machine.rows.put(Metric.NUMA_NODE, new Reading.Text("1"));

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @ParameterizedTest
    @CsvSource({"99857989632", "8522825728"})
    void whatTheDriverReportsIsShown(double total) {
        this.machine.withoutMemory();
        this.machine.memory(total, GIB);
        this.machine.row(Metric.PCIE_GEN_CURRENT, 5);

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aGpuThatMayNotBeReadDoesNotShareMemory() {
        this.machine.withoutMemory();
        this.machine.rows.put(Metric.MEMORY_TOTAL, Reading.absent(Reason.NO_PERMISSION));

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aGpuWithBar1DoesNotShareMemory() {
        this.machine.withoutMemory();
        this.machine.row(Metric.BAR1_TOTAL, GIB);

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aGpuOfVirtualMachinesDoesNotShareMemory() {
        this.machine.withoutMemory();
        this.machine.rows.put(Metric.VIRTUALIZATION_MODE, new Reading.State(2, "VGPU"));

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aGpuThatIsSplitDoesNotShareMemory() {
        this.machine.withoutMemory();
        this.machine.rows.put(Metric.MIG_MODE_CURRENT, new Reading.State(1, "Enabled"));

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aGpuOfWindowsDoesNotShareTheMemoryOfLinux() {
        this.machine.withoutMemory();
        this.machine.windows = true;

        assertThat(this.machine.completed()).isEqualTo(this.machine.gpu(GpuState.OK));
    }

    @Test
    void aLostGpuStaysAsItIs() {
        this.machine.withoutMemory();

        assertThat(this.machine
                        .sharing()
                        .complete(List.of(this.machine.gpu(GpuState.LOST)), this.machine.source, this.machine.host))
                .containsExactly(this.machine.gpu(GpuState.LOST));
    }
}
