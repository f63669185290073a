package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Machines from series of each exporter. */
class EngineReaderTests {

    private static final double GIB = 1L << 30;
    private static final double MIB = 1 << 20;

    private boolean isHighestAnswered = true;
    private final Map<EngineQuestion, List<Sample>> samples = new EnumMap<>(EngineQuestion.class);

    /** @param labels as in PromQL: {@code a=b,c=d} */
    private EngineReaderTests with(EngineQuestion question, String name, String labels, double value) {
        Map<String, String> all = new HashMap<>();
        if (question == EngineQuestion.NOW) {
            all.put("__name__", name);
        }
        for (String label : labels.split(",")) {
            String[] parts = label.split("=", 2);
            all.put(parts[0], parts[1]);
        }
        this.samples.computeIfAbsent(question, (absent) -> new ArrayList<>()).add(new Sample(all, value));
        return this;
    }

    private EngineReaderTests now(String name, String labels, double value) {
        return with(EngineQuestion.NOW, name, labels, value);
    }

    private List<EngineMachine> present() {
        Map<EngineQuestion, Answer> answers = new EnumMap<>(EngineQuestion.class);
        answers.put(EngineQuestion.HIGHEST, new Answer(List.of(), null, this.isHighestAnswered));
        this.samples.forEach((question, list) -> answers.put(question, new Answer(list, null, true)));
        return EngineReader.present(answers, Reports.AT);
    }

    private MachineGpu gpu() {
        return present().get(0).report().gpus().get(0);
    }

    private GpuClass use() {
        return gpu().use();
    }

    @Test
    void aMachineWithGpulseHasItsNameItsVersionAndTheClassThatItReports() {
        String gpu = "instance=gpu-2:8080,gpu=3,uuid=GPU-a";
        now("gpulse_source_info", "instance=gpu-2:8080,host=trn-2,simulated=false,driver_version=580.95.05", 1);
        now("gpulse_build_info", "instance=gpu-2:8080,version=0.1.0", 1);
        now("gpulse_snapshot_age_seconds", "instance=gpu-2:8080", 0.5);
        now("gpulse_gpu_info", gpu + ",name=NVIDIA H100 80GB HBM3", 1);
        with(EngineQuestion.CLASS, "", gpu, 3);
        now("gpulse_gpu_utilization_ratio", gpu, 0.97);
        now("gpulse_gpu_memory_used_bytes", gpu, 70 * GIB);
        now("gpulse_gpu_memory_total_bytes", gpu, 80 * GIB);
        now("gpulse_gpu_power_draw_watts", gpu, 612.5);
        now("gpulse_gpu_temperature_celsius", gpu, 64);
        now("gpulse_gpu_processes_running", gpu, 2);
        now("gpulse_gpu_held_bytes", gpu + ",user=tbauer", GIB);
        now("gpulse_gpu_held_bytes", gpu + ",user=mchen", 60 * GIB);
        with(EngineQuestion.FLAGS, "", gpu + ",state=SLOW", 1);
        with(EngineQuestion.AGE, "", "instance=gpu-2:8080", 12.25);

        EngineMachine machine = present().get(0);

        assertThat(machine.exporter()).isEqualTo(Exporter.GPULSE);
        assertThat(machine.users()).isTrue();
        assertThat(machine.seen()).isEqualTo(Reports.AT.minus(Duration.ofMillis(12_750)));
        assertThat(machine.report().name()).isEqualTo("trn-2");
        assertThat(machine.report().version()).isEqualTo("0.1.0");
        assertThat(machine.report().driverVersion()).isEqualTo("580.95.05");
        assertThat(machine.report().ageMillis()).isEqualTo(12_750);
        assertThat(machine.report().simulated()).isFalse();
        MachineGpu read = gpu();
        assertThat(read.index()).isEqualTo(3);
        assertThat(read.uuid()).isEqualTo("GPU-a");
        assertThat(read.name()).isEqualTo("NVIDIA H100 80GB HBM3");
        assertThat(read.state()).isEqualTo(GpuState.SLOW);
        assertThat(read.use()).isEqualTo(GpuClass.RESERVED);
        assertThat(read.utilization().doubleValue()).isEqualTo(97);
        assertThat(read.memoryFree().doubleValue()).isEqualTo(10 * GIB);
        assertThat(read.power().doubleValue()).isEqualTo(612.5);
        assertThat(read.temperature().doubleValue()).isEqualTo(64);
        assertThat(read.processes().doubleValue()).isEqualTo(2);
        assertThat(read.holders()).extracting(MachineGpu.Holder::user).containsExactly("mchen", "tbauer");
    }

