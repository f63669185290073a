package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reports over HTTP about readings of the driver in C. */
@NeedsCompiler
class ReportOverHttpTests {

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static ReportedRounds rounds;
    private static Instant start;
    private static Instant whole;
    private static Instant missing;
    private static Instant hung;
    private static Instant reset;

    @BeforeAll
    static void phases() throws Exception {
        server = TestServer.started("gpulse.history.enabled=false");
        rounds = new ReportedRounds(folder, server);
        start = rounds.first();
        whole = rounds.eight(-1);
        missing = rounds.eight(4);
        hung = rounds.withHangingGpu();
        reset = rounds.withDecreasingCounter();
    }

    @AfterAll
    static void end() {
        server.close();
        assertThat(rounds.end()).isEmpty();
    }

    private static JsonNode report(Instant from, Instant to, String more) {
        HttpResponse<String> response = Http.get(server, "/api/v1/report?from=" + from + "&to=" + to + more);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static Map<Integer, JsonNode> processes(JsonNode gpu) {
        return gpu.get("processes")
                .valueStream()
                .collect(Collectors.toMap((process) -> process.get("pid").asInt(), Function.identity()));
    }

    @Test
    void aKnownSpanIsReportedToTheJouleTheByteAndTheRound() {
        JsonNode report = report(start, whole, "");

        assertThat(report.get("seconds").asDouble()).isEqualTo(8);
        assertThat(report.get("rounds").asInt()).isEqualTo(8);
        assertThat(report.get("missingSeconds").asDouble()).isZero();
        assertThat(report.get("simulated").asBoolean()).isFalse();
        JsonNode gpu = report.at("/gpus/0");
        assertThat(gpu.get("rounds").asInt()).isEqualTo(8);
        assertThat(gpu.get("missingSeconds").asDouble()).isZero();
        assertThat(gpu.get("energyJoules").asDouble()).isEqualTo(3074.5);
        assertThat(gpu.get("energySeconds").asDouble()).isEqualTo(8);
        assertThat(gpu.at("/mean/utilization.gpu").asDouble()).isEqualTo(50);
        assertThat(gpu.at("/max/utilization.gpu").asDouble()).isEqualTo(90);
        assertThat(gpu.at("/mean/power.draw").asDouble()).isEqualTo(384);
        assertThat(gpu.at("/max/memory.used").asString()).isEqualTo("51539607553");
        assertThat(gpu.get("throttledSeconds").asDouble()).isEqualTo(3);
        assertThat(gpu.at("/clocksEventSeconds/sw_power_cap").asDouble()).isEqualTo(4);
        assertThat(gpu.at("/clocksEventSeconds/sw_thermal_slowdown").asDouble()).isEqualTo(1);
        assertThat(gpu.at("/clocksEventSeconds/gpu_idle").asDouble()).isEqualTo(1);
    }

    @Test
    void twoProcessesOnOneGpuShareItAndAProcessOnTwoGpusIsReportedForEach() {
        JsonNode report = report(start, whole, "");

        assertThat(report.at("/gpus/0/shared").asBoolean()).isTrue();
        Map<Integer, JsonNode> first = processes(report.at("/gpus/0"));
        assertThat(first).containsOnlyKeys(ReportedRounds.FIRST, ReportedRounds.SECOND);
        assertThat(first.get(ReportedRounds.FIRST).get("peakMemoryBytes").asString())
                .isEqualTo("12884901889");
        assertThat(first.get(ReportedRounds.FIRST).get("meanUtilization").asDouble())
                .isEqualTo(40);
        assertThat(first.get(ReportedRounds.FIRST).get("user").asString()).isEqualTo("anna");
        assertThat(first.get(ReportedRounds.FIRST).get("name").asString()).isEqualTo("python");
        assertThat(first.get(ReportedRounds.SECOND).get("peakMemoryBytes").asString())
                .isEqualTo("77");
        // The process started in round 6 and had 50, 60 and 70 %.
        assertThat(first.get(ReportedRounds.SECOND).get("meanUtilization").asDouble())
                .isEqualTo(60);
        assertThat(report.at("/gpus/1/shared").asBoolean()).isFalse();
        assertThat(processes(report.at("/gpus/1"))
                        .get(ReportedRounds.FIRST)
                        .get("peakMemoryBytes")
                        .asString())
                .isEqualTo("4096");
    }

    @Test
    void pidsSelectProcessesAndTheGpusThatTheyWereOn() {
        JsonNode first = report(start, whole, "&pids=" + ReportedRounds.FIRST);
        JsonNode both = report(start, whole, "&gpus=0&pids=4101,4102,7");
        JsonNode second = report(start, whole, "&pids=43&pid-namespace=" + ReportedRounds.NAMESPACE);

        assertThat(first.get("gpus")).hasSize(2);
        assertThat(first.at("/gpus/0/shared").asBoolean()).isTrue();
        assertThat(processes(first.at("/gpus/0"))).containsOnlyKeys(ReportedRounds.FIRST);
        assertThat(both.get("gpus")).hasSize(1);
        assertThat(both.at("/gpus/0/shared").asBoolean()).isFalse();
        assertThat(second.get("gpus")).hasSize(1);
        assertThat(second.at("/gpus/0/processes/0/pid").asInt()).isEqualTo(ReportedRounds.SECOND);
        assertThat(second.at("/gpus/0/processes/0/namespacePid").asInt()).isEqualTo(43);
        assertThat(report(start, start.plusSeconds(5), "&pids=4102").get("gpus"))
                .isEmpty();
        JsonNode unused = report(start, whole, "&pids=7");
        assertThat(unused.get("gpus")).isEmpty();
        assertThat(unused.get("processesKnown").asBoolean()).isTrue();
    }

    @Test
    void aMissingRoundIsInNoMeanAndTheCounterBridgesIt() {
        JsonNode report = report(whole, missing, "&gpus=0");

        assertThat(report.get("rounds").asInt()).isEqualTo(7);
        assertThat(report.get("seconds").asDouble()).isEqualTo(7);
        assertThat(report.get("missingSeconds").asDouble()).isEqualTo(1);
        JsonNode gpu = report.at("/gpus/0");
        assertThat(gpu.get("rounds").asInt()).isEqualTo(7);
        assertThat(gpu.get("missingSeconds").asDouble()).isEqualTo(1);
        assertThat(gpu.get("energyJoules").asDouble()).isEqualTo(3074.5);
        assertThat(gpu.get("energySeconds").asDouble()).isEqualTo(8);
        assertThat(gpu.at("/mean/utilization.gpu").asDouble()).isEqualTo(44.286);
        assertThat(gpu.at("/max/utilization.gpu").asDouble()).isEqualTo(80);
        assertThat(gpu.get("throttledSeconds").asDouble()).isEqualTo(2);
    }

    @Test
    void aHangingGpuMissesItsRoundsAndTheOtherNone() {
        JsonNode report = report(missing, hung, "");
        assertThat(report.get("processesKnown").asBoolean()).isFalse();

        assertThat(report.get("rounds").asInt()).isEqualTo(8);
        assertThat(report.at("/gpus/0/rounds").asInt()).isEqualTo(8);
        assertThat(report.at("/gpus/0/missingSeconds").asDouble()).isZero();
        assertThat(report.at("/gpus/1/rounds").asInt()).isEqualTo(5);
        assertThat(report.at("/gpus/1/missingSeconds").asDouble()).isEqualTo(3);
        assertThat(report.at("/gpus/1/mean/utilization.gpu").asDouble()).isEqualTo(7);
        assertThat(report.at("/gpus/1/shared").isBoolean())
                .as("whether it is shared is known after a short pause")
                .isTrue();
    }

    @Test
    void aSpanIsOpenAtItsBeginningAndClosedAtItsEnd() {
        JsonNode report = report(start.plusSeconds(1), start.plusSeconds(3), "&gpus=0");

        assertThat(report.get("rounds").asInt()).isEqualTo(2);
        assertThat(report.at("/gpus/0/energyJoules").asDouble()).isEqualTo(710);
        assertThat(report.at("/gpus/0/mean/utilization.gpu").asDouble()).isEqualTo(25);
        assertThat(report(start.plusMillis(2500), start.plusSeconds(3), "").get("gpus"))
                .hasSize(2);
        JsonNode before = report(start.plusMillis(1001), start.plusMillis(2999), "&gpus=0");
        assertThat(before.get("rounds").asInt()).isEqualTo(1);
        assertThat(before.get("missingSeconds").asDouble()).isZero();
        assertThat(before.at("/gpus/0/energyJoules").asDouble()).isEqualTo(300);
    }

    @Test
    void aSpanBetweenTwoRoundsHasNone() {
        JsonNode report = report(start.plusMillis(100), start.plusMillis(900), "");

        assertThat(report.get("rounds").asInt()).isZero();
        assertThat(report.get("missingSeconds").asDouble()).isZero();
        assertThat(report.at("/gpus").size()).isZero();
    }

    @Test
    void theTimeBeforeTheFirstRoundIsMissingAndItsEnergyUnknown() {
        Instant first = ReportedRounds.START.plusSeconds(2);

        JsonNode report = report(ReportedRounds.START.minusSeconds(60), first.plusSeconds(9), "&gpus=0");

        assertThat(report.get("missingSeconds").asDouble()).isBetween(58.0, 63.0);
        assertThat(report.at("/gpus/0/energySeconds").asDouble()).isLessThan(11);
        JsonNode ofOneProcess = report(ReportedRounds.START.minusSeconds(60), first.plusSeconds(9), "&gpus=1");
        assertThat(ofOneProcess.at("/gpus/0/shared").isNull())
                .as("other processes before")
                .isTrue();
    }

    @Test
    void aRestartedCounterHasTheEnergySinceItsFirstReading() {
        JsonNode gpu = report(hung, reset, "&gpus=0").at("/gpus/0");

        assertThat(gpu.get("rounds").asInt()).isEqualTo(2);
        assertThat(gpu.get("energyJoules").asDouble()).isEqualTo(5);
        assertThat(gpu.get("energySeconds").asDouble()).isBetween(0.5, 1.5);
    }

    @Test
    void anAbsentRowHasItsReason() {
        JsonNode gpu = report(start, whole, "&gpus=1").at("/gpus/0");

        assertThat(gpu.get("energyJoules").isNull()).isTrue();
        assertThat(gpu.get("throttledSeconds").isNull()).isTrue();
        assertThat(gpu.at("/mean").has("power.draw")).isFalse();
        assertThat(gpu.at("/absent/power.draw").asString()).isEqualTo("NOT_SUPPORTED");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from=2026-11-20T10:00:05Z&to=2026-11-20T10:00:05Z|400|from= must be before to=",
                "from=2026-11-19T10:00:00Z&to=2026-11-20T10:00:01Z|400|to= must be at most a day after from=.",
                "from=9000-11-19T10:00:00Z|400|from= must be before to=",
                "from=yesterday|400|from=",
                "from=0|400|to= must be at most a day after from=.",
                "from=1969-12-31T23:00:00Z&to=1970-01-01T00:00:00Z|400|from= must not be before 1970.",
                "from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:05Z&gpus=7|404|There is no GPU '7'.",
                "from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:05Z&gpus=|400|gpus=",
                "from=2026-11-20T10:00:00Z&pids=a|400|pids",
                "from=2026-11-20T10:00:00Z&pids=5&pid-namespace=0|400|pid-namespace",
                "from=2026-11-20T10:00:00Z&till=5|400|till",
            })
    void anInvalidReportIsRefusedWithTheReason(String query, int status, String sentence) {
        HttpResponse<String> response = Http.get(server, "/api/v1/report?" + query);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(JsonMapper.shared().readTree(response.body()).path("detail").asString())
                .contains(sentence);
    }
}
