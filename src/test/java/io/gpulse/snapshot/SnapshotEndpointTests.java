package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SnapshotEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static TestServer server;
    private static int round;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void snapshotMatchesTheContractByteForByte() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(53));
        readings.put(Metric.FAN_SPEED, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.POWER_DRAW, new Reading.Quantity(367.2));
        readings.put(Metric.PSTATE, Metric.PSTATE.spec().reading(0L));
        readings.put(Metric.SERIAL, new Reading.Text("1654922012345"));
        Snapshot whole = Snapshots.of(++round, Snapshots.NVML, List.of(Snapshots.gpu(0, readings)));
        server.takes(withoutHost(whole));

        var response = Http.get(server, "/api/v1/snapshot");
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(response.body())
                .isEqualTo("{\"sequence\":" + whole.sequence() + ",\"takenAt\":\"" + whole.takenAt()
                        + "\",\"tookMillis\":8.4,\"everyMillis\":1000,\"stale\":false,"
                        + "\"view\":\"full\",\"source\":{\"kind\":\"NVML\",\"simulated\":false,"
                        + "\"driverVersion\":\"580.95.05\",\"nvmlVersion\":\"13.580.95\",\"cudaVersion\":\"13.0\","
                        + "\"reason\":null,\"recordedAt\":null},"
                        + "\"gpus\":[{\"index\":0,\"uuid\":\"GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77\","
                        + "\"name\":\"NVIDIA H100 80GB HBM3\",\"pciBusId\":\"00000000:1A:00.0\",\"state\":\"OK\","
                        + "\"stateSince\":\"2026-11-20T10:00:01.003Z\",\"stateDetail\":null,"
                        + "\"sampledAt\":\"2026-11-20T10:00:01.003Z\",\"slowSampledAt\":\"2026-11-20T10:00:01.003Z\","
                        + "\"idleSince\":null,\"busySince\":\"2026-11-20T09:59:01.003Z\","
                        + "\"values\":{\"utilization.gpu\":53,\"power.draw\":367.2,\"pstate\":0},"
                        + "\"facts\":{\"pstate\":\"P0\",\"serial\":\"1654922012345\"},"
                        + "\"absent\":{\"fan.speed\":\"NOT_SUPPORTED\"},"
                        + "\"links\":[],\"mig\":[],\"processes\":[],\"processesOmitted\":0}],\"host\":null}");
    }

    @Test
    void absentValueIsNeverANumberButZeroIs() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        Metric.of(Scope.GPU).forEach((metric) -> readings.put(metric, Reading.absent(Reason.NO_DATA)));
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(0));
        server.takes(Snapshots.of(++round, Snapshots.NVML, List.of(Snapshots.gpu(0, readings))));

        JsonNode gpu = json("/api/v1/gpus/0");

        assertThat(gpu.path("values").toString()).isEqualTo("{\"utilization.gpu\":0}");
        assertThat(gpu.path("facts").isEmpty()).isTrue();
        assertThat(gpu.path("absent").size()).isEqualTo(readings.size() - 1);
    }

    @Test
    void wholeNumbersHaveNoFraction() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.MEMORY_USED, new Reading.Quantity(76_346_818_560.0));
        readings.put(Metric.MEMORY_TOTAL, new Reading.Quantity(0x1p63));
        readings.put(Metric.ENERGY_TOTAL, new Reading.Quantity(123_456_789_012.345));
        readings.put(Metric.CLOCKS_EVENT_REASONS, new Reading.State(-1L, "0xFFFFFFFFFFFFFFFF"));
        server.takes(Snapshots.of(++round, Snapshots.NVML, List.of(Snapshots.gpu(0, readings))));

        String body = Http.get(server, "/api/v1/gpus/0").body();

        assertThat(body)
                .contains(
                        "\"memory.used\":76346818560,",
                        "\"memory.total\":9223372036854775808,",
                        "\"clocks_event_reasons.active\":18446744073709551615}",
                        "\"clocks_event_reasons.active\":\"0xFFFFFFFFFFFFFFFF\"")
                .doesNotContain(".0,")
                .doesNotContain("NaN");
        assertThat(JSON.readTree(body).at("/values/energy.total").asDouble()).isEqualTo(123_456_789_012.345);
    }

    @Test
    void unresponsiveGpuHasNoReadingsButAReason() {
        server.takes(Snapshots.of(
                ++round,
                Snapshots.NVML,
                List.of(Snapshots.gpu(0), Snapshots.troubled(1, GpuState.LOST, "It is gone (15)."))));

        JsonNode gpu = json("/api/v1/snapshot").at("/gpus/1");

        assertThat(gpu.path("state").asString()).isEqualTo("LOST");
        assertThat(gpu.path("stateDetail").asString()).isEqualTo("It is gone (15).");
        assertThat(gpu.path("values").isEmpty()).isTrue();
        assertThat(gpu.path("absent").isEmpty()).isTrue();
        assertThat(gpu.path("sampledAt").isNull()).isFalse();
        assertThat(gpu.path("slowSampledAt").isNull()).isTrue();
    }

    @Test
    void theCoreOfEightGpusFitsInto24Kilobytes() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(8).gpus()));

        String core = Http.get(server, "/api/v1/snapshot?view=core").body();

        assertThat(core.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(24_576);
        assertThat(JSON.readTree(core).path("gpus")).hasSize(8);
        assertThat(JSON.readTree(core).at("/host/values").size())
                .isEqualTo(Metric.of(Scope.HOST).size());
    }

    @Test
    void filtersKeepTheRequestedGpusAndTheMachine() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(3).gpus()));

        JsonNode filtered = json("/api/v1/snapshot?gpus=2&gpus=GPU-0&metrics=power.*,host.load.1m");

        assertThat(names(filtered.at("/gpus/0/values")))
                .contains("power.draw", "power.limit")
                .allMatch((key) -> key.startsWith("power."));
        assertThat(filtered.path("gpus"))
                .extracting((gpu) -> gpu.path("index").asInt())
                .containsExactly(0, 2);
        assertThat(names(filtered.at("/host/values"))).containsExactly("host.load.1m");
    }

    @Test
    void unknownParametersAreRejected() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(1).gpus()));

        assertThat(Http.get(server, "/api/v1/snapshot?_=17&foo=bar").statusCode())
                .isEqualTo(400);
    }

    @Test
    void listAndSingleGpuAreEqual() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(2).gpus()));

        JsonNode all = json("/api/v1/gpus");

        assertThat(all).hasSize(2);
        assertThat(json("/api/v1/gpus/1")).isEqualTo(all.get(1));
        assertThat(json("/api/v1/gpus/0000:1b:00.0")).isEqualTo(all.get(1));
    }

    @Test
    void theCatalogueHasEveryMetricWithItsWords() {
        JsonNode catalogue = json("/api/v1/catalogue");

        assertThat(catalogue).hasSize(Metric.values().length);
        JsonNode fan = StreamSupport.stream(catalogue.spliterator(), false)
                .filter((row) -> row.path("key").asString().equals("fan.speed"))
                .findFirst()
                .orElseThrow();
        assertThat(fan.path("unit").asString()).isEqualTo("%");
        assertThat(fan.path("header").asString()).isEqualTo("fan.speed [%]");
        assertThat(fan.path("source").asString()).isEqualTo("nvmlDeviceGetFanSpeed");
        assertThat(fan.path("nvidiaSmiName").asString()).isEqualTo("fan.speed");
        assertThat(fan.path("window").isNull()).isTrue();
        assertThat(fan.at("/remedies/NOT_SUPPORTED").asString()).isEqualTo("Needs a board with a fan of its own.");
    }

    @Test
    void statusReportsGpulseItself() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(2).gpus()));

        JsonNode status = json("/api/v1/status");

        assertThat(status.at("/source/mode").asString()).isEqualTo("auto");
        assertThat(status.at("/checks/0/outcome").asString()).isEqualTo("PASSED");
        assertThat(status.at("/steps/0/command").asString()).isEqualTo("nvidia-smi");
        assertThat(status.at("/rounds/medianMillis").asDouble()).isEqualTo(8.4);
        assertThat(status.at("/rounds/p99Millis").asInt()).isEqualTo(22);
        assertThat(status.path("gpus")).hasSize(2);
        assertThat(status.at("/stream/maxSubscribers").asInt()).isEqualTo(1000);
        assertThat(status.at("/stream/replayBytes").asLong()).isPositive();
        assertThat(status.at("/jvm/collector").asString()).isNotEmpty();
    }

    @Test
    void filteredSnapshotsDoNotFillTheRing() {
        server.takes(Snapshots.of(++round, Snapshots.NVML, Snapshots.ofGpus(2).gpus()));
        Http.get(server, "/api/v1/snapshot");
        long before = json("/api/v1/status").at("/stream/replayBytes").asLong();

        Http.get(server, "/api/v1/snapshot?metrics=power.draw");
        Http.get(server, "/api/v1/snapshot");

        assertThat(json("/api/v1/status").at("/stream/replayBytes").asLong()).isEqualTo(before);
        assertThat(Readings.NONE.isEmpty()).isTrue();
    }

    private static JsonNode json(String path) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static List<String> names(JsonNode node) {
        return List.copyOf(node.propertyNames());
    }

    private static Snapshot withoutHost(Snapshot whole) {
        return new Snapshot(
                whole.sequence(),
                whole.takenAt(),
                whole.nanos(),
                whole.took(),
                whole.every(),
                whole.source(),
                whole.gpus(),
                null);
    }
}
