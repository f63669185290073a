package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.InsightMonitor;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Insights over HTTP. */
class InsightEndpointTests {

    private static final String PATH = "/api/v1/insights";
    private static final String LOST = Snapshots.identity(1).uuid();

    private static TestServer server;
    private static String notice = "";

    @BeforeAll
    static void start() {
        server = TestServer.started("gpulse.history.enabled=false");
        server.bean(InsightService.class)
                .notices()
                .take(1)
                .subscribe((reported) -> notice = reported.name() + " " + reported.gpus());
        server.takes(round());
        Wait.until(() -> Http.get(server, PATH).statusCode() == 200);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    /** One GPU has been idle for an hour with memory held, the other is lost. */
    private static Snapshot round() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        readings.remove(Metric.NUMA_NODE);
        Stream.of(
                        Metric.REMAPPED_BANKS_PENDING,
                        Metric.REMAPPED_ROWS_PENDING,
                        Metric.RETIRED_PAGES_PENDING,
                        Metric.CHANNEL_REPAIR_PENDING,
                        Metric.REMAPPED_ROWS_FAILURE,
                        Metric.UNREPAIRABLE_MEMORY,
                        Metric.GPU_RECOVERY_ACTION)
                .forEach((sign) -> readings.put(sign, sign.spec().reading(0)));
        Instant since = Snapshots.ofGpus(1).takenAt().minus(Duration.ofHours(1));
        GpuSample idle = Snapshots.gpu(0, readings).with(new Activity(since, null));
        GpuSample lost = Snapshots.troubled(1, GpuState.LOST, "GPU_IS_LOST");
        return Snapshots.of(0, Snapshots.NVML, List.of(idle, lost));
    }

