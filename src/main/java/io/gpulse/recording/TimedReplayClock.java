package io.gpulse.recording;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A replay clock at the recording's speed or another one. It returns the recorded round of the current time; with
 * rounds at the recorded interval each is returned once.
 */
final class TimedReplayClock implements ReplayClock {

    /** Shorter waits are added up: a thread cannot be made to wait for microseconds. */
    private static final long WORTH_WAITING = Duration.ofMillis(1).toNanos();

    private static final long NAP = Duration.ofMillis(50).toNanos();

    private final Recording recording;
    private final double speed;
    private final boolean loops;
    private final LongSupplier nanos;
    private final long startedAt;

    /** The offset of the replayed rounds of a GPU against the recorded ones. */
    private final Map<Integer, Shift> shifts = new ConcurrentHashMap<>();

    private final ThreadLocal<Long> owed = ThreadLocal.withInitial(() -> 0L);

    private record Shift(Moment since, long nanos) {}

    /** @param nanos a monotonic clock, in nanoseconds; the replay begins now */
    TimedReplayClock(Recording recording, double speed, boolean loops, LongSupplier nanos) {
        this.recording = recording;
        this.speed = speed;
        this.loops = loops;
        this.nanos = nanos;
        this.startedAt = nanos.getAsLong();
    }

    @Override
    public Optional<Moment> now() {
        double elapsed = (this.nanos.getAsLong() - this.startedAt) * this.speed;
        double length = Math.max(1, this.recording.nanos());
        double rounds = Math.floor(elapsed / length);
        return rounds >= 1 && !this.loops
                ? Optional.empty()
                : Optional.of(new Moment((int) rounds, (long) (elapsed - rounds * length)));
    }

    @Override
    public Optional<Turn> read(int gpu, Moment now, Moment attached) {
        List<Segment> rounds = this.recording.gpu(gpu).of(Phase.LOOK);
        if (rounds.isEmpty()) {
            return Optional.empty();
        }
        Shift shift = this.shifts.get(gpu);
        if (shift == null || !shift.since().equals(attached)) {
            shift = new Shift(
                    attached, now.nanos() - nearest(rounds, now.nanos()).at());
            this.shifts.put(gpu, shift);
        }
        return Optional.of(new Turn(now.round(), nearest(rounds, now.nanos() - shift.nanos())));
    }

    private static Segment nearest(List<Segment> rounds, long nanos) {
        Segment nearest = rounds.get(0);
        for (Segment round : rounds) {
            if (Math.abs(round.at() - nanos) < Math.abs(nearest.at() - nanos)) {
                nearest = round;
            }
        }
        return nearest;
    }

    @Override
    public void pass(long took) {
        long due = this.owed.get() + (long) (took / this.speed);
        if (due < WORTH_WAITING) {
            this.owed.set(due);
            return;
        }
        long begin = this.nanos.getAsLong();
        LockSupport.parkNanos(due);
        // The excess of a nap is subtracted from the next ones.
        this.owed.set(due - (this.nanos.getAsLong() - begin));
    }

    @Override
    public void hang(Moment since) {
        while (!this.loops || now().filter((now) -> now.round() > since.round()).isEmpty()) {
            LockSupport.parkNanos(NAP);
            // An interrupted thread waits as in a real driver; without this it would spin.
            Thread.interrupted();
        }
    }
}
