package io.gpulse.history.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Http;
import io.gpulse.testing.StateRounds;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.OccupancyMonitor;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The states of ten minutes of a GPU over HTTP. */
class StatesEndpointTests {

    private static final String STATES = "/api/v1/history/states";
    private static final String SPAN = "?from=2026-11-20T10:00:00Z&to=2026-11-20T10:10:00Z";

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void rounds() {
        server = TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
        StateRounds rounds = new StateRounds().add(1, StateRounds.busy());
        rounds.take().forEach(server::takes);
        // Until the file is open rounds are queued, and the queue is short.
        Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
        rounds.add(100, StateRounds.busy())
                .add(47, StateRounds.throttled(Metric.REASON_POWER_CAP))
                .add(30, StateRounds.in(GpuState.STUCK))
                .add(52, StateRounds.held())
                .add(41, StateRounds.in(GpuState.LOST))
                .pause(79)
                .add(101, StateRounds.free())
                .add(150, StateRounds.throttled(Metric.REASON_HW_THERMAL));
        rounds.take().forEach(server::takes);
        Wait.until(() -> counted("free") >= 100 && counted("active") >= 297);
    }

    private static double counted(String occupancy) {
        return server.bean(OccupancyMonitor.class).occupancies().stream()
                .mapToDouble((gpu) -> gpu.seconds().getOrDefault(occupancy, 0.0))
                .sum();
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

    @Test
    void secondsSegmentsSummaryAndCountersAgree() {
        JsonNode gpu = json(STATES + SPAN).at("/gpus/0");
        JsonNode seconds = gpu.get("seconds");
        JsonNode summary = json("/api/v1/history/summary" + SPAN).at("/gpus/0/seconds");

        assertThat(seconds.toString())
                .isEqualTo("{\"busy\":100.0,\"throttled\":197.0,\"held_idle\":52.0,\"free\":100.0,\"stuck\":30.0,"
                        + "\"lost\":41.0,\"no_samples\":80.0}");
        seconds.propertyStream()
                .forEach((state) -> assertThat(segments(gpu, state.getKey()))
                        .as(state.getKey())
                        .isEqualTo(state.getValue().asDouble()));
        agree(seconds, summary.get("active"), "active", "busy", "throttled");
        agree(seconds, summary.get("heldIdle"), "held_idle", "held_idle");
        agree(seconds, summary.get("free"), "free", "free");
        agree(seconds, summary.get("unknown"), "unknown", "stuck", "lost", "no_samples");
    }

    private static double segments(JsonNode gpu, String state) {
        return gpu.get("segments")
                .valueStream()
                .filter((segment) -> segment.get("state").asString().equals(state))
                .mapToDouble((segment) ->
                        (segment.get("to").asLong() - segment.get("from").asLong()) / 1000.0)
                .sum();
    }

    /** Compares states with an occupancy of the summary, and with the counter that is exported to Prometheus. */
    private static void agree(JsonNode seconds, JsonNode summary, String occupancy, String... states) {
        double sum = Stream.of(states)
                .mapToDouble((state) -> seconds.get(state).asDouble())
                .sum();
        assertThat(sum)
                .as(occupancy)
                .isEqualTo(summary.asDouble(), within(1e-3))
                .isEqualTo(counted(occupancy), within(1e-3));
    }

    @Test
    void timeWithoutASampleIsMissing() {
        JsonNode summary = json("/api/v1/history/summary" + SPAN).at("/gpus/0");

        assertThat(summary.get("missingSeconds").asDouble())
                .isEqualTo(summary.at("/seconds/unknown").asDouble())
                .isEqualTo(151, within(1e-3));
    }

    @Test
    void segmentsHaveACause() {
        JsonNode answer = json(STATES + "?from=2026-11-20T10:01:50Z&to=2026-11-20T10:02:40Z&gpus=0");

        assertThat(answer.get("stepMillis").asLong()).isPositive();
        assertThat(answer.get("simulated").asBoolean()).isFalse();
        assertThat(answer.at("/gpus/0/gpu/uuid").asString()).isEqualTo(StateRounds.UUID);
        assertThat(answer.at("/gpus/0/segments").toString())
                .isEqualTo("[{\"from\":1795168910000,\"to\":1795168947000,\"state\":\"throttled\",\"cause\":\"power\"},"
                        + "{\"from\":1795168947000,\"to\":1795168960000,\"state\":\"stuck\",\"cause\":null}]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?range=0s | range",
                "?range=500d | range",
                "?points=3 | points",
                "?points=2001 | points",
                "?points=x | points",
                "?from=2026-11-20T10:00:00Z&to=2026-11-20T09:00:00Z | from= must be before to=",
                "?range=1h&from=2026-11-20T10:00:00Z | range= ends now",
                "?from=yesterday | from",
                "?to=2026-11-20T10:00:00Z | to= needs from=",
                "?gpus=, | gpus",
                "?metrics=power.draw | metrics"
            })
    void anInvalidQueryIsRefused(String query, String detail) {
        HttpResponse<String> response = Http.get(server, STATES + query);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(detail);
    }

    @Test
    void anUnknownGpuIsNotFound() {
        assertThat(Http.get(server, STATES + "?gpus=9").statusCode()).isEqualTo(404);
    }
}
