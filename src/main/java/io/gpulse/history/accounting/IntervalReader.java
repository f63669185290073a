package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.history.accounting.Interval.Energy;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PowerLimits;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells of one GPU, round by round, how much time has passed, in which occupancy, and what it took. */
final class IntervalReader {

    /** The clock was set when it has gone so much more or less than the monotonic one. */
    private static final double LEAP_SECONDS = 2;

    private long at;
    private long nanos;
    private double counter = Double.NaN;
    private boolean counterMissed;
    private boolean counterOfEarlier;

    /** What was estimated since the counter stood at {@code undoubted}, or at {@code counter}, in J. */
    private double estimated;

    /** What the counter stood at before it jumped, and goes on from when it jumps back; NaN if it did not jump. */
    private double undoubted = Double.NaN;

    /** Since the counter stood at {@code undoubted}, or at {@code counter} where that is not known. */
    private double counterSeconds;

    /** The most power that the GPU can take by its limits; NaN before they were read. */
    private double mostWatts = Double.NaN;

    /** Begins with a round, whose own time is not known. */
    IntervalReader(@Nullable GpuSample gpu, TimedSnapshot round) {
        this.at = at(round);
        this.nanos = round.nanos();
        this.counter = counter(gpu).orElse(Double.NaN);
        this.mostWatts = Double.isNaN(this.counter) ? Double.NaN : mostWatts(gpu);
    }

    /**
     * The driver's counter of energy, in J; NaN until it is known. Before the first reading it is the counter of an
     * earlier process and what was estimated since: a later process counts only what is above it.
     */
    double counter() {
        return this.counterOfEarlier ? this.counter + this.estimated : this.counter;
    }

    /**
     * Continues from the counter of an earlier process while there is no reading: what the GPU takes until the first
     * one is counted with it.
     *
     * @param seconds from the earlier process to this one
     */
    void continueFrom(double earlier, double seconds) {
        if (Double.isNaN(this.counter) && !Double.isNaN(earlier)) {
            this.counter = earlier;
            this.counterMissed = true;
            this.counterOfEarlier = true;
            this.counterSeconds += seconds;
        }
    }

    long at() {
        return this.at;
    }

    /** @param gpu null when it is not there any more */
    Interval next(@Nullable GpuSample gpu, TimedSnapshot round) {
        long from = this.at;
        double seconds = seconds(round);
        boolean gap = round.snapshot().isGap(Duration.ofMillis(Math.round(seconds * 1000)));
        this.at = at(round);
        this.nanos = round.nanos();
        Energy energy = energy(gpu, gap ? Double.NaN : seconds, seconds);
        if (gap || gpu == null) {
            return new Interval(from, this.at, seconds, Occupancy.UNKNOWN, energy, Set.of(), gap);
        }
        return new Interval(from, this.at, seconds, Occupancy.of(gpu), energy, reasons(gpu), false);
    }

    private double seconds(TimedSnapshot round) {
        double wall = (at(round) - this.at) / 1000.0;
        double monotonic = Math.max(0, (round.nanos() - this.nanos) / 1e9);
        return wall < 0 || Math.abs(wall - monotonic) > LEAP_SECONDS ? monotonic : wall;
    }

    /**
     * @param seconds NaN when power now says nothing of that time
     * @param elapsed since the last round, whatever it says
     */
    private Energy energy(@Nullable GpuSample gpu, double seconds, double elapsed) {
        OptionalDouble now = counter(gpu);
        this.counterSeconds += elapsed;
        if (now.isPresent()) {
            double before = this.mostWatts;
            this.mostWatts = mostWatts(gpu);
            // The limits may have been changed in between.
            double watts = Double.isNaN(before) ? this.mostWatts : Math.max(before, this.mostWatts);
            return gained(now.getAsDouble(), watts * countedFor(this.counterSeconds));
        }
        this.counterMissed = true;
        if ((!Double.isNaN(this.counter) && !this.counterOfEarlier) || gpu == null || gpu.state() != GpuState.OK) {
            return Energy.UNKNOWN;
        }
        OptionalDouble power = gpu.readings().number(Metric.POWER_DRAW);
        return power.isPresent() ? estimate(power.getAsDouble() * seconds) : Energy.UNKNOWN;
    }

    private Energy estimate(double joules) {
        if (this.counterOfEarlier && !Double.isNaN(joules)) {
            this.estimated += joules;
        }
        return new Energy(joules, false);
    }

    /**
     * A counter that has become less began anew when the driver was loaded. One that has gained more than the GPU can
     * take, or has become less, may jump back: then it goes on from where it was before.
     *
     * @param most that the GPU can have taken, in J
     */
    private Energy gained(double now, double most) {
        boolean jumpedBack = now >= this.undoubted && !(this.undoubted < this.counter && now >= this.counter);
        double gained = now - (jumpedBack ? this.undoubted : this.counter);
        boolean missed = this.counterMissed || jumpedBack;
        boolean doubtful = gained < 0 || gained > most;
        double counted = jumpedBack || Double.isNaN(this.undoubted) ? gained - this.estimated : gained;
        if (doubtful && !jumpedBack) {
            this.undoubted = this.counter;
        } else {
            this.undoubted = Double.NaN;
            this.counterSeconds = 0;
            this.estimated = 0;
        }
        this.counter = now;
        this.counterMissed = false;
        this.counterOfEarlier = false;
        return !doubtful && counted >= 0 ? new Energy(counted, missed) : Energy.UNKNOWN;
    }

    /** The most that the GPU can have taken in some time, in J. */
    double most(double seconds) {
        return (Double.isNaN(this.mostWatts) ? mostWatts(null) : this.mostWatts) * countedFor(seconds);
    }

    /** Drivers count no finer than a second at times. */
    private static double countedFor(double seconds) {
        return Math.max(1, seconds);
    }

    private static double mostWatts(@Nullable GpuSample gpu) {
        return PowerLimits.mostWatts(
                (limit) -> gpu == null ? 0 : gpu.readings().number(limit).orElse(0));
    }

    private static OptionalDouble counter(@Nullable GpuSample gpu) {
        return gpu == null || gpu.state() != GpuState.OK
                ? OptionalDouble.empty()
                : gpu.readings().number(Metric.ENERGY_TOTAL);
    }

    private static Set<Metric> reasons(GpuSample gpu) {
        Set<Metric> reasons = EnumSet.noneOf(Metric.class);
        for (Metric reason : MinuteAccount.REASONS) {
            if (gpu.readings().number(reason).orElse(0) == 1) {
                reasons.add(reason);
            }
        }
        return reasons;
    }

    private static long at(TimedSnapshot round) {
        return round.snapshot().takenAt().toEpochMilli();
    }
}
