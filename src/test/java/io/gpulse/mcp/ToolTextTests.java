package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
        String values =
                "\"utilization\":0,\"memoryUsed\":79456894976,\"memoryTotal\":85520809984,\"processes\":2,\"holders\":["
                        + holder("anna") + "," + holder("bo") + "]";

        assertThat(ToolText.status(
                        machine(
                                gpu(0, values),
                                "{\"gpus\":[0,3],\"short\":\"Idle 13 min\"},{\"gpus\":[],\"short\":\"On battery\"}"),
                        NO_SNAPSHOT))
                .isEqualTo("""
                        ! GPU 0,3: Idle 13 min
                        ! machine: On battery
                        GPUs of trn: 1, NVIDIA H100. Class, utilization, memory used/total, users:
                        0 held idle, 0 %, 74/79.6 GiB, anna anna, bo bo""");
    }

    @Test
    void aReservedGpuNamesItsJob() {
        String values = "\"utilization\":59.456,\"memoryUsed\":0,\"memoryTotal\":0,\"processes\":0,"
                + "\"holders\":[{\"user\":\"anna\","
                + "\"program\":null,\"job\":\"280678\",\"reserved\":true}]";

        assertThat(ToolText.status(machine(gpu(0, values), ""), NO_SNAPSHOT))
                .endsWith("\n0 held idle, 59.5 %, 0/0 GiB, reserved for anna job 280678");
    }

    @Test
    void anAbsentNumberIsUnknownWithItsReason() {
        String values = "\"utilization\":null,\"memoryUsed\":null,\"memoryTotal\":null,\"holders\":[]";
        String snapshot = "{\"stale\":false,\"gpus\":[{\"index\":0,\"absent\":"
                + "{\"utilization.gpu\":\"NOT_SUPPORTED\",\"memory.used\":\"MIG_ENABLED\"}}]}";

        assertThat(ToolText.status(machine(gpu(0, values), ""), snapshot))
                .contains("\n0 held idle, unknown (not supported) %, unknown/unknown GiB (mig enabled)");
        assertThat(ToolText.status(machine(gpu(0, values), ""), NO_SNAPSHOT))
                .endsWith("\n0 held idle, unknown %, unknown/unknown GiB, users unknown");
    }

    @Test
    void anOldSnapshotIsStale() {
        assertThat(ToolText.status(machine("", ""), "{\"stale\":true,\"gpus\":[]}"))
                .startsWith("Stale: sampling has stopped; values are 42.4 s old.\nNo alerts.\nGPUs of trn: 0");
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
    void ofTwoGpusWithOneIndexTheReasonsOfTheFirstAreShown() {
        String values = "\"utilization\":null,\"memoryUsed\":0,\"memoryTotal\":0,\"holders\":[]";
        String snapshot = "{\"stale\":false,\"gpus\":[{\"index\":0,\"absent\":{\"utilization.gpu\":\"GPU_LOST\"}},"
                + "{\"index\":0}]}";

        assertThat(ToolText.status(machine(gpu(0, values), ""), snapshot)).contains("unknown (gpu lost) %");
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9, 15, 16})
    void theStatusIsShortInAnyCaseAndHasAlertsAndAllGpus(int count) {
        String long40 = "x".repeat(300);
        String values = "\"utilization\":null,\"memoryUsed\":null,\"memoryTotal\":null,\"holders\":["
                + IntStream.range(0, 16).mapToObj((at) -> holder(long40)).collect(Collectors.joining(",")) + "]";
        String gpus =
                IntStream.range(0, count).mapToObj((at) -> gpu(at, values)).collect(Collectors.joining(","));
        String alerts = IntStream.range(0, 64)
                .mapToObj((at) -> "{\"gpus\":[0,1,2,3,4,5,6,7],\"short\":\"%s\"}".formatted(long40))
                .collect(Collectors.joining(","));
        String snapshot = "{\"stale\":true,\"gpus\":[%s]}"
                .formatted(IntStream.range(0, count)
                        .mapToObj((at) -> ("{\"index\":%d,\"absent\":{\"utilization.gpu\":\"DRIVER_TOO_OLD\","
                                        + "\"memory.used\":\"DRIVER_TOO_OLD\"}}")
                                .formatted(at))
                        .collect(Collectors.joining(",")));

        assertThat(ToolText.status(machine(gpus, alerts), snapshot))
                .hasSizeLessThanOrEqualTo(ToolText.LONGEST_STATUS * (count > 8 ? 2 : 1))
                .contains("\n" + (count - 1) + " held idle, ", "! GPU 0,1,2,3,4,5,6,7: xxx");
    }

    @Test
    void aCutKeepsWholeLinesAndCountsTheOthers() {
        assertThat(ToolText.lines("a\nb\n", 4)).isEqualTo("a\nb\n");
        assertThat(ToolText.lines("0123456789\n".repeat(10), 60))
                .isEqualTo("0123456789\n0123456789\nLines left out: 8.\n");
        assertThat(ToolText.lines("x".repeat(100) + "\nb", 60)).isEqualTo("x".repeat(29) + "…\nLines left out: 1.\n");
    }

    private static String job(String values, String hours) {
        return ("{\"id\":\"slurm-7\",\"program\":\"train.py\",\"user\":\"anna\",%s,"
                        + "\"gpus\":[{\"index\":0},{\"index\":1}],\"gpuHours\":{%s}}")
                .formatted(values, hours);
    }

    private static String jobs(int omitted, String reserved, String jobs) {
        return ToolText.write(
                "jobs", "{\"jobs\":[%s],\"reserved\":[%s],\"omitted\":%d}".formatted(jobs, reserved, omitted));
    }

    @Test
    void aJobHasItsTimesStateAndAllOfItsHours() {
        String ended = job(
                "\"state\":\"ENDED\",\"startedAt\":\"2026-11-20T10:01:02Z\",\"endedAt\":\"2026-11-20T12:01:02.5Z\"",
                "\"total\":12.7,\"active\":6.8,\"heldIdle\":5.9,\"shared\":0,\"unknown\":0");
        String running = job(
                "\"state\":\"RUNNING\",\"startedAt\":\"2026-11-20T10:01:02Z\",\"endedAt\":null",
                "\"total\":4,\"active\":1,\"heldIdle\":1,\"shared\":0.5,\"unknown\":1.5");

        assertThat(jobs(0, "", ended + "," + running)).isEqualTo("""
                        For the report of one: job_report with its id as job. For fewer: user, since.
                        slurm-7: train.py of anna, started 11-20 10:01, ended 11-20 12:01 UTC, GPU 0,1,\
                         12.7 GPU-hours (active 6.8, held idle 5.9)
                        slurm-7: train.py of anna, started 11-20 10:01 UTC, running, GPU 0,1,\
                         4 GPU-hours (active 1, held idle 1, 0.5 shared, 1.5 not sampled)""");
    }

    @Test
    void theListNamesReservedAndOmittedJobs() {
        String reserved = "{\"id\":\"9\",\"system\":\"slurm\",\"user\":null,\"gpus\":[2,3]}";

        assertThat(jobs(12, reserved, "")).isEqualTo("""
                        No such job is known in this time.
                        Reserved for job 9 of unknown, without a process: GPU 2,3
                        12 older jobs are left out.""");
    }

    private static String event(String time, String severity, int xid) {
        return "{\"at\":\"2026-11-20T%s:01.003Z\",\"severity\":\"%s\",\"title\":\"GPU 0: Xid %d\"}"
                .formatted(time, severity, xid);
    }

    @Test
    void theReportOfAJobIsALinePerGpuAndEvent() {
        String gpu =
                "{\"index\":0,\"mean\":{\"utilization.gpu\":91.44,\"power.draw\":512.3},\"peakMemoryBytes\":1073741824,"
                        + "\"totalMemoryBytes\":85899345920,\"energyKilowattHours\":%s,"
                        + "\"energyMostKilowattHours\":1.17,"
                        + "\"throttledSeconds\":%s,\"sharedWith\":[%s]}";
        String answer = "{\"id\":\"slurm-7\",\"program\":null,\"user\":\"anna\",\"state\":\"ENDED\","
                + "\"startedAt\":\"2026-11-20T10:01:02Z\",\"endedAt\":\"2026-11-20T12:01:02.5Z\",\"pids\":[41,42],"
                + "\"gpuHours\":{\"total\":2,\"active\":1,\"heldIdle\":1,\"shared\":0,\"unknown\":0},"
                + "\"reservedGpus\":[4,5],\"advice\":[{\"sentence\":\"Use less.\"}],\"gpus\":["
                + gpu.formatted("1.17", "{}", "") + "," + gpu.formatted("null", "{}", "") + ","
                + gpu.formatted("0.2", "{\"sw_power_cap\":3}", "\"a\",\"b\"")
                + "],\"events\":[" + event("11:00", "warning", 31) + ","
                + event("12:00", "critical", 79) + "]}";

        assertThat(jobs(0, "", answer + "],\"detailed\":[true")).isEqualTo("""
                        slurm-7: unknown of anna, started 11-20 10:01, ended 11-20 12:01 UTC, GPU 0,0,0,\
                         2 GPU-hours (active 1, held idle 1)
                        Reserved and not used: GPU 4,5
                        ! Use less.
                        GPU 0: utilization 91.4 %, SM active unknown %, power 512 W, memory at most 1/80 GiB,\
                         energy 1.17 kWh
                        GPU 0: utilization 91.4 %, SM active unknown %, power 512 W, memory at most 1/80 GiB,\
                         energy at most 1.17 kWh
                        GPU 0: utilization 91.4 %, SM active unknown %, power 512 W, memory at most 1/80 GiB,\
                         energy 0.2 to 1.17 kWh, sw power cap 3 s, shared with a, b
                        11-20 12:00 UTC critical: GPU 0: Xid 79
                        11-20 11:00 UTC warning: GPU 0: Xid 31
                        PIDs of the host: 41,42""");
    }

    @Test
    void ofManyJobsTheNewestAreWritten() {
        String one = "{\"id\":\"%d\",\"gpus\":[],\"startedAt\":\"2026-11-20T10:01:02Z\",\"state\":\"RUNNING\"}";
        String all = IntStream.range(0, 500).mapToObj(one::formatted).collect(Collectors.joining(","));

        assertThat(ToolText.jobs("{\"omitted\":12,\"reserved\":[],\"jobs\":[" + all + "]}"))
                .startsWith("472 older jobs are left out.\n")
                .contains("\n0: ", "\n39: ")
                .doesNotContain("\n40: ");
        assertThat(ToolText.jobs("{\"omitted\":0,\"reserved\":[],\"jobs\":[]}"))
                .isEqualTo("No such job is known in this time.");
    }

    @Test
    void enoughFreeGpusAreVariablesAndTooFewAreReasons() {
        String answer = "{\"requested\":%d,\"chosen\":[{\"index\":3,\"uuid\":\"GPU-a\"}],\"rejected\":[{\"index\":0,"
                + "\"reasons\":[\"A process uses it.\",\"It is held for 42 s by anna.\"]}],\"gpus\":[{}]%s}";

        assertThat(ToolText.free(answer.formatted(1, ""))).isEqualTo("""
                        1 of 1 requested are free: GPU 3.
                        CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-a
                        Nothing is reserved: start the program at once.""");
        assertThat(ToolText.free(answer.formatted(1, ",\"note\":\"POST /api/v1/holds holds GPUs.\"")))
                .endsWith("=GPU-a\nNothing is reserved: start the program at once.");
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
                + "\"min\":[0.12345],\"avg\":[1],\"max\":[12345]},{\"gpu\":\"GPU-a\",\"index\":0,\"mig\":{\"uuid\":"
                + "\"MIG-1\",\"gpuInstance\":2},\"metric\":\"mig.memory.used\",\"unit\":\"B\","
                + "\"min\":[null,null],\"avg\":[null,null],\"max\":[null,null]}]}";

        assertThat(ToolText.history(answer)).isEqualTo("""
                        Steps of 600 s since 11-20 10:00 UTC.
                        GPU 0 memory.used, GiB: minimum unknown 0; mean unknown 1; maximum unknown 2
                        machine host.load: minimum 0.123; mean 1; maximum 12345
                        GPU 0 MIG-1 mig.memory.used, GiB: not sampled""");
    }

    @Test
    void trafficIsInMebibytes() {
        String answer =
                "{\"from\":\"2026-11-20T10:00:00Z\",\"stepMillis\":5000,\"series\":[{\"gpu\":\"GPU-a\",\"index\":0,"
                        + "\"mig\":null,\"metric\":\"pcie.rx\",\"unit\":\"B/s\","
                        + "\"min\":[0],\"avg\":[5242880],\"max\":[null]}]}";

        assertThat(ToolText.history(answer)).isEqualTo("""
                        Steps of 5 s since 11-20 10:00 UTC.
                        GPU 0 pcie.rx, MiB/s: minimum 0; mean 5; maximum unknown""");
    }

    @Test
    void aReportStatesTheTimeThatItsEnergyCovers() {
        String answer =
                "{\"from\":\"2026-11-20T10:00:00Z\",\"to\":\"2026-11-20T10:20:00.123Z\",\"missingSeconds\":12.34,"
                        + "\"processesKnown\":false,\"processesSince\":\"2026-11-20T10:05:00Z\",\"gpus\":[{\"index\":0,"
                        + "\"energyJoules\":7200,\"energySeconds\":30,\"throttledSeconds\":null,"
                        + "\"mean\":{\"utilization.gpu\":51.23},"
                        + "\"max\":{\"memory.used\":1073741824},\"processes\":[{\"pid\":4242421,\"user\":null,"
                        + "\"peakMemoryBytes\":536870912,\"meanUtilization\":null}],\"processesOmitted\":3,"
                        + "\"advice\":[{\"sentence\":\"Used well.\"}]}]}";

        assertThat(ToolText.write("process_report", answer)).isEqualTo("""
                11-20 10:00 to 11-20 10:20 UTC; 12.3 s were not sampled. Figures of a GPU include other processes;\
                 PIDs are those of the host.
                Not all processes of this time are known: none before 11-20 10:05 UTC.
                GPU 0: utilization 51.2 %, SM active unknown %, power unknown W, memory at most 1 GiB,\
                 energy of 30 s 2 Wh, throttled unknown s. Used well.
                pid 4242421 of unknown: memory at most 0.5 GiB, utilization unknown %
                3 processes are left out.""");
    }
}
