package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spans that began before the rounds in memory. */
class OlderReportTests {

    @TempDir
    private Path folder;

    private TestServer started() {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + this.folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
    }

    private static Snapshot round(int n) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(10 * n));
        readings.put(Metric.UTILIZATION_GPU_MAX, new Reading.Quantity(10 * n + 5));
        readings.put(Metric.ENERGY_TOTAL, new Reading.Quantity(5000 + 100.5 * n));
        GpuSample gpu = Snapshots.gpu(0, readings);
        Instant at = Snapshots.numbered(n).takenAt();
        GpuSample sampled = new GpuSample(
                0, gpu.identity(), gpu.condition(), at, at, GpuReadings.of(Readings.of(readings)), gpu.activity());
        return Snapshots.of(n, Snapshots.NVML, List.of(sampled));
    }

    private static JsonNode report(TestServer server, String span) {
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/report?" + span).body());
    }

    @Test
    void roundsOfAnEarlierProcessComeFromTheFileAndTheirProcessesAreUnknown() {
        try (TestServer earlier = started()) {
            for (int n = 0; n <= 4; n++) {
                earlier.takes(round(n));
            }
        }
        try (TestServer server = started()) {
            server.takes(round(6)).takes(round(7));
            String span = "from=2026-11-20T10:00:01.003Z&to=2026-11-20T10:00:08.003Z";
            Wait.until(() -> report(server, span).path("rounds").asInt() == 6);

            JsonNode report = report(server, span);

            assertThat(report.get("missingSeconds").asDouble()).isEqualTo(1);
            assertThat(report.get("processesSince").asString()).isEqualTo("2026-11-20T10:00:07.003Z");
            assertThat(report.get("processesKnown").asBoolean()).isFalse();
            JsonNode gpu = report.at("/gpus/0");
            assertThat(gpu.get("energyJoules").asDouble()).isEqualTo(703.5);
            assertThat(gpu.at("/mean/utilization.gpu").asDouble()).isEqualTo(38.333);
            assertThat(gpu.at("/max/utilization.gpu").asDouble()).isEqualTo(75);
            assertThat(gpu.get("shared").isNull()).isTrue();
            assertThat(gpu.at("/absent/process.memory.used").asString()).isEqualTo("NO_DATA");
        }
    }
}
