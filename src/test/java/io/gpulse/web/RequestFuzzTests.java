package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Scope;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Every operation responds to any request as documented. */
@FollowEveryBuffer
@Tag("both-compilers-3")
class RequestFuzzTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path CONTRACT = Path.of("frontend", "openapi.json");
    /** Each operation receives one in this number of the odd requests. */
    private static final int SHARES = Thorough.Groups.run(3) ? 1 : 6;

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static JsonNode document;

    @BeforeAll
    static void start() throws IOException {
        List<GpuSample> gpus = List.of(busy(0), Snapshots.gpu(1));
        server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder);
        for (int n = 1; n < 8; n++) {
            server.takes(Snapshots.every(Duration.ofHours(1), Snapshots.of(n, Snapshots.NVML, gpus)));
        }
        Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
        document = JSON.readTree(Files.readString(CONTRACT));
        // This server has no exporter.
        ((ObjectNode) document.path("paths")).remove(List.of("/metrics", "/metrics/dcgm"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void everyOperationRespondsToOddRequestsAsDocumented() {
        Set<String> requested = new TreeSet<>();
        List<String> wrongs = new ArrayList<>();

        List<Operation> operations = Operation.of(document);
        for (int number = 0; number < operations.size(); number++) {
            Operation operation = operations.get(number);
            wrongs.addAll(wrongs(operation, OddRequests.to(operation, number, SHARES)));
            requested.add(operation.path());
        }

        assertThat(String.join("\n", wrongs)).isEmpty();
        Set<String> all = new TreeSet<>(document.path("paths").propertyNames());
        all.removeAll(Set.of(
                "/logout",
                "/api/v1/marks/{id}",
                "/api/v1/silences/{id}",
                "/api/v1/holds",
                "/api/v1/holds/{id}",
                "/api/v1/notify/{name}/test",
                "/mcp"));
        assertThat(requested).isEqualTo(all);
    }

    private static List<String> wrongs(Operation operation, List<OddRequest> odd) {
        ResponseVerdict verdict = new ResponseVerdict(document);
        TreeMap<Integer, Integer> statuses = new TreeMap<>();
        List<String> wrongs = new ArrayList<>();
        for (OddRequest request : odd) {
            if (Operation.WRITTEN.contains(operation.path())
                    && request.toString().startsWith("POST")) {
                continue;
            }
            RawResponse answer = RawResponse.to(request.bytes(), server.port());
            statuses.merge(answer.status(), 1, Integer::sum);
            verdict.on(operation, request, answer)
                    .forEach((wrong) -> wrongs.add(operation + ": " + request + "\n    " + wrong));
        }
        int requests = statuses.values().stream().mapToInt(Integer::intValue).sum();
        System.out.println(operation + ": " + requests + " requests, " + statuses);
        assertThat(statuses).as(operation.toString()).containsKey(200);
        return wrongs;
    }

    /** Returns a snapshot with all parts of a GPU. */
    private static GpuSample busy(int index) {
        GpuSample gpu = Snapshots.gpu(index);
        Readings ofLink = Readings.of(Snapshots.known(Scope.LINK));
        List<ProcessSample> processes = List.of(
                process(4000 + index, "python", Readings.of(Snapshots.known(Scope.PROCESS))),
                process(5000 + index, null, Readings.NONE));
        GpuReadings all = new GpuReadings(
                gpu.readings(), List.of(new LinkSample(0, ofLink), new LinkSample(1, Readings.NONE)), processes);
        return new GpuSample(
                index, gpu.identity(), gpu.condition(), gpu.sampledAt(), gpu.slowSampledAt(), all, gpu.activity());
    }

    private static ProcessSample process(int pid, @Nullable String name, Readings readings) {
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, name, null, readings);
    }
}
