package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who may hold GPUs, and under which name. */
class HoldAccessTests {

    private static final String HOLD = "/api/v1/holds?window=0s&holder=somebody";

    private static Snapshot idle() {
        GpuSample gpu = Snapshots.gpu(
                0,
                Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(0),
                        Metric.PROCESSES_RUNNING, new Reading.Quantity(0),
                        Metric.MEMORY_RESERVED, new Reading.Quantity(0),
                        Metric.MEMORY_USED, new Reading.Quantity(0)));
        return Snapshots.every(Duration.ofHours(1), Snapshots.of(0, Snapshots.NVML, List.of(gpu)));
    }

    @Test
    void aHoldNeedsTheScopeWriteAndHasTheNameOfTheCredentials() {
        try (TestServer guarded =
                TestServer.started(Guarded.withTokensAndUser()).takes(idle())) {
            assertThat(Caller.of(guarded).send("POST", HOLD, "").status()).isEqualTo(401);
            Caller reader = Caller.withToken(guarded, Guarded.READER);
            assertThat(reader.send("POST", HOLD, "").status()).isEqualTo(403);
            assertThat(reader.send("PUT", "/api/v1/holds/x", "").status()).isEqualTo(403);
            assertThat(reader.send("DELETE", "/api/v1/holds/x", "").status()).isEqualTo(403);

            Caller writer = Caller.withToken(guarded, Guarded.WRITER);
            assertThat(writer.send("POST", HOLD, "").body()).contains("\"holder\":\"writer\"");
            assertThat(reader.get("/api/v1/gpus/free?window=0s").body()).contains("\"holder\":\"writer\"");
            assertThat(reader.get("/api/v1/gpus/free?window=0s&wait=1ms").body())
                    .contains("is held for this request");
        }
    }

    @Test
    void thePageOfAnotherSiteHoldsNothing() {
        try (TestServer open = TestServer.started().takes(idle())) {
            assertThat(Caller.of(open, "Origin: https://elsewhere.example")
                            .send("POST", HOLD, "")
                            .status())
                    .isEqualTo(403);
            assertThat(Caller.of(open, "Sec-Fetch-Site: cross-site")
                            .send("DELETE", "/api/v1/holds/x", "")
                            .status())
                    .isEqualTo(403);
            assertThat(Caller.of(open).get("/api/v1/gpus/free?window=0s").body())
                    .doesNotContain("holder");
        }
    }
}
