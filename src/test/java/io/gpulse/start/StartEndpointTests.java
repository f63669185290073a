package io.gpulse.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StartEndpointTests {

    private static final String STORED = "gpulse.history.enabled=true";

    /** A GPU without a UUID. */
    private static final GpuSample UNKNOWN = new GpuSample(
            0, null, Snapshots.troubled(0, GpuState.ATTACHING, "").condition(), null, null, Readings.NONE);

    @TempDir
    private Path folder;

    @Test
    void hasTheSnapshotAndEachRoundBeforeIt() {
        try (TestServer server = TestServer.started()) {
            server.takes(Snapshots.numbered(0)).takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));
            Wait.until(() -> times(start(server, "")).size() == 3);

            JsonNode start = start(server, "metrics=power.draw,host.cpu.utilization");
            assertThat(start.at("/snapshot/sequence").asLong())
                    .isEqualTo(Snapshots.numbered(2).sequence());
            assertThat(start.at("/snapshot/view").asString()).isEqualTo("core");
            assertThat(times(start)).isEqualTo(List.of(at(0), at(1), at(2)));
            assertThat(start.at("/samples/series/0/gpu").asString())
                    .isEqualTo(Snapshots.identity(0).uuid());
            assertThat(start.at("/samples/series/0/metric").asString()).isEqualTo("power.draw");
            assertThat(start.at("/samples/series/0/values")).hasSize(3);
            assertThat(start.path("insights").isMissingNode()).isFalse();
            // Without a history no earlier samples can be requested.
            assertThat(start.at("/samples/from").asLong())
                    .isEqualTo(at(2) - Duration.ofMinutes(5).toMillis());
        }
    }

    @Test
    void aGpuThatHasNotAnsweredYetHasNoSamples() {
        try (TestServer server = TestServer.started()) {
            server.takes(Snapshots.of(0, Snapshots.NVML, List.of(UNKNOWN)));
            Wait.until(() -> Http.get(server, "/api/v1/start").statusCode() == 200);

            assertThat(start(server, "").at("/samples/series")).isEmpty();
        }
    }

    @Test
    void theFiguresOfAStaleGpuAreNoSamplesOfNow() {
        try (TestServer server = TestServer.started()) {
            server.takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.stale(0))));
            Wait.until(() -> times(start(server, "metrics=power.draw")).size() == 1);

            JsonNode start = start(server, "metrics=power.draw");
            assertThat(start.at("/snapshot/gpus/0/values/power.draw").isNumber())
                    .isTrue();
            assertThat(start.at("/samples/series/0/values/0").isNumber()).isFalse();
        }
    }

    @Test
    void whatAnEarlierRunStoredIsBeforeTheFirstRound() {
        String place = "gpulse.history.dir=" + this.folder;
        try (TestServer server = TestServer.started(STORED, place)) {
            server.takes(Snapshots.numbered(0)).takes(Snapshots.numbered(1));
            Wait.until(() -> times(start(server, "")).size() == 2);
        }
        try (TestServer server = TestServer.started(STORED, place)) {
            server.takes(Snapshots.numbered(20));
            Wait.until(() -> times(start(server, "")).size() == 3);

            assertThat(times(start(server, ""))).isEqualTo(List.of(at(0), at(1), at(20)));
            assertThat(start(server, "").at("/samples/from").asLong())
                    .isEqualTo(at(20) - Duration.ofMinutes(5).toMillis());
            assertThat(times(start(server, "range=10s"))).isEqualTo(List.of(at(20)));
        }
    }

    private static JsonNode start(TestServer server, String query) {
        String answer = Http.get(server, "/api/v1/start?" + query).body();
        return JsonMapper.shared().readTree(answer);
    }

    private static List<Long> times(JsonNode start) {
        return StreamSupport.stream(start.at("/samples/t").spliterator(), false)
                .map(JsonNode::asLong)
                .toList();
    }

    private static long at(int number) {
        Snapshot round = Snapshots.numbered(number);
        return round.takenAt().toEpochMilli();
    }
}
