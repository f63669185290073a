package io.gpulse.history.states;

import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.states.HistoryStates.Request;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.metric.Metric;
import io.gpulse.testing.StateRounds;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** The accounts of one GPU in a file. */
abstract class StoredStates {

    static final int POINTS = 600;
    static final Duration SECOND = Duration.ofSeconds(1);
    static final KnownGpu GPU = new KnownGpu(StateRounds.UUID, 0, "NVIDIA H100 80GB HBM3", Instant.EPOCH);

    final StateRounds rounds = new StateRounds();
    Accounting accounting = new Accounting();
    HistoryStore store;

    @TempDir
    private Path folder;

    @BeforeEach
    void open() {
        HistoryProperties properties = new HistoryProperties(
                true, this.folder, Duration.ofHours(1), Duration.ofDays(30), DataSize.ofGigabytes(1), 4);
        this.store = new HistoryEngine(this.folder, properties, Clock.systemUTC())
                .open(false)
                .store();
    }

    @AfterEach
    void close() {
        this.store.close();
    }

    GpuResponse states(long from, long to, int points) {
        return states(from, to, points, this.rounds.next() - 1000);
    }

    GpuResponse states(long from, long to, int points, long now) {
        return response(from, to, points, now).gpus().get(0);
    }

    StatesResponse response(long from, long to, int points, long now) {
        return response(new Request(List.of(GPU), span(from, to), points, now, SECOND));
    }

    StatesResponse response(Request request) {
        return new HistoryStates(this.store, request).response(false);
    }

    static TimeRange span(long from, long to) {
        return new TimeRange(Instant.ofEpochMilli(from), Instant.ofEpochMilli(to));
    }

    void write() {
        append(account());
    }

    AccountingUpdate account() {
        boolean first = this.accounting.totals().isEmpty();
        for (Snapshot round : this.rounds.take()) {
            this.accounting.add(round);
        }
        if (first) {
            this.accounting.restore(this.store.accounting().state());
        }
        return this.accounting.pending();
    }

    void append(AccountingUpdate update) {
        this.store.append(new Batch(List.of(GPU), List.of(), update, List.of()));
        this.accounting.clear();
    }

    static List<String> texts(GpuResponse states) {
        return states.segments().stream()
                .map((one) -> second(one.from()) + "-" + second(one.to()) + " " + one.state()
                        + (one.cause() == null ? "" : " " + one.cause()))
                .toList();
    }

    static long second(long at) {
        return (at - StateRounds.START) / 1000;
    }

    static long at(long second) {
        return StateRounds.START + second * 1000;
    }

    static double sum(GpuResponse states) {
        return states.segments().stream()
                        .mapToLong((segment) -> segment.to() - segment.from())
                        .sum()
                / 1000.0;
    }

    void restart() {
        close();
        open();
        this.accounting = new Accounting();
    }

    /** Every state, a gap, and 650 seconds in all. */
    void everyState() {
        this.rounds
                .add(101, StateRounds.busy())
                .add(47, StateRounds.throttled(Metric.REASON_POWER_CAP))
                .add(30, StateRounds.in(GpuState.STUCK))
                .add(52, StateRounds.held());
        write();
        this.rounds
                .add(41, StateRounds.in(GpuState.LOST))
                .pause(79)
                .add(101, StateRounds.free())
                .add(200, StateRounds.throttled(Metric.REASON_HW_THERMAL));
        write();
    }
}
