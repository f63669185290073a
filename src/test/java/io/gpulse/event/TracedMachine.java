package io.gpulse.event;

import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** A machine whose rounds a test creates, in virtual time. */
public final class TracedMachine {

    public static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final List<TracedBoard> boards;
    private Source source = Snapshots.NVML;
    private Instant now = START.minus(EVERY);
    private long nanos;
    private long sequence;

    public TracedMachine(int gpus) {
        this.boards = IntStream.range(0, gpus).mapToObj(TracedBoard::new).toList();
    }

    public TracedBoard gpu(int index) {
        return this.boards.get(index);
    }

    public List<TracedBoard> gpus() {
        return this.boards;
    }

    public void source(Source other) {
        this.source = other;
    }

    /** Returns when the last round was taken. */
    public Instant now() {
        return this.now;
    }

    /** Returns the next round, a second later. */
    public Snapshot next() {
        return next(EVERY, EVERY);
    }

    /**
     * The next round.
     *
     * @param shown what the wall clock goes on by
     * @param passed what the monotonic clock goes on by
     */
    public Snapshot next(Duration shown, Duration passed) {
        this.now = this.now.plus(shown);
        this.nanos += passed.toNanos();
        return new Snapshot(
                this.sequence++,
                this.now,
                this.nanos,
                Duration.ofMillis(8),
                EVERY,
                this.source,
                this.boards.stream().map((board) -> board.sample(this.now)).toList(),
                null);
    }
}
