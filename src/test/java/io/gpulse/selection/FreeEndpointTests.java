package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Http;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class FreeEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double GIBIBYTE = 1 << 30;

    private static final String FREE = "/api/v1/gpus/free";

    private static final String SINCE = "\"2026-11-20T10:00:01.003Z\"";

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
        List<GpuSample> gpus =
                List.of(gpu(0, 97), gpu(1, 0), gpu(2, 1), Snapshots.troubled(3, GpuState.STUCK, "It hangs."));
        server.takes(fresh(0, gpus)).takes(fresh(4, gpus));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void responseMatchesTheContractByteForByte() {
        var answer = Http.get(server, FREE);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.body())
                .isEqualTo("{\"requested\":1,\"windowSeconds\":4,"
                        + "\"chosen\":[{\"index\":1,\"uuid\":\"" + uuid(1) + "\"}],"
                        + "\"alsoFree\":[{\"index\":2,\"uuid\":\"" + uuid(2) + "\"}],"
                        + "\"rejected\":[{\"index\":0,\"uuid\":\"" + uuid(0) + "\","
                        + "\"reasons\":[\"Its utilization was up to 97 % in the last 4 s.\"]},"
                        + "{\"index\":3,\"uuid\":\"" + uuid(3) + "\","
                        + "\"reasons\":[\"It is STUCK since 2026-11-20T10:00:01.003Z: It hangs.\"]}],"
                        + "\"gpus\":["
                        + available(0, "NOT_FREE", "\"UTILIZATION\"", null, 97, 4, 0, 536870912L) + ","
                        + available(1, "FREE", "", null, 0, 4, 0, 79456894976L) + ","
                        + available(2, "FREE", "", null, 1, 4, 0, 79456894976L) + ","
                        + available(3, "NOT_FREE", "\"STATE\"", SINCE, null, null, null, null)
                        + "]}");
    }

    @Test
    void aModelLimitsTheSelection() {
        assertThat(chosen("?count=4&model=h100")).containsExactly(1, 2);
        assertThat(chosen("?count=4&model=A100")).isEmpty();
        assertThat(chosen("?count=4&model=")).containsExactly(1, 2);
    }

    @Test
    void fewerGpusThanRequestedAreNoError() {
        var answer = Http.get(server, FREE + "?count=3");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(answer.body()).path("chosen")).hasSize(2);
        assertThat(JSON.readTree(answer.body()).path("requested").asInt()).isEqualTo(3);
    }

    @Test
    void theParametersDecide() {
        assertThat(chosen("?count=4&max-utilization=100")).containsExactly(1, 2, 0);
        assertThat(chosen("?count=4&max-utilization=0.5%25")).containsExactly(1);
        assertThat(chosen("?count=4&min-memory=70GiB")).containsExactly(1, 2);
        assertThat(chosen("?count=4&min-memory=80GB")).isEmpty();
        assertThat(chosen("?count=4&window=0s&allow-processes=true&min-memory=1G"))
                .containsExactly(1, 2);
    }

    @Test
    void envFormatIsALineToExport() {
        var answer = Http.get(server, FREE + "?count=2&format=env");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
        assertThat(answer.body())
                .isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=" + uuid(1) + "," + uuid(2) + "\n");
    }

    @Test
    void envFormatWithTooFewGpusIsEmpty() {
        var answer = Http.get(server, FREE + "?count=3&format=env");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "count=0; count must be a whole number from 1 to 1024, not '0'.",
                "count=two; count must be a whole number from 1 to 1024, not 'two'.",
                "count=; count must be a whole number from 1 to 1024, not ''.",
                "count=0x10; count must be a whole number from 1 to 1024, not '0x10'.",
                "count=1&count=2; count must be a whole number from 1 to 1024, not '1,2'.",
                "min-memory=40; min-memory must be an amount of memory with a unit, such as 40GiB, 500MiB or 40GB, not",
                "min-memory=lots; min-memory must be an amount of memory",
                "max-utilization=101; max-utilization must be a percentage from 0 to 100, not '101'.",
                "max-utilization=NaN; max-utilization must be a percentage from 0 to 100, not 'NaN'.",
                "window=11m; window must be a number with a unit, such as 500ms, 5s or 1m, up to 10m, not '11m'.",
                "window=60; window must be a number with a unit",
                "allow-processes=maybe; allow-processes must be true or false, not 'maybe'.",
                "allow-processes=on; allow-processes must be true or false, not 'on'.",
                "mig=; mig must be a MIG profile, such as 1g.10gb or 1c.3g.40gb, not ''.",
                "mig=small; mig must be a MIG profile, such as 1g.10gb or 1c.3g.40gb, not 'small'.",
                "format=xml; format must be json or env, not 'xml'.",
                "format=xml&count=two; count must be a whole number from 1 to 1024, not 'two'."
            })
    void invalidParametersAreRejectedWithTheValidValues(String query, String sentence) {
        var answer = Http.get(server, FREE + "?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(JSON.readTree(answer.body()).path("detail").asString()).startsWith(sentence);
    }

    @Test
    void freeInstancesOfAProfileAreALineToExport() {
        List<MigSample> instances = Instances.ofH100();
        try (TestServer split = TestServer.started()) {
            split.takes(fresh(0, List.of(Instances.split(gpu(0, 0), instances))));

            assertThat(Http.get(split, FREE + "?mig=1g.10gb&count=2&format=env").body())
                    .isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES="
                            + instances.get(2).uuid() + "," + instances.get(3).uuid() + "\n");
            assertThat(Http.get(split, FREE + "?mig=1g.10gb&count=3&format=env").statusCode())
                    .isEqualTo(409);
            assertThat(Http.get(split, FREE + "?format=env").statusCode()).isEqualTo(409);
            assertThat(Http.get(split, FREE + "?mig=1g.10gb+me").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void withoutGpusNoneIsFree() {
        try (TestServer bare = TestServer.started()) {
            assertThat(Http.get(bare, FREE).statusCode()).isEqualTo(503);
            Snapshot none = Snapshots.of(0, Source.none("The NVIDIA driver is not loaded."), List.of());
            bare.takes(Snapshots.every(Duration.ofHours(1), none));

            assertThat(Http.get(bare, FREE).body())
                    .isEqualTo("{\"requested\":1,\"windowSeconds\":0,\"chosen\":[],\"alsoFree\":[],\"rejected\":[],"
                            + "\"gpus\":[]}");
            assertThat(Http.get(bare, FREE + "?format=env").statusCode()).isEqualTo(409);
        }
    }

    private static Snapshot fresh(int second, List<GpuSample> gpus) {
        return Snapshots.every(Duration.ofHours(1), Snapshots.of(second, Snapshots.NVML, gpus));
    }

    private static List<Integer> chosen(String query) {
        return JSON.readTree(Http.get(server, FREE + query).body())
                .path("chosen")
                .valueStream()
                .map((gpu) -> gpu.path("index").asInt())
                .toList();
    }

    private static String available(int index, String category, String obstacle, Object... facts) {
        String known =
                "\"since\":%s,\"maxUtilization\":%s,\"windowSeconds\":%s,\"processes\":%s," + "\"freeMemory\":%s";
        return "{\"index\":" + index + ",\"uuid\":\"" + uuid(index) + "\",\"category\":\"" + category
                + "\",\"obstacles\":[" + obstacle + "]," + known.formatted(facts)
                + ",\"totalMemory\":null,\"sharedMemory\":false}";
    }

    private static String uuid(int index) {
        return Snapshots.identity(index).uuid();
    }

    private static GpuSample gpu(int index, double percent) {
        return Snapshots.gpu(
                index,
                Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(percent),
                        Metric.PROCESSES_RUNNING, new Reading.Quantity(0),
                        Metric.MEMORY_RESERVED, new Reading.Quantity(0),
                        Metric.MEMORY_USED, new Reading.Quantity(0),
                        Metric.MEMORY_FREE, new Reading.Quantity((index == 0 ? 0.5 : 74) * GIBIBYTE)));
    }
}
