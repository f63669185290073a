package io.gpulse.recording;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Tells a recording by the clock, at its own speed or another one. A look is the recorded one whose time it is; where
 * looks follow each other as fast as they did when they were recorded, each is told once.
 */
final class TimedReplayClock implements ReplayClock {

    /** Shorter waits are added up: a thread cannot be made to wait for microseconds. */
    private static final long WORTH_WAITING = Duration.ofMillis(1).toNanos();

    private static final long NAP = Duration.ofMillis(50).toNanos();

    private final Recording recording;
    private final double speed;
    private final boolean loops;
    private final LongSupplier nanos;
    private final long begun;

    /** How far the looks of a GPU are behind those that were recorded. */
    private final Map<Integer, Shift> shifts = new ConcurrentHashMap<>();

    private final ThreadLocal<Long> owed = ThreadLocal.withInitial(() -> 0L);

    private record Shift(Moment since, long nanos) {}

    /** @param nanos a monotonic clock, in nanoseconds; the replay begins now */
    TimedReplayClock(Recording recording, double speed, boolean loops, LongSupplier nanos) {
        this.recording = recording;
        this.speed = speed;
        this.loops = loops;
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    @Override
    public Optional<Moment> now() {
        double elapsed = (this.nanos.getAsLong() - this.begun) * this.speed;
        double length = Math.max(1, this.recording.nanos());
        double rounds = Math.floor(elapsed / length);
        return rounds >= 1 && !this.loops
                ? Optional.empty()
                : Optional.of(new Moment((int) rounds, (long) (elapsed - rounds * length)));
    }

    @Override
    public Optional<Turn> read(int gpu, Moment now, Moment attached) {
        List<Segment> looks = this.recording.gpu(gpu).of(Phase.LOOK);
        if (looks.isEmpty()) {
            return Optional.empty();
        }
        Shift shift = this.shifts.get(gpu);
        if (shift == null || !shift.since().equals(attached)) {
            shift = new Shift(
                    attached, now.nanos() - nearest(looks, now.nanos()).at());
            this.shifts.put(gpu, shift);
        }
        return Optional.of(new Turn(now.round(), nearest(looks, now.nanos() - shift.nanos())));
    }

    private static Segment nearest(List<Segment> looks, long nanos) {
        Segment nearest = looks.get(0);
        for (Segment look : looks) {
            if (Math.abs(look.at() - nanos) < Math.abs(nearest.at() - nanos)) {
                nearest = look;
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
        // What a nap was too long by is taken off the next ones.
        this.owed.set(due - (this.nanos.getAsLong() - begin));
    }

    @Override
    public void hang(Moment since) {
        while (!this.loops || now().filter((now) -> now.round() > since.round()).isEmpty()) {
            LockSupport.parkNanos(NAP);
            // Whoever wants this thread to end has to wait as for a real driver; without this it would spin.
            Thread.interrupted();
        }
    }
}
