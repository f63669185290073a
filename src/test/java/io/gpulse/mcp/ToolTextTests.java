package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The texts of the tools. */
class ToolTextTests {

    private static final String NO_SNAPSHOT = "{\"stale\":false,\"gpus\":[]}";

    private static String machine(String gpus, String alerts) {
        return "{\"name\":\"trn\",\"ageMillis\":42400,\"reason\":null,\"gpus\":[%s],\"alerts\":[%s]}"
                .formatted(gpus, alerts);
    }

    private static String gpu(int index, String values) {
        return "{\"index\":%d,\"name\":\"NVIDIA H100\",\"state\":\"OK\",\"use\":\"HELD_IDLE\",%s}"
                .formatted(index, values);
    }

    private static String holder(String user) {
        return "{\"user\":\"%s\",\"program\":\"%s\",\"job\":null,\"reserved\":false}".formatted(user, user);
    }

    @Test
    void aGpuIsALine() {
        String values = "\"utilization\":0,\"memoryUsed\":79456894976,\"memoryTotal\":85520809984,\"holders\":["
                + holder("anna") + "," + holder("bo") + "]";

        assertThat(ToolText.status(
                        machine(
                                gpu(0, values),
                                "{\"gpus\":[0,3],\"short\":\"Idle 13 min\"},{\"gpus\":[],\"short\":\"On battery\"}"),
                        NO_SNAPSHOT))
                .isEqualTo("""
                        GPUs of trn: 1, NVIDIA H100. Class, utilization, memory used/total, users:
                        0 held idle, 0 %, 74/79.6 GiB, anna anna, bo bo
                        ! GPU 0,3: Idle 13 min
                        ! machine: On battery""");
    }

    @Test
    void aReservedGpuNamesItsJob() {
        String values = "\"utilization\":0,\"memoryUsed\":0,\"memoryTotal\":0,\"holders\":[{\"user\":\"anna\","
                + "\"program\":null,\"job\":\"280678\",\"reserved\":true}]";

        assertThat(ToolText.status(machine(gpu(0, values), ""), NO_SNAPSHOT))
                .contains(" GiB, reserved for anna job 280678\n");
    }

    @Test
    void anAbsentNumberIsUnknownWithItsReason() {
        String values = "\"utilization\":null,\"memoryUsed\":null,\"memoryTotal\":null,\"holders\":[]";
        String snapshot = "{\"stale\":false,\"gpus\":[{\"index\":0,\"absent\":"
                + "{\"utilization.gpu\":\"NOT_SUPPORTED\",\"memory.used\":\"MIG_ENABLED\"}}]}";

        assertThat(ToolText.status(machine(gpu(0, values), ""), snapshot))
                .contains("\n0 held idle, unknown (not supported) %, unknown/unknown GiB (mig enabled)\nNo alerts.");
        assertThat(ToolText.status(machine(gpu(0, values), ""), NO_SNAPSHOT))
                .contains("\n0 held idle, unknown %, unknown/unknown GiB\n");
    }

    @Test
    void anOldSnapshotIsStale() {
        assertThat(ToolText.status(machine("", ""), "{\"stale\":true,\"gpus\":[]}"))
                .startsWith("Stale: sampling has stopped; values are 42.4 s old.\nGPUs of trn: 0");
    }

    @Test
    void aReasonAndAnUnusualStateAreShown() {
        String machine = "{\"name\":\"\",\"reason\":\"The driver does not answer.\",\"gpus\":["
                + "{\"index\":3,\"name\":null,\"state\":\"RESET_REQUIRED\",\"use\":\"TROUBLE\",\"utilization\":null,"
                + "\"memoryUsed\":null,\"memoryTotal\":null,\"holders\":[]}],\"alerts\":[]}";

        assertThat(ToolText.status(machine, NO_SNAPSHOT))
                .contains("\nThe driver does not answer.\n3 trouble (reset_required), unknown %, ");
    }

    @Test
    void theStatusOfEightGpusIsShortInAnyCase() {
        String long40 = "x".repeat(300);
        String values = "\"utilization\":null,\"memoryUsed\":null,\"memoryTotal\":null,\"holders\":["
                + IntStream.range(0, 16).mapToObj((at) -> holder(long40)).collect(Collectors.joining(",")) + "]";
        String gpus = IntStream.range(0, 8).mapToObj((at) -> gpu(at, values)).collect(Collectors.joining(","));
        String alerts = IntStream.range(0, 64)
                .mapToObj((at) -> "{\"gpus\":[0,1,2,3,4,5,6,7],\"short\":\"%s\"}".formatted(long40))
                .collect(Collectors.joining(","));
        String snapshot = "{\"stale\":true,\"gpus\":[%s]}"
                .formatted(IntStream.range(0, 8)
                        .mapToObj((at) -> ("{\"index\":%d,\"absent\":{\"utilization.gpu\":\"DRIVER_TOO_OLD\","
                                        + "\"memory.used\":\"DRIVER_TOO_OLD\"}}")
                                .formatted(at))
                        .collect(Collectors.joining(",")));

        assertThat(ToolText.status(machine(gpus, alerts), snapshot))
                .hasSizeLessThanOrEqualTo(ToolText.LONGEST_STATUS)
                .contains("\n7 held idle, ");
    }

