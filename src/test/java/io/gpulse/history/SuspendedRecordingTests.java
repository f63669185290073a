package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.history.StoreException.Fault;
import io.gpulse.history.accounting.OwnerLabel;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.FakeEngine;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** Rounds that arrive while recording is suspended. */
class SuspendedRecordingTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final Duration EVERY = Duration.ofMillis(100);

    private final Sinks.Many<Snapshot> rounds = Sinks.many().multicast().directBestEffort();
    private final AtomicLong nanos = new AtomicLong();
    private final FakeEngine engine = new FakeEngine();
    private final HistoryDatabase database = new HistoryDatabase(this.engine, Clock.systemUTC(), this.nanos::get);
    private final HistoryRecorder recorder = new HistoryRecorder(
            new SnapshotFeed(
                    this.rounds.asFlux(),
                    () -> {
                        throw new UnsupportedOperationException();
                    },
                    EVERY),
            new HistoryWriter(this.database, Schedulers.immediate()),
            new PastWriter(null, () -> null),
            OwnerLabel.OFF);

    private int taken;

    @BeforeEach
    void start() {
        this.recorder.start();
    }

    @AfterEach
    void stop() {
        this.recorder.stop();
    }

    @Test
    void roundsOfTwoMinutesAreKeptAtTenRoundsASecond() {
        take(1);
        this.engine.writeFailure = new StoreException(Fault.UNAVAILABLE, "The disk is full.");
        take(1500);
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(stored(0, 1501)).as("readable").isEqualTo(1);

        this.engine.writeFailure = null;
        take(700);

        assertThat(this.database.statistics())
                .extracting(HistoryStatistics::state, HistoryStatistics::detail)
                .containsExactly(HistoryState.RECORDING, null);
        assertThat(stored(1501 - 600, 1501)).isEqualTo(600);
    }

    @Test
    void anUnexpectedExceptionSuspendsAndIsRetried() {
        this.engine.writeFailure = new IllegalArgumentException("No enum constant");
        take(100);
        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.SUSPENDED);
        assertThat(this.database.statistics().detail()).contains("No enum constant");

        this.engine.writeFailure = null;
        take(200);

        assertThat(this.database.statistics().state()).isEqualTo(HistoryState.RECORDING);
        assertThat(stored(0, 200)).isEqualTo(200);
    }

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            this.nanos.addAndGet(EVERY.toNanos());
            Instant at = START.plus(EVERY.multipliedBy(this.taken++));
            Map<Metric, Reading> readings = Map.of(Metric.POWER_DRAW, new Reading.Quantity(100));
            this.rounds.tryEmitNext(new Snapshot(
                    this.taken,
                    at,
                    this.nanos.get(),
                    Duration.ZERO,
                    EVERY,
                    Snapshots.NVML,
                    List.of(Snapshots.gpu(0, readings)),
                    null));
        }
    }

    /** Returns the number of stored rounds between two places. */
    private int stored(int from, int to) {
        long begin = START.plus(EVERY.multipliedBy(from)).toEpochMilli();
        long end = START.plus(EVERY.multipliedBy(to)).toEpochMilli();
        SeriesKey key = new SeriesKey(new Subject(Snapshots.identity(0).uuid()), Metric.POWER_DRAW);
        WindowQuery query = new WindowQuery(begin, end, EVERY.toMillis(), Tier.RAW, List.of(key));
        Buckets buckets = java.util.Objects.requireNonNull(
                this.database.required().read(query).get(key));
        return (int) IntStream.range(0, to - from)
                .filter((bucket) -> !buckets.isEmpty(bucket))
                .count();
    }
}
