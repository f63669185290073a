package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines from series of each exporter. */
class EngineReaderTests extends EngineSeries {

    private void aMachineWithGpulse() {
        String gpu = "instance=gpu-2:8080,gpu=3,uuid=GPU-a";
        now("gpulse_source_info", "instance=gpu-2:8080,host=trn-2,simulated=false,driver_version=580.95.05", 1);
        now("gpulse_build_info", "instance=gpu-2:8080,version=0.1.0", 1);
        now("gpulse_snapshot_age_seconds", "instance=gpu-2:8080", 0.5);
        now("gpulse_gpu_info", gpu + ",name=NVIDIA H100 80GB HBM3", 1);
        with(EngineQuestion.CLASS, "", gpu, 3);
        now("gpulse_gpu_utilization_ratio", gpu, 0.97);
        now("gpulse_gpu_memory_used_bytes", gpu, 70 * GIB);
        now("gpulse_gpu_memory_free_bytes", gpu, 9.5 * GIB);
        now("gpulse_gpu_memory_total_bytes", gpu, 80 * GIB);
        now("gpulse_gpu_power_draw_watts", gpu, 612.5);
        now("gpulse_gpu_temperature_celsius", gpu, 64);
        now("gpulse_gpu_processes_running", gpu, 2);
        now("gpulse_gpu_held_bytes", gpu + ",user=tbauer", GIB);
        now("gpulse_gpu_held_bytes", gpu + ",user=mchen", 60 * GIB);
        with(EngineQuestion.FLAGS, "", gpu + ",state=SLOW", 1);
        with(EngineQuestion.AGE, "", "instance=gpu-2:8080", 12.25);
    }

    @Test
    void aMachineWithGpulseHasItsNameAndItsVersion() {
        aMachineWithGpulse();

        EngineMachine machine = present().get(0);

        assertThat(machine.exporter()).isEqualTo(Exporter.GPULSE);
        assertThat(machine.users()).isTrue();
        assertThat(machine.seen()).isEqualTo(Reports.AT.minus(Duration.ofMillis(12_750)));
        assertThat(machine.report().name()).isEqualTo("trn-2");
        assertThat(machine.report().version()).isEqualTo("0.1.0");
        assertThat(machine.report().driverVersion()).isEqualTo("580.95.05");
        assertThat(machine.report().ageMillis()).isEqualTo(12_750);
        assertThat(machine.report().simulated()).isFalse();
    }

