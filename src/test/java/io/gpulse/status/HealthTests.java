package io.gpulse.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.view.PublishedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class HealthTests {

    @Test
    void processBeforeTheFirstRoundIsLiveButNotReady() {
        try (TestServer server = TestServer.started()) {
            assertThat(Http.get(server, "/actuator/health/liveness").statusCode())
                    .isEqualTo(200);
            assertThat(Http.get(server, "/actuator/health/readiness").statusCode())
                    .isEqualTo(503);
        }
    }

    @Test
    void aGpuThatSleepsIsHealthy() {
        try (TestServer server = TestServer.started()) {
            server.takes(now(Snapshots.NVML, List.of(Snapshots.troubled(0, GpuState.SLEEPING, "It sleeps."))));

            assertThat(Http.get(server, "/actuator/health/gpus").body()).contains("\"status\":\"UP\"");
        }
    }

    @Test
    void troubledGpusOnlyDegradeTheHealth() {
        try (TestServer server = TestServer.started()) {
            server.takes(now(Snapshots.NVML, List.of(Snapshots.gpu(0), Snapshots.troubled(1, GpuState.LOST, "Gone."))));

            var health = Http.get(server, "/actuator/health");
            var readiness = Http.get(server, "/actuator/health/readiness");

            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"gpu1\":\"LOST\"").endsWith("\"status\":\"DEGRADED\"}");
            assertThat(readiness.statusCode()).isEqualTo(200);
            assertThat(readiness.body()).contains("freshness").doesNotContain("gpus");
            assertThat(Http.get(server, "/actuator/health/gpus").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aMachineWithoutGpusIsHealthyAndReady() {
        try (TestServer server = TestServer.started()) {
            server.takes(now(Source.none("There is no driver."), List.of()));

            assertThat(Http.get(server, "/actuator/health").body()).endsWith("\"status\":\"UP\"}");
            assertThat(Http.get(server, "/actuator/health/readiness").statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aDriverThatDoesNotAnswerIsNotHealthyAndItsGpusAreNotKnownToBeAbsent() {
        try (TestServer server = TestServer.started()) {
            server.takes(
                    now(Source.none("nvmlInit_v2 has not returned for 8 s.").hanging(), List.of()));

            assertThat(Http.get(server, "/actuator/health").body()).endsWith("\"status\":\"DEGRADED\"}");
            assertThat(Http.get(server, "/api/v1/gpus/0").body()).contains("No GPU can be read now");
        }
    }

    @Test
    void freshIsYoungerThanThreeRoundsAndAtLeastTwoSeconds() {
        Duration fast = Duration.ofMillis(100);
        Duration slow = Duration.ofSeconds(10);

        assertThat(freshness(fast, Duration.ofMillis(1999))).isEqualTo(Status.UP);
        assertThat(freshness(fast, Duration.ofMillis(2000))).isEqualTo(Status.DOWN);
        assertThat(freshness(slow, Duration.ofSeconds(29))).isEqualTo(Status.UP);
        assertThat(freshness(slow, Duration.ofSeconds(30))).isEqualTo(Status.DOWN);
    }

    private static Status freshness(Duration every, Duration age) {
        AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1);
        PublishedSnapshot published = new PublishedSnapshot(
                Snapshots.every(every, Snapshots.numbered(0)),
                (snapshot, view, stale, json) -> {},
                (same, growth) -> {},
                nanos::get);
        nanos.addAndGet(age.toNanos());
        return Objects.requireNonNull(new FreshnessHealth(() -> Optional.of(published))
                        .health()
                        .block())
                .getStatus();
    }

    private static Snapshot now(Source source, List<GpuSample> gpus) {
        return Snapshots.every(Duration.ofHours(1), Snapshots.at(Instant.now(), Snapshots.of(0, source, gpus)));
    }
}