    @ParameterizedTest
    @CsvSource({
        "UTIL USED FREE POWER_USAGE GPU_TEMP, 97, 1048576",
        "UTIL_RATIO USED_BYTES FREE_BYTES BOARD_POWER_WATTS GPU_TEMP_CELSIUS, 0.97, 1"
    })
    void bothGenerationsOfDcgmExporterAreRead(String names, double busy, double unit) {
        String[] name = names.split(" ");
        String gpu = "instance=10.0.0.7:9400,gpu=1,UUID=GPU-b,modelName=NVIDIA A100,Hostname=trn-7";
        now("DCGM_FI_DEV_GPU_" + name[0], gpu, busy);
        now("DCGM_FI_DEV_FB_" + name[1], gpu, 30 * GIB / unit);
        now("DCGM_FI_DEV_FB_" + name[2], gpu, 50 * GIB / unit);
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

    @Test
    void percentUnderTheNameOfARatioIsPercent() {
        now("DCGM_FI_DEV_GPU_UTIL_RATIO", "instance=a:1,gpu=0,UUID=GPU-b", 97);

        assertThat(gpu().utilization().doubleValue()).isEqualTo(97);
    }

    @Test
    void reservedMemoryIsPartOfTheTotal() {
        String gpu = "instance=a:1,gpu=0,UUID=GPU-b";
        now("DCGM_FI_DEV_FB_USED", gpu, 10).now("DCGM_FI_DEV_FB_FREE", gpu, 20).now("DCGM_FI_DEV_FB_RESERVED", gpu, 5);

        assertThat(gpu().memoryTotal().doubleValue()).isEqualTo(35 * MIB);
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

    @ParameterizedTest
    @CsvSource({
        // utilization now, highest of a quarter of an hour, used memory in GiB, class
        "0, 1.0, 0.06, FREE",
        "0, 1.0, 0.5, HELD_IDLE",
        "0, 1.1, 70, WORKING",
        "97, 97, 70, WORKING",
        "0, NaN, 70, WORKING",
        "NaN, NaN, 70, UNKNOWN",
        "0, 0, NaN, UNKNOWN"
    })
    void theClassOfAnotherExporterIsOfAQuarterOfAnHour(double now, double highest, double used, GpuClass use) {
        String gpu = "instance=a:9400,gpu=0,UUID=GPU-b";
        now("DCGM_FI_DEV_GPU_TEMP", gpu, 40);
        if (!Double.isNaN(now)) {
            now("DCGM_FI_DEV_GPU_UTIL", gpu, now);
        }
        if (!Double.isNaN(used)) {
            now("DCGM_FI_DEV_FB_USED", gpu, used * 1024).now("DCGM_FI_DEV_FB_RESERVED", gpu, 500);
        }
        if (!Double.isNaN(highest)) {
            with(EngineQuestion.HIGHEST, "", "instance=a:9400,gpu=0,UUID=GPU-b", highest);
        }

        assertThat(use()).isEqualTo(use);
    }

    @Test
    void anIdleGpuIsUnknownWhileThePastIsAndOneOfAPodIsReserved() {
        String gpu = "instance=a:9400,gpu=0,UUID=GPU-b";
        now("DCGM_FI_DEV_GPU_UTIL", gpu + ",exported_pod=train-0", 0).now("DCGM_FI_DEV_FB_USED", gpu, 10);
        with(EngineQuestion.HIGHEST, "", gpu, 0);
        assertThat(use()).isEqualTo(GpuClass.RESERVED);
        assertThat(gpu().holders()).extracting(MachineGpu.Holder::job).containsExactly("train-0");

        this.samples.remove(EngineQuestion.HIGHEST);
        this.isHighestAnswered = false;
        assertThat(use()).isEqualTo(GpuClass.UNKNOWN);
    }

    @Test
    void onlyLatestValuesMakeAMachine() {
        with(EngineQuestion.HIGHEST, "", "instance=a:9400,gpu=0,UUID=GPU-b", 50);
        with(EngineQuestion.CLASS, "", "instance=a:8080,gpu=0,uuid=GPU-b", 4);
        with(EngineQuestion.FLAGS, "", "instance=a:8080,rule=gpu-lost,severity=critical", 1);

        assertThat(present()).isEmpty();
    }

    @Test
    void aMachineWithoutASampleForMinutesIsGone() {
        now("DCGM_FI_DEV_GPU_TEMP", "instance=a:9400,gpu=0,UUID=GPU-b", 40);
        with(EngineQuestion.AGE, "", "instance=a:9400", 180);
        assertThat(present().get(0).present()).isTrue();

        this.samples.remove(EngineQuestion.AGE);
        with(EngineQuestion.AGE, "", "instance=a:9400", 181);
        assertThat(present().get(0).present()).isFalse();
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
    void figuresOfMigInstancesAreNotThoseOfTheGpu() {
        String gpu = "instance=a:9400,gpu=0,UUID=GPU-b,modelName=NVIDIA A100,GPU_I_ID=7";
        now("DCGM_FI_DEV_FB_USED", gpu, 10).now("DCGM_FI_DEV_GPU_TEMP", gpu, 40);

        assertThat(gpu().name()).isEqualTo("NVIDIA A100");
        assertThat(gpu().memoryUsed()).isNull();
        assertThat(use()).isEqualTo(GpuClass.UNKNOWN);
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
    @CsvSource({
        "DCGM_FI_DEV_XID_ERRORS, 79, TROUBLE",
        "DCGM_FI_DEV_XID_ERRORS, 31, WORKING",
        "DCGM_FI_DEV_ROW_REMAP_FAILURE, 1, TROUBLE",
        "DCGM_FI_DEV_ROW_REMAP_FAILED, 0, WORKING"
    })
    void aFatalXidAndAFailedRepairAreTrouble(String name, double value, GpuClass use) {
        String gpu = "instance=a:9400,gpu=2,UUID=GPU-b";
        now("DCGM_FI_DEV_GPU_UTIL", gpu, 50).now("DCGM_FI_DEV_FB_USED", gpu, 50).now(name, gpu, value);

        assertThat(use()).isEqualTo(use);
        assertThat(present().get(0).report().alerts())
                .allSatisfy((alert) -> assertThat(alert.gpus()).containsExactly(2))
                .hasSize(use == GpuClass.TROUBLE ? 1 : 0);
    }

    @Test
    void anOlderGpulseIsClassifiedByStateAndFigures() {
        String gpu = "instance=a:8080,gpu=0,uuid=GPU-b";
        now("gpulse_gpu_info", gpu, 1);
        with(EngineQuestion.FLAGS, "", gpu + ",state=LOST", 1);
        assertThat(use()).isEqualTo(GpuClass.TROUBLE);

        this.samples.clear();
        now("gpulse_gpu_utilization_ratio", gpu, 0.5).now("gpulse_gpu_processes_running", gpu, 1);
        assertThat(use()).isEqualTo(GpuClass.WORKING);
    }

    @Test
    void alertsOfOneRuleAreOneWithAllTheirGpus() {
        for (int index : new int[] {1, 0}) {
            String gpu = "instance=a:8080,gpu=" + index + ",uuid=GPU-" + index;
            now("gpulse_gpu_temperature_celsius", gpu, 60);
            with(EngineQuestion.CLASS, "", gpu, 1);
            with(EngineQuestion.FLAGS, "", gpu + ",rule=thermally-slowed,severity=warning", 1);
            with(EngineQuestion.FLAGS, "", gpu + ",rule=memory-nearly-full,severity=info", 1);
        }
        with(EngineQuestion.FLAGS, "", "instance=a:8080,rule=idle-allocated,severity=warning", 1);

        assertThat(present().get(0).report().alerts())
                .extracting(MachineAlert::rule, MachineAlert::trouble, MachineAlert::gpus, MachineAlert::brief)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("idle-allocated", false, List.of(), "Idle allocated"),
                        org.assertj.core.groups.Tuple.tuple(
                                "thermally-slowed", true, List.of(0, 1), "Thermally slowed"));
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
