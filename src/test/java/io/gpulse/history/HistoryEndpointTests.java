package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stored rounds over HTTP. */
class HistoryEndpointTests {

    private static final String HISTORY = "/api/v1/history";

    /** The time span of the rounds. */
    private static final String SPAN = "from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:20Z";

    private static final MigSample INSTANCE = Instances.ofH100().get(2);

    /** An instance that is created again during the rounds. */
    private static final MigSample CREATED = Instances.ofH100().get(3);

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void rounds() {
        // Rounds older than a day would be stored as minutes only.
        server = TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
        for (int n = 0; n <= 12; n++) {
            server.takes(round(n));
        }
        Wait.until(() -> Http.get(server, HISTORY + "?" + SPAN).statusCode() == 200
                && !json(HISTORY + "?" + SPAN + "&metrics=power.draw")
                        .at("/series/0/avg/5")
                        .isMissingNode()
                && json(HISTORY + "?" + SPAN + "&metrics=power.draw")
                        .at("/series/0/avg/5")
                        .isNumber());
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static Snapshot round(int n) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.POWER_DRAW, new Reading.Quantity(100 + n));
        readings.put(Metric.NVLINK_EFFECTIVE_BER, new Reading.Quantity(1.5e-15));
        readings.remove(Metric.POWER_DRAW_MIN);
        readings.remove(Metric.POWER_DRAW_MAX);
        GpuSample split = Instances.split(Snapshots.gpu(1), List.of(INSTANCE, n < 6 ? CREATED : createdAgain(CREATED)));
        return Snapshots.of(n, Snapshots.NVML, List.of(Snapshots.gpu(0, readings), split));
    }

    private static MigSample createdAgain(MigSample one) {
        return new MigSample(one.place(), one.uuid(), one.profile(), one.generation() + 1, one.readings());
    }

    private static JsonNode json(String path) {
        HttpResponse<String> response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void bucketsLieOnMultiplesOfTheirStep() {
        JsonNode history = json(HISTORY + "?" + SPAN + "&metrics=power.draw&gpus=0");

        assertThat(history.get("stepMillis").asLong()).isEqualTo(2000);
        assertThat(history.get("tier").asString()).isEqualTo("RAW");
        assertThat(history.get("t"))
                .allSatisfy((t) -> assertThat(t.asLong() % 2000).isZero());
        assertThat(history.get("t")).hasSize(10);
    }

    @Test
    void aSeriesHasItsGpuItsUnitAndThreeNumbersPerBucket() {
        JsonNode series =
                json(HISTORY + "?" + SPAN + "&metrics=power.draw&gpus=0").at("/series/0");

        assertThat(series.get("gpu").asString()).isEqualTo(Snapshots.identity(0).uuid());
        assertThat(series.get("index").asInt()).isZero();
        assertThat(series.get("unit").asString()).isEqualTo("W");
        // Rounds 1 and 2 were taken in seconds 2 and 3.
        assertThat(series.at("/min/1").asDouble()).isEqualTo(101);
        assertThat(series.at("/avg/1").asDouble()).isEqualTo(101.5);
        assertThat(series.at("/max/1").asDouble()).isEqualTo(102);
        assertThat(series.at("/avg/9").isNull()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {HISTORY, "/api/v1/%68istory", HISTORY + "?points=1", HISTORY + "?gpus=9"})
    void aPermitIsReleasedForEachSpellingOfThePath(String path) {
        for (int time = 0; time < 30; time++) {
            assertThat(Http.get(server, path).statusCode()).isNotEqualTo(503);
        }
        assertThat(Http.get(server, HISTORY).statusCode()).isEqualTo(200);
    }

    @Test
    void eachMigInstanceHasItsSeries() {
        JsonNode series = json(HISTORY + "?" + SPAN + "&metrics=mig.memory.used,power.draw&gpus=1")
                .get("series");

        assertThat(series).hasSize(4);
        assertThat(series.at("/0/mig").isNull()).isTrue();
        assertThat(series.at("/1/mig")).isEqualTo(JsonMapper.shared().readTree("""
            {"gpuInstance": 9, "computeInstance": 0, "uuid": "MIG-00000009-5a6f-4c3e-9f00-2d1c0b9a8e77",
             "profile": "1g.10gb", "since": "2026-11-20T10:00:01.003Z"}\
            """));
        assertThat(series.at("/1/metric").asString()).isEqualTo("mig.memory.used");
        assertThat(series.at("/1/gpu").asString())
                .isEqualTo(Snapshots.identity(1).uuid());
        assertThat(series.at("/1/avg/4").asDouble()).isEqualTo(Math.rint(8.6 * (1 << 20)));
    }

    @Test
    void anInstanceThatWasCreatedAgainHasAnotherSeries() {
        JsonNode series =
                json(HISTORY + "?" + SPAN + "&mig=10/0&metrics=mig.memory.used").get("series");

        assertThat(series).hasSize(2);
        assertThat(series.at("/0/avg/2").isNumber()).isTrue();
        assertThat(series.at("/0/avg/4").isNull()).isTrue();
        assertThat(series.at("/1/avg/2").isNull()).isTrue();
        assertThat(series.at("/1/avg/4").isNumber()).isTrue();
        assertThat(series.at("/1/mig/since").asString()).isEqualTo("2026-11-20T10:00:07.003Z");
    }

    @Test
    void instancesAreSelectedByPlaceOrUuid() {
        String byUuid = "&mig=" + INSTANCE.uuid().toLowerCase(Locale.ROOT);

        assertThat(json(HISTORY + "?" + SPAN + byUuid).get("series"))
                .extracting((series) -> series.get("metric").asString())
                .containsExactlyInAnyOrder("mig.memory.used", "mig.activity.sm");
        assertThat(Http.get(server, HISTORY + "?" + SPAN + "&mig=3/0").statusCode())
                .isEqualTo(404);
        assertThat(Http.get(server, HISTORY + "?" + SPAN + "&mig=9/0&gpus=0").body())
                .contains("There is no MIG instance '9/0' in this time span.");
        assertThat(Http.get(server, HISTORY + "?" + SPAN + "&mig=").statusCode())
                .isEqualTo(400);
    }

    @Test
    void csvNamesTheInstance() {
        String csv = Http.get(server, HISTORY + "?" + SPAN + "&mig=9/0&metrics=mig.memory.used&format=csv")
                .body();

        assertThat(csv.lines().limit(2))
                .containsExactly(
                        "time,gpu,index,metric,unit,min,avg,max,mig,profile,since",
                        "2026-11-20T10:00:00Z," + Snapshots.identity(1).uuid() + ",1,mig.memory.used,B,9017754,9017754,"
                                + "9017754," + INSTANCE.uuid() + ",1g.10gb,2026-11-20T10:00:01.003Z");
    }

    @Test
    void aSeriesOfTheHostHasNoGpu() {
        JsonNode series =
                json(HISTORY + "?" + SPAN + "&metrics=host.memory.used").get("series");

        assertThat(series).hasSize(1);
        assertThat(series.at("/0/gpu").isNull()).isTrue();
    }

    @Test
    void csvHasTheSameValues() {
        String request = HISTORY + "?" + SPAN + "&metrics=power.draw&gpus=0";

        String csv = Http.get(server, request + "&format=csv").body();

        assertThat(Http.get(server, request, "text/csv").body()).isEqualTo(csv);
        assertThat(csv.lines()).hasSize(11).first().isEqualTo("time,gpu,index,metric,unit,min,avg,max");
        assertThat(csv.lines().skip(2).findFirst())
                .contains("2026-11-20T10:00:02Z," + Snapshots.identity(0).uuid() + ",0,power.draw,W,101,101.5,102");
        assertThat(csv.lines().skip(10).findFirst().orElseThrow()).endsWith("power.draw,W,,,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        metrics=power.draw&gpus=0 | gpulse-power-draw-gpu0-trn-h100-03-2026-11-20T10-00_2026-11-20T10-00.csv
        metrics=power.draw        | gpulse-power-draw-trn-h100-03-2026-11-20T10-00_2026-11-20T10-00.csv
        gpus=0,1                  | gpulse-history-trn-h100-03-2026-11-20T10-00_2026-11-20T10-00.csv
        """)
    void aFileIsNamedByItsContentAndTimeSpan(String parameters, String name) {
        HttpResponse<String> response = Http.get(server, HISTORY + "?" + SPAN + "&format=csv&" + parameters);

        assertThat(response.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"" + name + "\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/*|200|application/json",
                "text/csv, */*;q=0.1|200|text/csv",
                "text/csv, application/json;q=0.9|200|text/csv",
                "text/csv;q=0.1, application/json|200|application/json",
                "text/csv;q=0, */*|200|application/json",
                "text/*|200|text/csv",
                "text/csv;q=0|406|application/problem+json",
                "text/html|406|application/problem+json",
            })
    void theFormatIsNegotiated(String accepted, int status, String type) {
        HttpResponse<String> response = Http.get(server, HISTORY + "?" + SPAN + "&metrics=power.draw&gpus=0", accepted);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElseThrow()).startsWith(type);
    }

    @Test
    void aTinyRatioIsNotRoundedAway() {
        String request = HISTORY + "?" + SPAN + "&metrics=nvlink.ber.effective&gpus=0";

        assertThat(json(request).at("/series/0/avg/1").asDouble()).isEqualTo(1.5e-15);
        assertThat(json(request).at("/series/0/unit").asString()).isEqualTo("ratio");
        assertThat(Http.get(server, request + "&format=csv").body())
                .contains("nvlink.ber.effective,ratio,1.5E-15,1.5E-15,1.5E-15");
    }

    @Test
    void theStatusHasTheTimeOfTheOldestSample() {
        JsonNode history = json("/api/v1/status").get("history");

        assertThat(history.get("state").asString()).isEqualTo("RECORDING");
        assertThat(history.get("rawSince").asString()).isEqualTo("2026-11-20T10:00:01.003Z");
        assertThat(history.get("sizeBytes").asLong()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        from=2026-11-20T11:00:00Z&to=2026-11-20T10:00:00Z | 400 | from= must be before to=
        from=1000&to=1000                                 | 400 | from= must be before to=
        from=2016-11-20T11:00:00Z                         | 400 | 366 days
        from=yesterday                                    | 400 | from= must be a time
        to=2026-11-20T11:00:00Z                           | 400 | to= needs from=
        range=1h&from=2026-11-20T11:00:00Z                | 400 | either range=
        range=0s                                          | 400 | range
        range=3650d                                       | 400 | range
        points=0                                          | 400 | points
        points=1000000                                    | 400 | points
        metrics=power.drew                                | 400 | power.draw
        metrics=vbios_version                             | 400 | is not stored
        metrics=link.nvlink.rx                            | 400 | is not stored
        metrics=,                                         | 400 | is empty
        gpus=9                                            | 404 | There is no GPU
        gpus=GPU-beef                                     | 404 | There is no GPU
        format=xml                                        | 400 | format
        colour=red                                        | 400 | colour
        range=12h&metrics=*&points=2000                   | 400 | series
        """)
    void anInvalidQueryIsRefusedWithTheReason(String query, int status, String reason) {
        HttpResponse<String> response = Http.get(server, HISTORY + "?" + query);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(reason);
    }

    @Test
    void withoutAHistoryTheReasonIsReported() {
        try (TestServer without = TestServer.started("gpulse.history.enabled=false")) {
            HttpResponse<String> response = Http.get(without, HISTORY);

            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.body()).contains("gpulse.history.enabled is false");
        }
    }
}
