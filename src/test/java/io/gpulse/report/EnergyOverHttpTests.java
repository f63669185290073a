package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The energy of GPUs without a counter, in the report and in the summary of the history. */
class EnergyOverHttpTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final String MINUTE = "from=2026-11-20T10:00:00Z&to=2026-11-20T10:01:00Z";

    /** Responses are cached for seconds: each request is about another time span. */
    private final AtomicLong begin = new AtomicLong(START.toEpochMilli());

    @TempDir
    private Path folder;

    /** A round of a GPU that draws 100 W, then 400 W, and of one that reports no power. */
    private static Snapshot round(int second) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(53));
        Snapshot unknown = Snapshots.of(second, Snapshots.NVML, List.of());
        Map<Metric, Reading> power = new EnumMap<>(readings);
        power.put(Metric.POWER_DRAW, new Reading.Quantity(second <= 20 ? 100 : 400));
        return Snapshots.at(
                START.plusSeconds(second), unknown.with(List.of(Snapshots.gpu(0, power), Snapshots.gpu(1, readings))));
    }

    private static JsonNode json(TestServer server, String path) {
        return JsonMapper.shared().readTree(Http.get(server, path).body());
    }

    private double busySeconds(TestServer server) {
        String query = "/api/v1/history/summary?from=" + this.begin.getAndAdd(-60_000) + "&to=2026-11-20T10:01:00Z";
        return json(server, query).at("/gpus/0/seconds/active").asDouble();
    }

    @Test
    void aReportHasTheEnergyOfTheSummary() {
        try (TestServer server = TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + this.folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d")) {
            server.takes(round(0));
            Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
            for (int second = 1; second <= 70; second++) {
                server.takes(round(second));
            }
            Wait.until(() -> busySeconds(server) >= 60);

            JsonNode summary = json(server, "/api/v1/history/summary?" + MINUTE + "&gpus=0,1");
            JsonNode report = json(server, "/api/v1/report?" + MINUTE);

            assertThat(report.at("/gpus/0/energyJoules").asDouble())
                    .isEqualTo(20 * 100 + 40 * 400)
                    .isCloseTo(summary.at("/gpus/0/energyKilowattHours").asDouble() * 3.6e6, within(4.0));
            assertThat(report.at("/gpus/0/energySeconds").asDouble()).isEqualTo(60);
            assertThat(report.at("/gpus/1/energyJoules").isNull())
                    .as("without power")
                    .isEqualTo(summary.at("/gpus/1/energyKilowattHours").isNull())
                    .isTrue();
        }
    }
}