    @Test
    void enoughFreeGpusAreVariablesAndTooFewAreReasons() {
        String answer = "{\"requested\":%d,\"chosen\":[{\"index\":3,\"uuid\":\"GPU-a\"}],\"rejected\":[{\"index\":0,"
                + "\"reasons\":[\"A process uses it.\",\"It is held for 42 s by anna.\"]}],\"gpus\":[{}]%s}";

        assertThat(ToolText.free(answer.formatted(1, ""))).isEqualTo("""
                        1 of 1 requested are free: GPU 3.
                        CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-a
                        Nothing is reserved: start the program at once.""");
        assertThat(ToolText.free(answer.formatted(1, ",\"note\":\"Nothing is held for this request.\"")))
                .endsWith("=GPU-a\nNothing is held for this request.");
        assertThat(ToolText.free(answer.formatted(2, ""))).isEqualTo("""
                        1 of 2 requested are free: GPU 3.
                        GPU 0: A process uses it. It is held for 42 s by anna.""");
        assertThat(ToolText.free("{\"requested\":1,\"chosen\":[],\"rejected\":[],\"gpus\":[]}"))
                .isEqualTo("0 of 1 requested are free.\nThere are no GPUs: see gpu_status.");
    }

    @Test
    void alertsHaveTheirAdviceAndUncheckedRulesTheirReason() {
        String answer =
                "{\"insights\":[{\"severity\":\"warning\",\"since\":\"2026-11-20T10:01:02Z\",\"sentence\":\"GPU 0"
                        + " waits.\",\"cause\":null,\"advice\":\"Add workers.\"}],\"checks\":["
                        + "{\"rule\":\"xid\",\"outcome\":\"passed\",\"detail\":null},"
                        + "{\"rule\":\"on-battery\",\"outcome\":\"not-checked\","
                        + "\"detail\":\"Not checked: needs 5 min.\"},"
                        + "{\"rule\":\"power-capped\",\"outcome\":\"not-checked\","
                        + "\"detail\":\"Not checked: needs 5 min.\"}]}";

        assertThat(ToolText.write("why_slow", answer)).isEqualTo("""
                        warning, since 11-20 10:01 UTC: GPU 0 waits. Add workers.
                        on-battery, power-capped: Not checked: needs 5 min.""");
    }

    @Test
    void aStepWithoutSamplesIsUnknown() {
        String answer = "{\"from\":\"2026-11-20T10:00:00Z\",\"to\":\"2026-11-20T10:20:00Z\",\"stepMillis\":600000,"
                + "\"series\":[{\"gpu\":\"GPU-a\",\"index\":0,\"mig\":null,\"metric\":\"memory.used\",\"unit\":\"B\","
                + "\"min\":[null,0],\"avg\":[null,1073741824],\"max\":[null,2147483648]},{\"gpu\":null,\"index\":null,"
                + "\"mig\":null,\"metric\":\"host.load\",\"unit\":\"\","
                + "\"min\":[0.12345],\"avg\":[1],\"max\":[12345]}]}";

        assertThat(ToolText.history(answer)).isEqualTo("""
                        Steps of 10 min from 11-20 10:00 UTC to 11-20 10:20 UTC.
                        GPU 0 memory.used, GiB: minimum unknown 0; mean unknown 1; maximum unknown 2
                        machine host.load: minimum 0.123; mean 1; maximum 12345""");
    }

    @Test
    void aReportStatesTheTimeThatItsEnergyCovers() {
        String answer =
                "{\"from\":\"2026-11-20T10:00:00Z\",\"to\":\"2026-11-20T10:20:00.123Z\",\"missingSeconds\":12.34,"
                        + "\"processesKnown\":false,\"processesSince\":\"2026-11-20T10:05:00Z\",\"gpus\":[{\"index\":0,"
                        + "\"energyJoules\":7200,\"energySeconds\":30,\"throttledSeconds\":null,"
                        + "\"mean\":{\"utilization.gpu\":51.23},"
                        + "\"max\":{\"memory.used\":1073741824},\"processes\":[{\"pid\":4242421,\"user\":null,"
                        + "\"peakMemoryBytes\":536870912,\"meanUtilization\":null}],"
                        + "\"advice\":[{\"sentence\":\"Used well.\"}]}]}";

        assertThat(ToolText.write("process_report", answer)).isEqualTo("""
                11-20 10:00 to 11-20 10:20 UTC; 12.3 s were not sampled. Figures of a GPU include other processes.
                Processes were observed only since 11-20 10:05 UTC.
                GPU 0: utilization 51.2 %, SM active unknown %, power unknown W, memory at most 1 GiB,\
                 energy of 30 s 2 Wh, throttled unknown s. pid 4242421 of unknown: memory at most 0.5 GiB,\
                 utilization unknown %. Used well.""");
    }
}
