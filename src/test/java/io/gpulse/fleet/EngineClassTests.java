package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.fleet.EngineClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The class of a GPU, and the alerts of a machine, from series. */
class EngineClassTests extends EngineSeries {

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

    /** Drivers before 510 count their reserve as used: it is at most 5 % of the least total. */
    @ParameterizedTest
    @CsvSource({"600, FREE", "4000, HELD_IDLE"})
    void withoutTheReserveALittleUsedMemoryIsThatOfTheDriver(double used, GpuClass use) {
        String gpu = "instance=a:9400,gpu=0,UUID=GPU-b";
        anIdleGpuOf("DCGM_FI_DEV_GPU_UTIL DCGM_FI_DEV_GPU_TEMP", gpu);
        now("DCGM_FI_DEV_FB_USED", gpu, used).now("DCGM_FI_DEV_FB_FREE", gpu, 40_000 - used);

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
        this.empty.put(EngineQuestion.HIGHEST, new Answer(List.of(), "no answer", false));
        assertThat(use()).isEqualTo(GpuClass.UNKNOWN);
    }

    private void anIdleGpuOf(String names, String gpu) {
        String[] name = names.split(" ");
        now(name[0], gpu, 0).now(name[1], gpu, 0).with(EngineQuestion.HIGHEST, "", gpu, 0);
    }

    @ParameterizedTest
    @CsvSource({
        // warning, whether the question for the classes is answered, class
        ", true, FREE",
        "a store is missing, true, UNKNOWN",
        "no answer, false, UNKNOWN"
    })
    void anIdleGpuOfGpulseIsNotFreeWhileItsClassCanBeAnother(String warning, boolean answered, GpuClass use) {
        anIdleGpuOf("gpulse_gpu_utilization_ratio gpulse_gpu_processes_running", "instance=a:8080,gpu=0,uuid=GPU-b");
        this.empty.put(EngineQuestion.CLASS, new Answer(List.of(), warning, answered));

        assertThat(use()).isEqualTo(use);
    }

    @Test
    void anotherExporterHasNoClassThatCouldBeMissing() {
        anIdleGpuOf("DCGM_FI_DEV_GPU_UTIL DCGM_FI_DEV_FB_USED", "instance=a:9400,gpu=0,UUID=GPU-b");
        this.empty.put(EngineQuestion.CLASS, new Answer(List.of(), "no answer", false));

        assertThat(use()).isEqualTo(GpuClass.FREE);
    }

    @ParameterizedTest
    @CsvSource({"99", "-1", "NaN"})
    void aClassOfANewerGpulseIsUnknown(double place) {
        String gpu = "instance=a:8080,gpu=0,uuid=GPU-b";
        anIdleGpuOf("gpulse_gpu_utilization_ratio gpulse_gpu_processes_running", gpu);
        with(EngineQuestion.CLASS, "", gpu, place);

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
    void figuresOfMigInstancesAreNotThoseOfTheGpu() {
        String gpu = "instance=a:9400,gpu=0,UUID=GPU-b,modelName=NVIDIA A100,GPU_I_ID=7";
        now("DCGM_FI_DEV_FB_USED", gpu, 10).now("DCGM_FI_DEV_GPU_TEMP", gpu, 40);

        assertThat(gpu().name()).isEqualTo("NVIDIA A100");
        assertThat(gpu().memoryUsed()).isNull();
        assertThat(use()).isEqualTo(GpuClass.UNKNOWN);
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
}
