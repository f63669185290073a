package io.gpulse.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The jobs of a stored time span, compared with numbers that were computed by hand. */
class JobsOverHttpTests {

    private static final String SPAN =
            "from=" + StoredJobs.at(0) + "&to=" + StoredJobs.at(90) + "&gpus=GPU-00000000,GPU-00000001";
    private static final Offset<Double> ROUNDED = within(1e-4);

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void open() {
        StoredJobs.write(folder);
        server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder);
        server.takes(Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.gpu(0, Map.of()))));
        Wait.until(() -> Http.get(server, "/api/v1/jobs/slurm-7").statusCode() == 200);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static JsonNode json(String path) {
        HttpResponse<String> response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static String time(int minute) {
        return Instant.ofEpochMilli(StoredJobs.at(minute)).toString().replace("Z", ".000Z");
    }

    private static List<Double> hours(JsonNode of) {
        JsonNode hours = of.path("gpuHours");
        return List.of(
                hours.path("total").asDouble(),
                hours.path("active").asDouble(),
                hours.path("heldIdle").asDouble(),
                hours.path("shared").asDouble(),
                hours.path("unknown").asDouble());
    }

    private static void assertHours(JsonNode of, double... expected) {
        List<Double> found = hours(of);
        for (int i = 0; i < expected.length; i++) {
            assertThat(found.get(i)).as(i + " of " + found).isEqualTo(expected[i], ROUNDED);
        }
    }

    @Test
    void aJobHasTheHoursInWhichItWasAloneAndThoseThatItShared() {
        JsonNode job = json("/api/v1/jobs/slurm-7");

        assertThat(job.path("user").asString()).isEqualTo("anna");
        assertThat(job.path("state").asString()).isEqualTo("ENDED");
        assertThat(job.path("startedAt").asString()).isEqualTo(time(0));
        assertThat(job.path("endedAt").asString()).isEqualTo(time(60));
        assertThat(job.at("/workload/system").asString()).isEqualTo("slurm");
        assertHours(job, 1.5, 0.75, 0.25, 1 / 3.0, 1 / 6.0);
        assertHours(job.path("gpus").path(0), 1, 0.5, 0, 1 / 3.0, 1 / 6.0);
        assertHours(job.path("gpus").path(1), 0.5, 0.25, 0.25, 0, 0);
        assertThat(job.at("/gpus/0/sharedWith/0").asString()).isEqualTo("900-1");
        assertThat(job.path("peakMemoryBytes").asDouble()).isEqualTo(8e9);
    }

    @Test
    void theEnergyOfASharedGpuIsARange() {
        JsonNode job = json("/api/v1/jobs/slurm-7");

        assertThat(job.path("energyKilowattHours").asDouble()).isEqualTo(0.0875);
        assertThat(job.path("energyMostKilowattHours").asDouble()).isEqualTo(0.1375);
        assertThat(job.path("idleEnergyKilowattHours").asDouble()).isEqualTo(0.0125);
    }

    @Test
    void aRestartOfGpulseIsAHoleInAJobThatGoesOn() {
        JsonNode job = json("/api/v1/jobs/900-1");

        assertThat(job.path("endedAt").isNull()).isTrue();
        assertThat(job.path("state").asString()).isEqualTo("UNKNOWN");
        assertHours(job, 1, 0, 0.5, 1 / 3.0, 1 / 6.0);
        assertThat(job.path("energyKilowattHours").asDouble()).isEqualTo(0.025);
        assertThat(job.path("energyMostKilowattHours").asDouble()).isEqualTo(0.075);
        assertThat(job.at("/advice/0/rule").asString()).isEqualTo("held-idle");
        assertThat(job.at("/advice/0/sentence").asString())
                .as("the time in which kernels ran, its own or others, counts too")
                .startsWith("It held its GPUs idle for 0.5 of 0.8 GPU-hours");
    }

    @ParameterizedTest
    @ValueSource(strings = {"700-1", "slurm-7", "7"})
    void aJobIsFoundByTheGroupOfItsProcessesToo(String id) {
        assertThat(json("/api/v1/jobs/" + id).path("id").asString()).isEqualTo("slurm-7");
    }

    @Test
    void anUnknownJobIsNotFound() {
        assertThat(Http.get(server, "/api/v1/jobs/slurm-8").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "'',2",
        "?user=bob,1",
        "?user=anna,1",
        "?scheduler=slurm,1",
        "?state=unknown,1",
        "?state=running,0",
        "?since=1h,0"
    })
    void theListHasTheJobsOfTheTimeSpan(String query, int count) {
        assertThat(json("/api/v1/jobs" + query).path("jobs")).hasSize(count);
    }

    @Test
    void theTextHasEightyColumnsAndTheSameNumbers() {
        HttpResponse<String> response = Http.get(server, "/api/v1/jobs/slurm-7?format=text");

        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(response.body().lines())
                .allSatisfy((line) -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(response.body())
                .contains("train.py   anna   GPU 0, 1\nended, started "
                        + time(0).substring(0, 16).replace('T', ' ') + ", 1 h 0 min\n")
                .contains("GPU-HOURS     1.50  [#########################--------sssssssssss??????]")
                .containsPattern("s shared with other jobs +0\\.33 h +22 %")
                .containsPattern("0 .* 0\\.05-0\\.10 kWh");
    }

    @Test
    void usageByUserAddsUpToTheSummary() {
        JsonNode owners = json("/api/v1/history/usage?by=user&" + SPAN).path("owners");
        JsonNode total = json("/api/v1/history/summary?" + SPAN).path("total");

        assertThat(owners.valueStream()
                        .map((row) -> row.path("kind").asString() + row.path("owners") + " "
                                + Math.round(row.path("gpuHours").asDouble() * 6000) / 100.0 + " min"))
                .containsExactly(
                        "OWNER[\"anna\"] 60.0 min",
                        "OWNER[\"bob\"] 30.0 min",
                        "SHARED[\"anna\",\"bob\"] 20.0 min",
                        "FREE[] 50.0 min",
                        "NOT_ATTRIBUTED[] 20.0 min");
        assertThat(sum(owners, "gpuHours")).isEqualTo(3, within(1e-9));
        assertThat(sum(owners, "energyKilowattHours"))
                .isEqualTo(total.path("energyKilowattHours").asDouble(), within(1e-9))
                .isEqualTo(0.1875, within(1e-9));
    }

    private static double sum(JsonNode rows, String name) {
        return rows.valueStream()
                .mapToDouble((row) -> row.path(name).asDouble(0))
                .sum();
    }

    @ParameterizedTest
    @CsvSource({"job,slurm-7 900-1 900-1+slurm-7", "gpu,GPU 0 GPU 1", "pod,''", "container,''", "notebook,''"})
    void usageHasARowPerOwner(String by, String expected) {
        JsonNode owners = json("/api/v1/history/usage?by=" + by + "&" + SPAN).path("owners");

        List<String> found = owners.valueStream()
                .filter((row) -> !row.path("owners").isEmpty())
                .map((row) -> String.join(
                        "+",
                        row.path("owners").valueStream().map(JsonNode::asString).toList()))
                .toList();
        assertThat(String.join(" ", found)).isEqualTo(expected);
        assertThat(sum(owners, "gpuHours")).isEqualTo(3, within(1e-9));
    }

    @Test
    void usageWithoutByHasNoOwners() {
        assertThat(json("/api/v1/history/usage?" + SPAN).has("owners")).isFalse();
        assertThat(Http.get(server, "/api/v1/history/usage?by=cat").statusCode())
                .isEqualTo(400);
    }
}
