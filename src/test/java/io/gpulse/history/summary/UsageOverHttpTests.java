package io.gpulse.history.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Reason;
import io.gpulse.testing.AccountedRounds;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Begins and ends of a process on a GPU that is lost, and of which a gpulse that was restarted knows. */
class UsageOverHttpTests {

    private static final int LAST_OF_FIRST_RUN = 65;
    private static final int LAST = LAST_OF_FIRST_RUN + 3600 + 32;
    private static final GpuSample LOST = Snapshots.troubled(0, GpuState.LOST, "It fell off the bus.");
    private static final GpuSample STUCK = Snapshots.troubled(0, GpuState.STUCK, "A call does not return.");

    private final AccountedRounds rounds = new AccountedRounds();

    /** Responses are cached for seconds: each request is about another time span. */
    private final AtomicLong end =
            new AtomicLong(Instant.parse("2026-11-20T11:00:00Z").toEpochMilli());

    @TempDir
    private Path folder;

    private TestServer started() {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + this.folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
    }

    /** Returns the time of an interval, in seconds since the first round; null when it is unknown. */
    private static @Nullable Long second(JsonNode interval, String name) {
        JsonNode at = interval.path(name);
        return at.isString() ? (Instant.parse(at.asString()).toEpochMilli() - AccountedRounds.START) / 1000 : null;
    }

    private void takes(TestServer server, int count, UnaryOperator<GpuSample> change) {
        for (int n = 0; n < count; n++) {
            Snapshot round = this.rounds.next();
            server.takes(round.with(round.gpus().stream().map(change).toList()));
        }
    }

    private JsonNode intervals(TestServer server) {
        String query = "/api/v1/history/usage?from=2026-11-20T10:00:00Z&to=" + this.end.getAndAdd(600_000);
        return JsonMapper.shared().readTree(Http.get(server, query).body()).path("intervals");
    }

    /** Returns the only interval, once it is stored that its process was last seen at a time. */
    private JsonNode seen(TestServer server, long time) {
        Wait.until(() -> Objects.equals(time, second(intervals(server).path(0), "lastSeenAt")));
        JsonNode intervals = intervals(server);
        assertThat(intervals).hasSize(1);
        return intervals.get(0);
    }

    private static GpuSample ofUnknownOwner(GpuSample gpu) {
        ProcessSample process = gpu.known().processes().get(0);
        return gpu.with(List.of(process.of(Owner.unknown(Reason.NO_DATA))));
    }

    @Test
    void aProcessIsOneIntervalThatEndsOnlyWhenItsGpuListsItsProcessesWithoutIt() {
        try (TestServer server = started()) {
            takes(server, 1, (gpu) -> gpu);
            Wait.until(() -> Http.get(server, "/api/v1/history").statusCode() == 200);
            takes(server, 20, (gpu) -> gpu);
            takes(server, 15, (gpu) -> LOST);
            takes(server, 15, (gpu) -> STUCK);
            assertIsOpen(seen(server, 20));

            takes(server, 15, (gpu) -> gpu);
        }
        this.rounds.passes(3600, 0);
        try (TestServer server = started()) {
            takes(server, 2, UsageOverHttpTests::ofUnknownOwner);
            assertIsOpen(seen(server, LAST_OF_FIRST_RUN));

            takes(server, 30, (gpu) -> gpu);
            takes(server, 6, (gpu) -> gpu.with(List.of()));
            assertIsOpen(seen(server, LAST));

            takes(server, 20, (gpu) -> gpu.with(List.of()));
            Wait.until(() -> intervals(server).at("/0/endedAt").isString());
            assertThat(second(seen(server, LAST), "endedAt")).isEqualTo(LAST);
        }
    }

    private static void assertIsOpen(JsonNode interval) {
        assertThat(second(interval, "endedAt")).isNull();
        assertThat(second(interval, "startedAt")).as("start of the process").isEqualTo(-5);
        assertThat(second(interval, "firstSeenAt")).isZero();
    }

    @Test
    void aProcessThatEndedWhileGpulseDidNotRunEndsWhenItWasLastSeen() {
        try (TestServer server = started()) {
            takes(server, 21, (gpu) -> gpu);
        }
        this.rounds.passes(3600, 0);
        try (TestServer server = started()) {
            takes(server, 10, (gpu) -> LOST);
            assertThat(second(seen(server, 20), "endedAt")).isNull();

            takes(server, 20, (gpu) -> gpu.with(List.of()));
            Wait.until(() -> intervals(server).at("/0/endedAt").isString());
            assertThat(second(seen(server, 20), "endedAt")).isEqualTo(20);
        }
    }
}
