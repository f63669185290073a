package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.OwnerLabel;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.sampling.IdleTimes;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.OccupancyMonitor;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Recording of rounds. */
class HistoryRecorderTests {

    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);

    private static final HistoryProperties LIMITS =
            new HistoryProperties(true, null, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofMegabytes(8), 4);

    @TempDir
    private Path folder;

    @Test
    void simulatedGpusDoNotContinueRealOnes() {
        try (TestServer server =
                TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)) {
            // The first round is written at once: no round is pending when the source changes.
            server.takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))));
            Wait.until(
                    () -> recorded(server).equals(List.of(Snapshots.identity(0).uuid())));

            server.takes(Snapshots.of(1, DEMO, List.of(Snapshots.gpu(1))));
            Wait.until(() -> recorded(server).contains(Snapshots.identity(1).uuid()));

            assertThat(recorded(server)).containsExactly(Snapshots.identity(1).uuid());
            assertThat(this.folder.resolve("history-simulated.db")).exists();
        }
    }

    @Test
    void aShortTimeSpanThatEndsNowHasItsLastRounds() {
        try (TestServer server =
                TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + this.folder)) {
            server.takes(Snapshots.numbered(0));
            Wait.until(() -> !recorded(server).isEmpty());
            server.takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));
            String span = "from=2026-11-20T10:00:00Z&to=2026-11-20T10:00:04Z";

            // Without a later round, only a request writes them; it waits a second for a busy machine.
            Wait.until(() -> Http.get(server, "/api/v1/history?metrics=power.draw&" + span)
                    .body()
                    .contains("\"avg\":[367.2,367.2]"));
        }
    }

    @Test
    void aDisconnectedClientDoesNotCancelItsWrite() {
        Sinks.Many<Snapshot> rounds = Sinks.many().multicast().directBestEffort();
        Queue<Runnable> writing = new ArrayDeque<>();
        HistoryDatabase database = new HistoryDatabase(
                new HistoryEngine(null, LIMITS, Clock.systemUTC()), Clock.systemUTC(), System::nanoTime);
        HistoryRecorder recorder = new HistoryRecorder(
                new SnapshotFeed(rounds.asFlux(), HistoryRecorderTests::noStatus, Duration.ofSeconds(1)),
                new HistoryWriter(database, Schedulers.fromExecutor(writing::add)),
                new PastWriter(null, () -> null),
                OwnerLabel.OFF);
        recorder.start();
        for (int n = 0; n < 3; n++) {
            rounds.tryEmitNext(Snapshots.numbered(n)).orThrow();
            run(writing);
        }

        recorder.flush(Snapshots.numbered(3).takenAt()).subscribe().dispose();
        run(writing);

        List<Long> stored = new ArrayList<>();
        TimeRange all = new TimeRange(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
        database.required().means(Tier.RAW, all, List.of(Metric.POWER_DRAW), (uuid, at, values) -> stored.add(at));
        assertThat(stored).hasSize(3);
    }

    @Test
    void aGpuIsIdleSinceBeforeARestart() {
        Instant since = Snapshots.numbered(0).takenAt().minusSeconds(3600);
        List<GpuSample> idle = List.of(Snapshots.gpu(0).with(new Activity(since, null)));
        record(new IdleTimes(), Snapshots.of(0, Snapshots.NVML, idle), Snapshots.of(1, Snapshots.NVML, idle));
        IdleTimes idleTimes = new IdleTimes();

        record(idleTimes, Snapshots.of(60, Snapshots.NVML, idle));

        Readings none = Readings.of(Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(0)));
        GpuSample next = Snapshots.of(61, Snapshots.NVML, idle).gpus().get(0).with(none);
        assertThat(idleTimes.complete(List.of(next), Duration.ZERO).get(0).activity())
                .isEqualTo(new Activity(since, null));
    }

    private void record(IdleTimes idleTimes, Snapshot... rounds) {
        Queue<Runnable> writing = new ArrayDeque<>();
        HistoryDatabase database = new HistoryDatabase(
                new HistoryEngine(this.folder, LIMITS, Clock.systemUTC()), Clock.systemUTC(), System::nanoTime);
        HistoryRecorder recorder = new HistoryRecorder(
                new SnapshotFeed(Flux.just(rounds), HistoryRecorderTests::noStatus, Duration.ofSeconds(1), idleTimes),
                new HistoryWriter(database, Schedulers.fromExecutor(writing::add)),
                new PastWriter(null, () -> null),
                OwnerLabel.OFF);
        recorder.start();
        run(writing);
        database.close();
    }

    private static SamplerStatus noStatus() {
        throw new UnsupportedOperationException();
    }

    private static void run(Queue<Runnable> tasks) {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private static List<String> recorded(TestServer server) {
        return server.bean(OccupancyMonitor.class).occupancies().stream()
                .map(OccupancyMonitor.GpuOccupancy::uuid)
                .toList();
    }
}
