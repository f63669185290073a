package io.gpulse.history.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.testing.AccountedRounds;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.OccupancyMonitor;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The summary of 200 seconds of a GPU over HTTP. */
class HistorySummaryEndpointTests {

    private static final String SUMMARY = "/api/v1/history/summary";
    private static final String USAGE = "/api/v1/history/usage";
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
        AccountedRounds rounds = new AccountedRounds();
        server.takes(rounds.next());
        // Until the file is open rounds are queued, and the queue is short.
        Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
        for (int n = 1; n <= 200; n++) {
            server.takes(rounds.next());
        }
        // Polling the counters is cheaper than polling the summary.
        OccupancyMonitor monitor = server.bean(OccupancyMonitor.class);
        Wait.until(() ->
                monitor.occupancies().stream().anyMatch((gpu) -> gpu.seconds().getOrDefault("active", 0.0) >= 200));
        // Responses are cached for seconds: each attempt requests another time span.
        AtomicLong end = new AtomicLong(Instant.parse("2026-11-20T11:00:00Z").toEpochMilli());
        Wait.until(() -> json(SUMMARY + "?from=2026-11-20T10:00:00Z&to=" + end.getAndAdd(60_000))
                        .at("/gpus/0/seconds/active")
                        .asDouble()
                > 190);
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
    void theOccupanciesSumToThePastTime() {
        JsonNode gpu = json(SUMMARY + SPAN).at("/gpus/0");
        JsonNode seconds = gpu.get("seconds");

        double active = seconds.get("active").asDouble();
        assertThat(active).isBetween(190.0, 200.0);
        assertThat(seconds.get("unknown").asDouble()).isCloseTo(600 - active, within(1e-3));
        assertThat(gpu.get("missingSeconds").asDouble()).isCloseTo(600 - active, within(1e-3));
        assertThat(seconds.get("heldIdle").asDouble() + seconds.get("free").asDouble())
                .isZero();
        assertThat(gpu.get("energyKilowattHours").asDouble()).isCloseTo(active * 400 / 3.6e6, within(1e-5));
        assertThat(gpu.at("/clocksEventSeconds/sw_power_cap").asDouble()).isCloseTo(active, within(1e-3));
        assertThat(gpu.at("/p95OfMinuteAverages/power.draw").asDouble()).isEqualTo(400);
    }

    @Test
    void theFutureIsNotCounted() {
        JsonNode seconds = json(SUMMARY + "?from=2026-11-20T10:00:00Z&to=2027-10-20T10:00:00Z")
                .at("/total/seconds");
        double all = seconds.valueStream().mapToDouble(JsonNode::asDouble).sum();

        assertThat(all).isLessThan(366 * 86_400.0);
    }

    @Test
    void usersAreReported() {
        JsonNode usage = json(USAGE + SPAN);
        JsonNode interval = usage.at("/intervals/0");

        assertThat(interval.get("user").asString()).isEqualTo("mchen");
        assertThat(interval.get("name").asString()).isEqualTo("python");
        assertThat(interval.get("program").asString()).isEqualTo("train.py");
        assertThat(interval.get("gpuInstance").asInt()).isEqualTo(3);
        assertThat(interval.get("computeInstance").isIntegralNumber()).isTrue();
        assertThat(interval.get("pid").asInt()).isEqualTo(4711);
        assertThat(interval.get("endedAt").isNull()).isTrue();
        assertThat(Instant.parse(interval.get("lastSeenAt").asString()))
                .isBetween("2026-11-20T10:03:10Z", "2026-11-20T10:03:20Z");
        assertThat(interval.get("peakMemoryBytes").asDouble()).isEqualTo(5e9);
        assertThat(interval.get("meanUtilization").asDouble()).isEqualTo(50);
        assertThat(interval.get("energyShare").asString()).isEqualTo("EXCLUSIVE");
        assertThat(usage.at("/users/0/user").asString()).isEqualTo("mchen");
        assertThat(usage.at("/users/0/energyKilowattHours").asDouble())
                .isEqualTo(interval.get("energyKilowattHours").asDouble())
                .isCloseTo(200 * 400 / 3.6e6, within(0.002));
        assertThat(usage.at("/omitted").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?from=2026-11-20T10:01:00Z&to=2026-11-20T10:02:00Z", SPAN})
    void usageAndSummaryAreOfOneTimeSpan(String span) {
        JsonNode usage = json(USAGE + span);
        JsonNode summary = json(SUMMARY + span);

        assertThat(usage.get("from")).isEqualTo(summary.get("from"));
        assertThat(usage.get("to")).isEqualTo(summary.get("to"));
        assertThat(usage.at("/users/0/seconds").asDouble())
                .isCloseTo(summary.at("/total/seconds/active").asDouble(), within(0.5));
        assertThat(usage.at("/users/0/energyKilowattHours").asDouble())
                .isCloseTo(summary.at("/total/energyKilowattHours").asDouble(), within(1e-4));
    }

    @Test
    void aProcessThatWasGoneBeforeTheTimeSpanIsNotListed() {
        JsonNode usage = json(USAGE + "?from=2026-11-20T10:05:00Z&to=2026-11-20T10:20:00Z");

        assertThat(usage.get("intervals")).isEmpty();
        assertThat(usage.get("users")).isEmpty();
    }

    @Test
    void countersAreExportedToPrometheus() {
        OccupancyMonitor monitor = server.bean(OccupancyMonitor.class);

        assertThat(monitor.occupancies()).singleElement().satisfies((gpu) -> {
            assertThat(gpu.uuid()).isEqualTo(AccountedRounds.UUID);
            assertThat(gpu.seconds()).isEqualTo(Map.of("active", 200.0, "held_idle", 0.0, "free", 0.0, "unknown", 0.0));
            assertThat(gpu.joules()).containsEntry("active", 80_000.0);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?range=0s",
                "?range=500d",
                "?from=2026-11-20T10:00:00Z&to=2026-11-20T09:00:00Z",
                "?range=1h&from=2026-11-20T10:00:00Z",
                "?gpus=,",
                "?from=%2B999999999-01-01T00:00:00Z&to=%2B999999999-01-02T00:00:00Z",
                "?from=-999999999-01-01T00:00:00Z&to=-999999999-01-02T00:00:00Z",
                "?from=1960-01-01T00:00:00Z&to=1960-01-02T00:00:00Z",
                "?points=7"
            })
    void anInvalidQueryIsRefused(String query) {
        assertThat(Http.get(server, SUMMARY + query).statusCode()).isEqualTo(400);
        assertThat(Http.get(server, USAGE + query).statusCode()).isEqualTo(400);
    }

    @Test
    void anUnknownGpuIsNotFound() {
        assertThat(Http.get(server, SUMMARY + "?gpus=9").statusCode()).isEqualTo(404);
    }
}
