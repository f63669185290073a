package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server with three GPUs, and clients that wait for them. */
abstract class WaitingClients {

    static final JsonMapper JSON = JsonMapper.builder().build();
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    static final String FREE = "/api/v1/gpus/free?window=0s&";
    static final String HOLDS = "/api/v1/holds?window=0s&";
    static final String ALL = "application/json";
    static final String EVENTS = "text/event-stream";

    TestServer server;
    private int second;

    @BeforeEach
    void start() {
        this.server = TestServer.started();
        takes(0, 1);
    }

    /** Returns the response, which comes soon. */
    static HttpResponse<String> ended(CompletableFuture<HttpResponse<String>> response) {
        return response.orTimeout(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @AfterEach
    void stop() {
        this.server.close();
    }

    /** Runs a round in which these of three GPUs are free. */
    void takes(int... free) {
        List<GpuSample> gpus = IntStream.range(0, 3)
                .mapToObj((index) -> gpu(index, IntStream.of(free).anyMatch((one) -> one == index)))
                .toList();
        Snapshot round = Snapshots.of(this.second++, Snapshots.NVML, gpus);
        this.server.takes(Snapshots.every(Duration.ofHours(1), round));
    }

    static GpuSample gpu(int index, boolean free) {
        return Snapshots.gpu(
                index,
                Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(free ? 0 : 97),
                        Metric.PROCESSES_RUNNING, new Reading.Quantity(0),
                        Metric.MEMORY_RESERVED, new Reading.Quantity(0),
                        Metric.MEMORY_USED, new Reading.Quantity(0)));
    }

    HttpResponse<String> send(String method, String path) {
        return Http.request(this.server, method, path, ALL);
    }

    static JsonNode json(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /** Sends a request, and returns when it waits in the queue. */
    CompletableFuture<HttpResponse<String>> waiting(String method, String path, String accept) {
        int before = this.server.bean(Waits.class).waiting();
        CompletableFuture<HttpResponse<String>> response = CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.server.port() + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .header("Accept", accept)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Wait.until(() -> this.server.bean(Waits.class).waiting() > before);
        return response;
    }

    static List<Integer> indexes(JsonNode gpus) {
        return gpus.valueStream().map((gpu) -> gpu.path("index").asInt()).toList();
    }

    static List<String> names(HttpResponse<String> events) {
        return events.body().lines().filter((line) -> line.startsWith("event:")).toList();
    }
}
