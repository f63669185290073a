package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The machine and its parts over HTTP. */
class HostEndpointTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
        server.takes(Snapshots.numbered(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void partsHaveNumbersAndNames() {
        JsonNode host = json("/api/v1/host");

        assertThat(host.at("/cores/0/core").asInt()).isEqualTo(5);
        assertThat(host.at("/disks/0/disk").asString()).isEqualTo("nvme0n1");
        assertThat(host.at("/networks/0/network").asString()).isEqualTo("eth0");
        assertThat(host.at("/cores/0").propertyNames()).containsExactly("core", "values", "absent");
        assertThat(host.at("/disks/0").propertyNames()).containsExactly("disk", "values", "absent");
        assertThat(host.at("/networks/0").propertyNames()).containsExactly("network", "values", "absent");
        assertThat(host.at("/cores/0/values").propertyNames()).containsExactlyElementsOf(keys(Scope.CORE));
        assertThat(host.at("/disks/0/values").propertyNames()).containsExactlyElementsOf(keys(Scope.DISK));
        assertThat(host.at("/networks/0/values").propertyNames()).containsExactlyElementsOf(keys(Scope.NETWORK));
    }

    @Test
    void processesAreListedOnlyOnRequest() {
        JsonNode host = json("/api/v1/host");

        assertThat(host.path("processes").isEmpty()).isTrue();
        assertThat(host.path("processesSampledAt").asString()).isEqualTo("2026-11-20T10:00:01.003Z");
        assertThat(json("/api/v1/host?processes=0").path("processes").isEmpty()).isTrue();
        assertThat(json("/api/v1/host?sort=memory").path("processes").isEmpty()).isTrue();
    }

    @Test
    void processesWithTheHighestProcessorUseComeFirst() {
        assertThat(pids("/api/v1/host?processes=3")).containsExactly(1, 3, 5);
        assertThat(pids("/api/v1/host?processes=3&sort=cpu")).containsExactly(1, 3, 5);
        // Unknown values sort after small ones.
        assertThat(pids("/api/v1/host?processes=14")).endsWith(23, 24, 22);
    }

    @Test
    void processesWithTheMostMemoryComeFirstOnRequest() {
        assertThat(pids("/api/v1/host?processes=10&sort=memory"))
                .containsExactly(24, 23, 22, 21, 20, 19, 18, 17, 16, 15);
        assertThat(pids("/api/v1/host?processes=20&sort=memory")).hasSize(20);
    }

    @Test
    void processIsListedWithoutItsCommandLine() {
        JsonNode process = json("/api/v1/host?processes=20&sort=memory").at("/processes/0");

        assertThat(process.propertyNames()).containsExactly("pid", "name", "values", "facts", "absent");
        assertThat(process.path("name").asString()).isEqualTo("python");
        assertThat(process.at("/values").propertyNames()).containsExactly("host.process.memory");
        assertThat(process.at("/facts").propertyNames()).containsExactly("host.process.state", "host.process.user");
        assertThat(process.path("absent").toString()).isEqualTo("{\"host.process.cpu\":\"NO_DATA\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "21", "ten", "", "1.5", "99999999999"})
    void invalidNumberOfProcessesIsRejectedWithASentence(String requested) {
        var response = Http.get(server, "/api/v1/host?processes=" + requested);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(detail(response.body()))
                .isEqualTo("processes must be a whole number from 0 to 20, not '" + requested + "'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pid", "CPU", "", "cpu,memory"})
    void invalidOrderIsRejectedWithASentence(String requested) {
        var response = Http.get(server, "/api/v1/host?sort=" + URLEncoder.encode(requested, StandardCharsets.UTF_8));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(detail(response.body()))
                .isEqualTo(
                        "sort must be cpu, memory, host.process.cpu or host.process.memory, not '" + requested + "'.");
    }

    @Test
    void fullViewHasAllRowsAndCoreViewOnlyTotals() {
        JsonNode full = json("/api/v1/snapshot").path("host");
        JsonNode core = json("/api/v1/snapshot?view=core").path("host");

        assertThat(full.path("cores")).isEqualTo(json("/api/v1/host").path("cores"));
        assertThat(full.path("processes")).hasSize(25);
        for (String part : List.of("cores", "disks", "networks", "processes")) {
            assertThat(core.path(part).isArray()).isTrue();
            assertThat(core.path(part).isEmpty()).isTrue();
        }
        assertThat(core.at("/values").has("host.disk.read")).isTrue();
    }

    @Test
    void rowsOfPartsCanBeRequested() {
        JsonNode host = json("/api/v1/snapshot?metrics=core.utilization,disk.*").path("host");

        assertThat(host.at("/cores/0/values").propertyNames()).containsExactly("core.utilization");
        assertThat(host.at("/disks/0/values").propertyNames()).containsExactlyElementsOf(keys(Scope.DISK));
        assertThat(host.path("networks").isEmpty()).isTrue();
        assertThat(host.path("processes").isEmpty()).isTrue();
        assertThat(host.path("values").isEmpty()).isTrue();
    }

    private static List<String> keys(Scope scope) {
        return Metric.of(scope).stream().map(Metric::key).toList();
    }

    private static List<Integer> pids(String path) {
        return json(path)
                .path("processes")
                .valueStream()
                .map((process) -> process.path("pid").asInt())
                .toList();
    }

    private static String detail(String body) {
        return JsonMapper.shared().readTree(body).path("detail").asString();
    }

    private static JsonNode json(String path) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }
}
