package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.NamespacedPid;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.device.Readings;
import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ProcessEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant STARTED = Instant.parse("2026-11-20T09:14:01.870Z");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
        GpuSample first = Snapshots.gpu(0)
                .with(List.of(
                        process(41102, 3000, 20, known("mchen")),
                        process(41103, 2000, 80, known("jlopez").with(new NamespacedPid(42, 4_026_532_281L, "c0ffee"))),
                        process(41104, 1000, 0, Owner.unknown(Reason.NO_PERMISSION))));
        Workload job = new Workload(Workload.Kind.JOB, "280678", null, "slurm", "batch", Workload.Evidence.CGROUP);
        Owner grouped = known("mchen").in("41100-1795166041").with(FoundWorkload.of(job));
        GpuSample second = Snapshots.gpu(1).with(List.of(process(41102, 2500, 50, grouped)));
        server.takes(Snapshots.of(1, Snapshots.NVML, List.of(first, second, Snapshots.gpu(2))));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void processMatchesTheContractByteForByte() {
        assertThat(Http.get(server, "/api/v1/gpus/1/processes").body())
                .isEqualTo("[{\"gpu\":1,\"uuid\":\"GPU-1a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77\",\"pid\":41102,"
                        + "\"type\":\"COMPUTE\",\"name\":\"python\",\"startedAt\":\"2026-11-20T09:14:01.870Z\","
                        + "\"workload\":{\"kind\":\"JOB\",\"id\":\"280678\",\"name\":null,\"system\":\"slurm\","
                        + "\"step\":\"batch\",\"evidence\":\"cgroup\"},\"group\":\"41100-1795166041\","
                        + "\"values\":{\"process.memory.used\":2500,\"process.utilization.sm\":50,"
                        + "\"process.host.cpu\":104.5,\"process.host.memory\":12345671680,\"process.elapsed\":86400},"
                        + "\"facts\":{\"user\":\"mchen\",\"program\":\"train.py\","
                        + "\"workload\":\"slurm job 280678\"},\"absent\":{\"command\":\"HIDDEN\"},"
                        + "\"namespacePid\":null,\"container\":null}]");
    }

    @Test
    void withoutAnOwnerTheGroupIsNullAndTheReasonIsThatOfTheUser() {
        JsonNode process = json("/api/v1/processes?pids=41104").get(0);

        assertThat(process.get("group").isNull()).isTrue();
        assertThat(process.at("/absent/user").asString()).isEqualTo("NO_PERMISSION");
    }

    @Test
    void theLargestComesFirst() {
        assertThat(numbers("/api/v1/processes", "process.memory.used")).containsExactly(3000, 2500, 2000, 1000);
        assertThat(numbers("/api/v1/gpus/0/processes", "process.memory.used")).containsExactly(3000, 2000, 1000);
        assertThat(numbers("/api/v1/gpus/2/processes", "process.memory.used")).isEmpty();
    }

    @Test
    void orderCanBeChosenAndUnknownValuesComeLast() {
        assertThat(numbers("/api/v1/processes?sort=process.utilization.sm", "process.utilization.sm"))
                .containsExactly(80, 50, 20, 0);
        assertThat(json("/api/v1/processes?sort=user"))
                .extracting((process) -> process.at("/facts/user").asString("nobody"))
                .containsExactly("jlopez", "mchen", "mchen", "nobody");
        assertThat(json("/api/v1/processes?sort=host-cpu")
                        .get(3)
                        .at("/absent/process.host.cpu")
                        .asString())
                .isEqualTo("NO_PERMISSION");
    }

    @Test
    void oneUsersProcessesAreThoseOfThatUser() {
        JsonNode mine = json("/api/v1/processes?user=mchen");

        assertThat(mine).extracting((process) -> process.path("gpu").asInt()).containsExactly(0, 1);
        assertThat(json("/api/v1/gpus/0/processes?user=jlopez")).hasSize(1);
        assertThat(json("/api/v1/processes?user=MCHEN")).isEmpty();
    }

    @Test
    void unknownOwnerHasAReason() {
        JsonNode unknown = json("/api/v1/gpus/0/processes").get(2);

        assertThat(unknown.path("name").isNull()).isTrue();
        assertThat(unknown.path("startedAt").isNull()).isTrue();
        assertThat(unknown.at("/absent/user").asString()).isEqualTo("NO_PERMISSION");
        assertThat(Metric.PROCESS_USER.spec().remedy(Reason.NO_PERMISSION)).contains("--pid=host");
    }

    @Test
    void invalidQueryIsRejectedWithAHint() {
        assertProblem("/api/v1/processes?sort=power.draw", 400, "process.memory.used");
        assertProblem("/api/v1/processes?sort=", 400, "process.memory.used");
        assertProblem("/api/v1/processes?user=%20", 400, "user= is empty");
        assertProblem("/api/v1/gpus/7/processes", 404, "There is no GPU '7'");
    }

    @Test
    void coreViewShowsTheFourLargestProcessesAndCountsTheRest() {
        List<ProcessSample> seven = IntStream.rangeClosed(1, 7)
                .mapToObj((pid) -> process(pid, 8000 - pid, 1, known("mchen")))
                .toList();
        TestServer other = TestServer.started();
        other.takes(Snapshots.of(2, Snapshots.NVML, List.of(Snapshots.gpu(0).with(seven))));

        JsonNode core =
                JSON.readTree(Http.get(other, "/api/v1/snapshot?view=core").body());
        JsonNode full = JSON.readTree(Http.get(other, "/api/v1/snapshot").body());
        JsonNode filtered = JSON.readTree(
                Http.get(other, "/api/v1/snapshot?metrics=power.draw").body());
        other.close();

        assertThat(core.at("/gpus/0/processes"))
                .extracting((process) -> process.path("pid").asInt())
                .containsExactly(1, 2, 3, 4);
        assertThat(core.at("/gpus/0/processesOmitted").asInt()).isEqualTo(3);
        assertThat(full.at("/gpus/0/processes")).hasSize(7);
        assertThat(full.at("/gpus/0/processesOmitted").asInt()).isZero();
        assertThat(filtered.at("/gpus/0/processes")).isEmpty();
        assertThat(filtered.at("/gpus/0/processesOmitted").asInt()).isZero();
    }

    @Test
    void pidsSelectProcesses() {
        assertThat(json("/api/v1/processes?pids=41103,41102,7"))
                .extracting((process) -> process.path("pid").asInt())
                .containsExactly(41102, 41102, 41103);
        assertThat(json("/api/v1/gpus/1/processes?pids=41103")).isEmpty();
    }

    @Test
    void aPidOfAnotherNamespaceSelectsTheProcessThatHasItThere() {
        JsonNode found = json("/api/v1/processes?pids=42,41104&pid-namespace=4026532281");

        assertThat(found).hasSize(1);
        assertThat(found.at("/0/pid").asInt()).isEqualTo(41103);
        assertThat(found.at("/0/namespacePid").asInt()).isEqualTo(42);
        assertThat(found.at("/0/container").asString()).isEqualTo("c0ffee");
    }

    @ParameterizedTest
    @CsvSource({
        "pids=,PIDs separated by commas",
        "pids=1;2,PIDs separated by commas",
        "pid-namespace=0,from 1 to 4294967295"
    })
    void invalidPidsAreRejected(String query, String sentence) {
        assertProblem("/api/v1/processes?" + query, 400, sentence);
    }

    private static ProcessSample process(int pid, double memory, double sm, Owner owner) {
        Readings readings = Readings.of(Map.of(
                Metric.PROCESS_MEMORY, new Reading.Quantity(memory), Metric.PROCESS_SM, new Reading.Quantity(sm)));
        return new ProcessSample(pid, Type.COMPUTE, null, null, readings).of(owner);
    }

    private static Owner known(String user) {
        return new Owner(
                        "python",
                        STARTED,
                        new Reading.Text(user),
                        Reading.absent(Reason.HIDDEN),
                        new Reading.Text("train.py"))
                .with(Readings.of(Map.of(
                        Metric.PROCESS_HOST_CPU, new Reading.Quantity(104.5),
                        Metric.PROCESS_HOST_MEMORY, new Reading.Quantity(12_345_671_680.0),
                        Metric.PROCESS_ELAPSED, new Reading.Quantity(86_400))));
    }

    private static List<Integer> numbers(String path, String key) {
        return json(path)
                .valueStream()
                .map((process) -> process.path("values").path(key).asInt())
                .toList();
    }

    private static JsonNode json(String path) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static void assertProblem(String path, int status, String sentence) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(JSON.readTree(response.body()).path("detail").asString()).contains(sentence);
    }
}
