package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.InsightMonitor;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Silences over HTTP, and the insights that they cover. */
class SilencedInsightsTests {

    private static final String SILENCES = "/api/v1/silences";
    private static final String INSIGHTS = "/api/v1/insights";
    private static final String LOST = Snapshots.identity(1).uuid();
    private static final String PERMANENT = "gpulse.insight.silences[0].";

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static final List<String> NOTICES = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void start() {
        server = started();
        server.bean(InsightService.class)
                .notices()
                .subscribe((notice) -> NOTICES.add(
                        JsonMapper.shared().readTree(notice.json()).get("id").asString()));
        takeRounds(server, 8);
    }

    private static TestServer started() {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                PERMANENT + "rule=gpu-lost",
                PERMANENT + "gpu=2",
                PERMANENT + "reason=being replaced");
    }

    private static void takeRounds(TestServer on, int rounds) {
        for (int n = 0; n < rounds; n++) {
            on.takes(round(n));
        }
        Wait.until(() -> Http.get(on, INSIGHTS).statusCode() == 200);
        Wait.until(() -> Http.get(on, "/api/v1/marks").statusCode() == 200);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    /** GPU 0 has been idle for an hour with memory held; GPUs 1 and 2 are lost. */
    private static Snapshot round(int number) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        Instant since = Snapshots.ofGpus(1).takenAt().minus(Duration.ofHours(1));
        return Snapshots.of(
                number,
                Snapshots.NVML,
                List.of(
                        Snapshots.gpu(0, readings).with(new Activity(since, null)),
                        Snapshots.troubled(1, GpuState.LOST, "GPU_IS_LOST"),
                        Snapshots.troubled(2, GpuState.LOST, "GPU_IS_LOST")));
    }

    private static HttpResponse<String> post(String body) {
        return Http.post(server, SILENCES, body, "Content-Type", "application/json");
    }

    private static JsonNode made(String body) {
        HttpResponse<String> response = post(body);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(response.body());
    }

    private static void delete(JsonNode silence) {
        assertThat(Http.request(
                                server,
                                "DELETE",
                                SILENCES + "/" + silence.get("id").asString(),
                                "*/*")
                        .statusCode())
                .isEqualTo(204);
    }

    private static List<String> ids(TestServer on, String path, String list) {
        return JsonMapper.shared()
                .readTree(Http.get(on, path).body())
                .get(list)
                .valueStream()
                .map((entry) -> entry.get("id").asString())
                .toList();
    }

    @Test
    void aSilencedFindingIsNotActiveAndIsListedWithItsSilence() {
        assertThat(ids(server, INSIGHTS, "insights")).contains("gpu-lost/" + LOST);

        JsonNode silence = made("{\"rule\":\"gpu-lost\",\"gpu\":1,\"until\":\"2h\",\"reason\":\"RMA 4711\"}");

        assertThat(silence.get("gpu").asString()).isEqualTo(LOST);
        assertThat(silence.get("process").isNull()).isTrue();
        assertThat(Duration.between(
                        Instant.parse(silence.get("createdAt").asString()),
                        Instant.parse(silence.get("until").asString())))
                .isBetween(Duration.ofMinutes(119), Duration.ofMinutes(121));
        assertThat(ids(server, INSIGHTS, "insights")).doesNotContain("gpu-lost/" + LOST);
        JsonNode found = JsonMapper.shared()
                .readTree(Http.get(server, INSIGHTS + "?state=silenced&gpus=1").body())
                .at("/insights/0");
        assertThat(found.get("state").asString()).isEqualTo("silenced");
        assertThat(found.at("/silence/id").asString())
                .isEqualTo(silence.get("id").asString());
        assertThat(found.at("/silence/reason").asString()).isEqualTo("RMA 4711");
        assertThat(ids(server, INSIGHTS + "?state=all", "insights")).contains("gpu-lost/" + LOST);
        assertThat(ids(server, SILENCES, "silences")).contains(silence.get("id").asString());

        delete(silence);
        assertThat(ids(server, INSIGHTS, "insights")).contains("gpu-lost/" + LOST);
        assertThat(ids(server, INSIGHTS + "?state=silenced&gpus=1", "insights")).isEmpty();
    }

    @Test
    void aSilencedFindingStaysInPrometheus() {
        JsonNode silence = made("{\"rule\":\"gpu-lost\",\"until\":\"1m\",\"reason\":\"x\"}");

        assertThat(server.bean(InsightMonitor.class).states())
                .contains(new InsightMonitor.RuleState(
                        "gpu-lost",
                        new InsightMonitor.GpuLabels(1, LOST),
                        "critical",
                        new InsightMonitor.AlertLabels("lost", "REBOOT")));
        delete(silence);
    }

    @Test
    void aSilenceOfTheConfigurationIsPermanent() {
        JsonNode first =
                JsonMapper.shared().readTree(Http.get(server, SILENCES).body()).at("/silences/0");

        assertThat(first.get("id").asString()).isEqualTo("config-0");
        assertThat(first.get("until").isNull()).isTrue();
        assertThat(first.get("gpu").asString()).isEqualTo(Snapshots.identity(2).uuid());
        assertThat(ids(server, INSIGHTS + "?state=silenced", "insights"))
                .contains("gpu-lost/" + Snapshots.identity(2).uuid());
        assertThat(NOTICES)
                .contains("gpu-lost/" + LOST)
                .doesNotContain("gpu-lost/" + Snapshots.identity(2).uuid());
        HttpResponse<String> response = Http.request(server, "DELETE", SILENCES + "/config-0", "*/*");
        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("is configured");
    }

    @Test
    void silencesAreKeptInTheHistory() {
        JsonNode silence = made("{\"rule\":\"xid\",\"process\":\"vllm\",\"until\":\"3d\",\"reason\":\"known\"}");
        server.close();
        server = started();
        takeRounds(server, 8);

        Wait.until(() ->
                ids(server, SILENCES, "silences").contains(silence.get("id").asString()));
        delete(silence);
        assertThat(Http.request(
                                server,
                                "DELETE",
                                SILENCES + "/" + silence.get("id").asString(),
                                "*/*")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void withoutAHistorySilencesAreKeptInMemory() {
        try (TestServer memory = TestServer.started("gpulse.history.enabled=false")) {
            memory.takes(round(0));
            String body = "{\"rule\":\"gpu-lost\",\"gpu\":\"" + LOST + "\",\"until\":\"1h\",\"reason\":\"x\"}";
            HttpResponse<String> response =
                    Http.post(memory, SILENCES, body, "Content-Type", "application/json; charset=utf-8");

            assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
            assertThat(ids(memory, SILENCES, "silences")).hasSize(1);
            String id = ids(memory, SILENCES, "silences").get(0);
            String location = response.headers().firstValue("Location").orElseThrow();
            assertThat(response.uri().resolve(location).getPath()).isEqualTo(SILENCES + "/" + id);
            assertThat(Http.request(memory, "DELETE", SILENCES + "/" + id, "*/*")
                            .statusCode())
                    .isEqualTo(204);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2099-01-01T00:00:00Z", "0s", "0", "367d", "2001-01-01T00:00Z", "soon", "", "-1h", " 2h"})
    void anEndThatIsNotInTheYearToComeIsRefused(String until) {
        HttpResponse<String> response = post("{\"rule\":\"xid\",\"until\":\"" + until + "\",\"reason\":\"x\"}");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains("Invalid until=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"rule\":\"xids\",\"until\":\"1h\",\"reason\":\"x\"}|400|Unknown rule 'xids'",
                "{\"rule\":\"xid\",\"until\":\"1h\"}|400|reason is missing",
                "{\"rule\":\"xid\",\"reason\":\"x\"}|400|until is missing",
                "{\"rule\":\"xid\",\"until\":\"1h\",\"reason\":\"\"}|400|reason is empty",
                "{\"rule\":\"xid\",\"gpu\":[1],\"until\":\"1h\",\"reason\":\"x\"}|400|gpu is neither",
                "{\"rule\":\"xid\",\"gpu\":\"0,1\",\"until\":\"1h\",\"reason\":\"x\"}|400|gpu is not one GPU",
                "{\"rule\":\"xid\",\"gpu\":9,\"until\":\"1h\",\"reason\":\"x\"}|404|There is no GPU '9'",
                "{\"rule\":\"xid\",\"rule\":\"xid\",\"until\":\"1h\",\"reason\":\"x\"}|400|each name is given once",
                "{\"rule\":\"xid\",\"until\":\"1h\",\"reason\":\"x\",\"user\":1}|400|no field 'user'",
            })
    void aBodyThatIsNoSilenceIsRefusedWithTheReason(String body, int status, String reason) {
        HttpResponse<String> response = post(body);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(reason);
    }

    @Test
    void aPageOfAnotherSiteCannotSilence() {
        String body = "{\"rule\":\"xid\",\"until\":\"1h\",\"reason\":\"x\"}";

        assertThat(Http.post(server, SILENCES, body, "Content-Type", "application/json", "Sec-Fetch-Site", "cross-site")
                        .statusCode())
                .isEqualTo(403);
        assertThat(Http.post(server, SILENCES, body, "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
    }
}