    private static JsonNode json(String query) {
        HttpResponse<String> response = Http.get(server, PATH + query);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void theMostSevereInsightComesFirstWithItsEvidence() {
        JsonNode all = json("");

        assertThat(all.at("/insights/0/id").asString()).isEqualTo("gpu-lost/" + LOST);
        assertThat(all.at("/insights/0/severity").asString()).isEqualTo("critical");
        assertThat(all.at("/insights/0/until").isNull()).isTrue();
        assertThat(all.at("/insights/0/translations/zh/sentence").asString()).startsWith("GPU 1 已从总线掉线");
        JsonNode idle = json("?rules=idle-allocated").at("/insights/0");
        assertThat(idle.get("sentence").asString()).isEqualTo("GPU 0 holds 71 GiB but has been idle for 60 min.");
        assertThat(idle.at("/evidence/0/metric").asString()).isEqualTo("memory.used");
        assertThat(idle.at("/evidence/0/unit").asString()).isEqualTo("BYTES");
        assertThat(idle.at("/evidence/0/translations/zh/name").asString()).isEqualTo("占用");
        assertThat(idle.at("/evidence/0/threshold").asLong()).isEqualTo(1L << 30);
        assertThat(idle.at("/chart/metric").asString()).isEqualTo("utilization.gpu");
        assertThat(idle.at("/chart/shaded").size())
                .isEqualTo(idle.at("/chart/values").size());
        assertThat(idle.at("/process").isNull()).isTrue();
    }

    @Test
    void eachRuleReportsWhetherItWasChecked() {
        JsonNode checks = json("").get("checks");

        assertThat(checks.valueStream().map((check) -> check.get("outcome").asString()))
                .contains("active", "passed", "not-checked");
        assertThat(checks.valueStream()
                        .filter((check) -> check.get("rule").asString().equals("uneven-group"))
                        .map((check) -> check.get("detail").asString()))
                .singleElement()
                .asString()
                .startsWith("Not checked: no three GPUs have processes of one name and user");
    }

    @Test
    void whetherAnAlertHoldsIsKnownForGpusThatWereChecked() {
        PublishedAlerts alerts = server.bean(PublishedAlerts.class);
        PublishedAlert lost = alerts.active().get(0);
        String idle = Snapshots.identity(0).uuid();

        assertThat(alerts.holds(lost)).isTrue();
        assertThat(alerts.holds(of("gpu-lost", Map.of(idle, 0, LOST, 1), lost))).isTrue();
        assertThat(alerts.holds(of("gpu-lost", Map.of(idle, 0), lost))).isFalse();
        assertThat(alerts.holds(of("gpu-missing", Map.of(), lost))).isFalse();
        assertThat(alerts.holds(of("gpu-lost", Map.of(idle, 0, "GPU-gone", 2), lost)))
                .isNull();
        assertThat(alerts.holds(of("disabled", Map.of(idle, 0), lost))).isNull();
    }

    private static PublishedAlert of(String rule, Map<String, Integer> gpus, PublishedAlert like) {
        return new PublishedAlert(
                rule,
                rule,
                like.severity(),
                like.since(),
                true,
                gpus,
                like.brief(),
                like.sentence(),
                like.anonymous(),
                like.advice());
    }

    @Test
    void insightsAreFilteredByGpuRuleAndState() {
        assertThat(json("?gpus=0")
                        .get("insights")
                        .valueStream()
                        .map((found) -> found.at("/gpus/0/index").asInt()))
                .isNotEmpty()
                .containsOnly(0);
        assertThat(json("?rules=gpu-lost,xid").get("insights")).hasSize(1);
        assertThat(json("?state=resolved").get("insights")).isEmpty();
        assertThat(json("?state=all&rules=gpu-lost").get("insights")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"?state=over, 400", "?rules=idle, 400", "?gpus=7, 404", "?gpu=0, 400", "?rules=, 400", "'?rules=,', 400"
    })
    void unknownNamesAreRefused(String query, int status) {
        assertThat(Http.get(server, PATH + query).statusCode()).isEqualTo(status);
    }

    @Test
    void aGroupIsFoundByEachOfItsGpus() {
        try (TestServer grouped = TestServer.started("gpulse.history.enabled=false")) {
            grouped.takes(Snapshots.of(
                    0,
                    Snapshots.NVML,
                    IntStream.range(0, 3)
                            .mapToObj((gpu) -> Snapshots.troubled(gpu, GpuState.STUCK, "A call has not returned."))
                            .toList()));
            Wait.until(() -> Http.get(grouped, PATH).statusCode() == 200);

            for (int gpu = 0; gpu < 3; gpu++) {
                String body =
                        Http.get(grouped, PATH + "?rules=gpu-stuck&gpus=" + gpu).body();
                JsonNode found = JsonMapper.shared().readTree(body).get("insights");
                assertThat(found).hasSize(1);
                assertThat(found.at("/0/gpus")).hasSize(3);
                assertThat(found.at("/0/sentence").asString()).startsWith("GPUs 0–2 do not answer");
                assertThat(found.at("/0/short").asString()).isEqualTo("Do not answer");
            }
            assertThat(grouped.bean(InsightMonitor.class).states())
                    .filteredOn((state) -> state.rule().equals("gpu-stuck"))
                    .hasSize(3)
                    .allMatch(InsightMonitor.RuleState::active);
        }
    }

    @Test
    void aShortFormIsSentInBothLanguages() {
        JsonNode idle = json("?rules=idle-allocated").at("/insights/0");

        assertThat(idle.get("short").asString()).isEqualTo("Idle 60 min, 71 GiB held");
        assertThat(idle.at("/translations/zh/short").asString()).isEqualTo("空闲 60 分钟，占用 71 GiB");
    }

    /** @param seconds an Xid and a state that is detected much later have rows of their own */
    @ParameterizedTest
    @ValueSource(ints = {5, 65})
    void insightsAndEventsAboutOneGpuGiveOneOrder(int seconds) {
        Instant at = Snapshots.ofGpus(1).takenAt();
        Condition condition = new Condition(GpuState.LOST, at.plusSeconds(seconds), "GPU_IS_LOST")
                .removedFromBus("The PCI bus no longer lists this GPU.");
        GpuSample lost = new GpuSample(1, Snapshots.identity(1), condition, at, null, Readings.NONE);
        GpuSample fine = Snapshots.gpu(1, Map.of());
        try (TestServer removed = TestServer.started("gpulse.history.enabled=false")) {
            removed.takes(Snapshots.of(0, Snapshots.NVML, List.of(fine)));
            Wait.until(() -> Http.get(removed, PATH).statusCode() == 200);
            removed.deliver(new DriverEvent.Xid(at.plusSeconds(1), new EventSubject(1, LOST), 79));
            String events =
                    "/api/v1/events?kinds=xid,gpu_lost&gpus=1&from=2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z";
            Wait.until(() -> texts(removed, events, "events", "action").size() == 1);
            removed.takes(Snapshots.of(seconds, Snapshots.NVML, List.of(lost)));
            Wait.until(
                    () -> texts(removed, PATH + "?gpus=1", "insights", "advice").size() == 2);

            assertThat(texts(removed, PATH + "?gpus=1", "insights", "advice"))
                    .allMatch((advice) -> advice.contains("reboot it"))
                    .noneMatch((advice) -> advice.contains("on purpose"));
            assertThat(texts(removed, events, "events", "action"))
                    .hasSize(seconds > 10 ? 2 : 1)
                    .allMatch((action) -> action.contains("reboot it"));
        }
    }

    @Test
    void aVirtualGpuWithoutALicenseIsAnAlert() {
        GpuSample guest = Snapshots.gpu(
                0,
                Map.of(
                        Metric.VIRTUALIZATION_MODE,
                                Metric.VIRTUALIZATION_MODE.spec().reading(2),
                        Metric.VGPU_LICENSE_STATUS,
                                Metric.VGPU_LICENSE_STATUS.spec().reading(0)));
        try (TestServer virtual = TestServer.started("gpulse.history.enabled=false")) {
            virtual.takes(Snapshots.of(0, Snapshots.NVML, List.of(guest)));
            virtual.takes(Snapshots.of(301, Snapshots.NVML, List.of(guest)));
            String found = PATH + "?rules=vgpu-unlicensed";
            Wait.until(() -> texts(virtual, found, "insights", "short").equals(List.of("No vGPU license")));

            assertThat(texts(virtual, found, "insights", "severity")).containsExactly("warning");
            assertThat(texts(virtual, found, "insights", "advice"))
                    .singleElement()
                    .asString()
                    .contains("nvidia-gridd");
        }
    }

    private static List<String> texts(TestServer of, String path, String list, String key) {
        return JsonMapper.shared()
                .readTree(Http.get(of, path).body())
                .path(list)
                .valueStream()
                .map((one) -> one.get(key).asString())
                .toList();
    }

    @Test
    void seriesAndSubscribersGetInsightsToo() {
        assertThat(server.bean(InsightMonitor.class).states())
                .contains(new InsightMonitor.RuleState(
                        "gpu-lost",
                        new InsightMonitor.GpuLabels(1, LOST),
                        "critical",
                        new InsightMonitor.AlertLabels("lost", "REBOOT")));
        assertThat(notice).startsWith("insight [GPU-");
    }
}