    @Test
    void aGpuOfGpulseHasTheClassThatItReports() {
        aMachineWithGpulse();

        MachineGpu read = gpu();
        assertThat(read.index()).isEqualTo(3);
        assertThat(read.uuid()).isEqualTo("GPU-a");
        assertThat(read.name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(read.state()).isEqualTo(GpuState.SLOW);
        assertThat(read.use()).isEqualTo(GpuClass.RESERVED);
        assertThat(read.utilization().doubleValue()).isEqualTo(97);
        assertThat(read.memoryFree().doubleValue()).isEqualTo(9.5 * GIB);
        assertThat(read.power().doubleValue()).isEqualTo(612.5);
        assertThat(read.temperature().doubleValue()).isEqualTo(64);
        assertThat(read.processes().doubleValue()).isEqualTo(2);
        assertThat(read.holders()).extracting(MachineGpu.Holder::user).containsExactly("mchen", "tbauer");
    }

    @ParameterizedTest
    @CsvSource({
        "UTIL USED FREE POWER_USAGE GPU_TEMP RESERVED, 97, 1048576",
        "UTIL_RATIO USED_BYTES FREE_BYTES BOARD_POWER_WATTS GPU_TEMP_CELSIUS RESERVED_BYTES, 0.97, 1"
    })
    void bothGenerationsOfDcgmExporterAreRead(String names, double busy, double unit) {
        String[] name = names.split(" ");
        String gpu = "instance=10.0.0.7:9400,gpu=1,UUID=GPU-b,modelName=NVIDIA A100,Hostname=trn-7";
        now("DCGM_FI_DEV_GPU_" + name[0], gpu, busy);
        now("DCGM_FI_DEV_FB_" + name[1], gpu, 30 * GIB / unit);
        now("DCGM_FI_DEV_FB_" + name[2], gpu, 49 * GIB / unit);
        now("DCGM_FI_DEV_FB_" + name[5], gpu, GIB / unit);
        now("DCGM_FI_DEV_" + name[3], gpu, 400);
        now("DCGM_FI_DEV_" + name[4], gpu, 50);

        EngineMachine machine = present().get(0);

        assertThat(machine.exporter()).isEqualTo(Exporter.DCGM);
        assertThat(machine.users()).isFalse();
        assertThat(machine.report().name()).isEqualTo("trn-7");
        assertThat(machine.report().version()).isNull();
        assertThat(gpu().uuid()).isEqualTo("GPU-b");
        assertThat(gpu().name()).isEqualTo("NVIDIA A100");
        assertThat(gpu().utilization().doubleValue()).isEqualTo(97);
        assertThat(gpu().memoryTotal().doubleValue()).isEqualTo(80 * GIB);
        assertThat(gpu().processes()).isNull();
        assertThat(use()).isEqualTo(GpuClass.WORKING);
    }

    @ParameterizedTest
    @CsvSource({
        // value of a GPU, of another one, highest of that, utilization of the first
        "97, 0, 0, 97",
        "1, 97, 97, 1",
        "1, 0, 97, 1",
        "0, 97, 97, 0",
        "1, 0.97, 0.97, 100",
        "0.97, 1, 1, 97",
        "0, 1, 1, 0",
        "1, 0, 1, "
    })
    void percentUnderTheNameOfARatioIsPercent(double value, double other, double highest, Double percent) {
        now("DCGM_FI_DEV_GPU_UTIL_RATIO", "instance=a:1,gpu=0,UUID=GPU-a", value);
        now("DCGM_FI_DEV_GPU_UTIL_RATIO", "instance=a:1,gpu=1,UUID=GPU-b", other);
        now("DCGM_FI_DEV_GPU_UTIL_RATIO", "instance=b:1,gpu=0,UUID=GPU-c", 55);
        with(EngineQuestion.HIGHEST, "", "instance=a:1,gpu=1,UUID=GPU-b", highest * 100);

        Number utilization = gpu().utilization();
        assertThat(utilization == null ? null : (Double) utilization.doubleValue())
                .isEqualTo(percent);
    }

    @Test
    void ofBothNamesTheOneThatIsAlwaysPercentIsUsed() {
        String gpu = "instance=a:1,gpu=0,UUID=GPU-a";
        now("DCGM_FI_DEV_GPU_UTIL", gpu, 0).now("DCGM_FI_DEV_GPU_UTIL_RATIO", gpu, 97);
        now("DCGM_FI_DEV_FB_USED", gpu, 0).with(EngineQuestion.HIGHEST, "", gpu, 100);

        assertThat(gpu().utilization().doubleValue()).isZero();
        assertThat(use()).isEqualTo(GpuClass.WORKING);
    }

    @ParameterizedTest
    @CsvSource({
        "DCGM_FI_DEV_GPU_UTIL, DCGM_FI_DEV_FB_USED, UUID, 100",
        "DCGM_FI_DEV_GPU_UTIL_RATIO, DCGM_FI_DEV_FB_CAPACITY_BYTES, UUID, 1",
        "gpulse_gpu_utilization_ratio, gpulse_gpu_memory_used_bytes, uuid, 1"
    })
    void aGpuIsBusyWhereTheUnitIsKnown(String utilization, String memory, String uuid, double value) {
        String gpu = "instance=a:1,gpu=0," + uuid + "=GPU-a";
        now(utilization, gpu, value).now(memory, gpu, GIB).with(EngineQuestion.HIGHEST, "", gpu, 100);

        assertThat(gpu().utilization().doubleValue()).isEqualTo(100);
    }

    @Test
    void reservedMemoryIsPartOfTheTotal() {
        String gpu = "instance=a:1,gpu=0,UUID=GPU-b";
        now("DCGM_FI_DEV_FB_USED", gpu, 10).now("DCGM_FI_DEV_FB_FREE", gpu, 20).now("DCGM_FI_DEV_FB_RESERVED", gpu, 5);

        assertThat(gpu().memoryTotal().doubleValue()).isEqualTo(35 * MIB);
    }

    @ParameterizedTest
    @CsvSource({
        "DCGM_FI_DEV_FB_USED DCGM_FI_DEV_FB_FREE UUID, true, false",
        "gpulse_gpu_memory_used_bytes gpulse_gpu_memory_total_bytes uuid, false, true"
    })
    void withoutTheReserveThereIsNoSumAndNoDifference(String names, boolean isFree, boolean isTotal) {
        String[] name = names.split(" ");
        String gpu = "instance=a:1,gpu=0," + name[2] + "=GPU-b";
        now(name[0], gpu, 10).now(name[1], gpu, 50);

        assertThat(gpu().memoryUsed()).isNotNull();
        assertThat(gpu().memoryFree() != null).isEqualTo(isFree);
        assertThat(gpu().memoryTotal() != null).isEqualTo(isTotal);
    }

    @Test
    void nvidiaGpuExporterHasItsIndexInAnotherSeries() {
        now("nvidia_smi_utilization_gpu_ratio", "instance=c:9835,uuid=5a6f", 0);
        now("nvidia_smi_memory_used_bytes", "instance=c:9835,uuid=5a6f", 0);
        now("nvidia_smi_gpu_info", "instance=c:9835,uuid=5a6f,index=5,name=NVIDIA L4,driver_version=550.1", 1);
        with(EngineQuestion.HIGHEST, "", "instance=c:9835,uuid=5a6f", 0);

        assertThat(present().get(0).exporter()).isEqualTo(Exporter.NVIDIA_SMI);
        assertThat(present().get(0).report().driverVersion()).isEqualTo("550.1");
        assertThat(gpu().index()).isEqualTo(5);
        assertThat(gpu().uuid()).isEqualTo("GPU-5a6f");
        assertThat(use()).isEqualTo(GpuClass.FREE);
    }

    @Test
    void instancesOfTwoClustersAreTwoMachines() {
        now("DCGM_FI_DEV_GPU_TEMP", "cluster=c1,instance=10.0.0.5:9400,gpu=0,UUID=GPU-a", 40);
        now("DCGM_FI_DEV_GPU_TEMP", "cluster=c2,instance=10.0.0.5:9400,gpu=0,UUID=GPU-b", 40);

        assertThat(present())
                .extracting(EngineMachine::key)
                .containsExactly("dcgm/c1/10.0.0.5:9400", "dcgm/c2/10.0.0.5:9400");
    }

    @Test
    void theFirstSecondsOfAGpuAndTheNameOfATargetAreNoGpu() {
        now("gpulse_gpu_info", "instance=a:1,gpu=0", 1);
        now("gpulse_gpu_info", "instance=a:1,gpu=0,uuid=GPU-a,name=NVIDIA H100", 1);
        now("gpulse_gpu_power_draw_watts", "instance=a:1,gpu=0,uuid=GPU-a,name=server-3", 1);

        assertThat(present().get(0).report().gpus()).hasSize(1);
        assertThat(gpu().name()).isEqualTo("NVIDIA H100");
    }

    @ParameterizedTest
    @CsvSource({"gpu-2:8080, pod-x, pod-x", "gpu-2, pod-x, gpu-2", "10.0.0.7:9400, '', 10.0.0.7"})
    void anInstanceWithoutAPortIsAName(String instance, String host, String name) {
        now("gpulse_source_info", "instance=" + instance + ",host=" + host, 1);

        assertThat(present().get(0).report().name()).isEqualTo(name);
    }

    @Test
    void hostileLabelsAndValuesAreHarmless() {
        String gpu = "instance=a\"};drop\n\u202e,gpu=-1,uuid=GPU-$(reboot)";
        with(EngineQuestion.CLASS, "", gpu, 99);
        now("gpulse_gpu_utilization_ratio", gpu, Double.POSITIVE_INFINITY);
        now("gpulse_gpu_memory_used_bytes", gpu, Double.NaN);
        now("gpulse_source_info", "instance=a\"};drop\n\u202e,host=" + "x".repeat(5000), 1);
        now("unknown_series", "instance=b:1", 1);

        MachineReport report = present().get(0).report();
        assertThat(report.name()).doesNotContain("\n", "\u202e");
        assertThat(report.gpus().get(0).uuid()).isNull();
        assertThat(report.gpus().get(0).utilization()).isNull();
        assertThat(report.gpus().get(0).use()).isEqualTo(GpuClass.UNKNOWN);
    }

    @Test
    void theMachinesOfADayHaveNoPresentUse() {
        Answer day = new Answer(
                List.of(
                        new Sample(
                                Map.of("instance", "a:1", "gpu", "0", "uuid", "GPU-a"),
                                Reports.AT.getEpochSecond() - 300),
                        new Sample(
                                Map.of("instance", "a:1", "gpu", "1", "uuid", "GPU-b"), Reports.AT.getEpochSecond())),
                null,
                true);

        EngineMachine machine = EngineReader.ofDay(day).get(0);

        assertThat(machine.present()).isFalse();
        assertThat(machine.seen()).isEqualTo(Reports.AT);
        assertThat(machine.report().gpus()).extracting(MachineGpu::use).containsOnly(GpuClass.UNKNOWN);
    }
}
