package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MigEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String INSTANCE = "{\"uuid\":\"MIG-9\",\"gpuInstance\":9,\"computeInstance\":1,"
            + "\"profile\":\"1c.2g.20gb\",\"generation\":4,\"values\":{\"mig.memory.total\":40,\"mig.memory.used\":20},"
            + "\"facts\":{},\"absent\":{\"mig.activity.sm\":\"NOT_SUPPORTED\"}}";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
        server.takes(Snapshots.of(1, Snapshots.NVML, List.of(split(), Snapshots.gpu(1, Map.of()))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static GpuSample split() {
        GpuSample gpu = Snapshots.gpu(0, Map.of());
        MigSample instance = new MigSample(
                new Place(9, 1),
                "MIG-9",
                "1c.2g.20gb",
                4,
                Readings.of(Map.of(
                        Metric.MIG_MEMORY_TOTAL, new Reading.Quantity(40),
                        Metric.MIG_MEMORY_USED, new Reading.Quantity(20),
                        Metric.MIG_ACTIVITY_SM, Reading.absent(Reason.NOT_SUPPORTED))));
        ProcessSample process = new ProcessSample(7, ProcessSample.Type.COMPUTE, null, null, Readings.NONE);
        return gpu.with(gpu.known()
                .withProcesses(List.of(process.on(new Place(9, 1)), process))
                .withInstances(List.of(instance)));
    }

    @Test
    void instancesMatchTheContractByteForByte() {
        assertThat(Http.get(server, "/api/v1/gpus/0/mig").body()).endsWith(",\"mig\":[" + INSTANCE + "]}");
        assertThat(Http.get(server, "/api/v1/snapshot").body()).contains("\"mig\":[" + INSTANCE + "]");
    }

    @Test
    void aGpuThatIsNotSplitHasNone() {
        assertThat(json("/api/v1/gpus/1/mig").get("mig")).isEmpty();
        assertThat(json("/api/v1/gpus/1").get("mig")).isEmpty();
    }

    @Test
    void theCoreViewHasWhatChanges() {
        JsonNode instance = json("/api/v1/snapshot?view=core").at("/gpus/0/mig/0");

        assertThat(instance.get("values").propertyNames()).containsExactly("mig.memory.used");
        assertThat(instance.get("absent").propertyNames()).containsExactly("mig.activity.sm");
    }

    @Test
    void rowsOfInstancesCanBeRequestedAlone() {
        assertThat(json("/api/v1/snapshot?metrics=mig.memory.t*")
                        .at("/gpus/0/mig/0/values")
                        .propertyNames())
                .containsExactly("mig.memory.total");
        assertThat(json("/api/v1/snapshot?metrics=power.draw").at("/gpus/0/mig"))
                .isEmpty();
    }

    @Test
    void onlyAProcessInAnInstanceHasItsIds() {
        JsonNode processes = json("/api/v1/gpus/0").get("processes");

        assertThat(processes.get(0).get("gpuInstance").asInt()).isEqualTo(9);
        assertThat(processes.get(0).get("computeInstance").asInt()).isEqualTo(1);
        assertThat(processes.get(1).has("gpuInstance")).isFalse();
        assertThat(processes.get(1).has("computeInstance")).isFalse();
    }

    private static JsonNode json(String path) {
        return JSON.readTree(Http.get(server, path).body());
    }
}
