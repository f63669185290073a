package io.gpulse.history.accounting;

import io.gpulse.device.Counter.Gain;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.Interval.Energy;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PowerLimits;
import io.gpulse.rounds.EnergyCounter;
import io.gpulse.rounds.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Computes length, occupancy and energy of the intervals between the rounds of one GPU. */
final class IntervalReader {

    /** The wall clock was set when it deviates from the monotonic clock by more than this. */
    private static final double LEAP_SECONDS = 2;

    private static final double NANOS_PER_SECOND = 1e9;

    private long at;
    private long nanos;
    private final EnergyCounter counter = new EnergyCounter();

    /** Time since the first round, by which the counter is read. */
    private long elapsedNanos;

    private boolean counterOfEarlier;

    /** Energy estimated since the counter of an earlier process, in J. */
    private double estimated;

    private @Nullable Instant lateSampledAt;

    /** Starts at a round; the time before it is unknown. */
    IntervalReader(@Nullable GpuSample gpu, Snapshot round) {
        this.at = at(round);
        this.nanos = round.nanos();
        counter(gpu).ifPresent((joules) -> this.counter.add(joules, 0, mostWatts(gpu)));
    }

    /**
     * Returns the driver's energy counter, in J; NaN until known. Before the first reading it is the counter of an
     * earlier process plus the estimated energy since then: a later process counts only what exceeds it.
     */
    double counter() {
        return this.counter.last() + (this.counterOfEarlier ? this.estimated : 0);
    }

    /**
     * Continues from the counter of an earlier process until the first reading, with which the energy since then is
     * counted.
     *
     * @param seconds from the earlier process to this one
     */
    void continueFrom(double earlier, double seconds) {
        if (Double.isNaN(this.counter.last()) && !Double.isNaN(earlier)) {
            this.counter.startAt(earlier, -nanos(seconds));
            this.counterOfEarlier = true;
        }
    }

    long at() {
        return this.at;
    }

    /** @param gpu null when the GPU is gone */
    Interval next(@Nullable GpuSample gpu, Snapshot round) {
        long from = this.at;
        double seconds = seconds(round);
        boolean gap = round.isGap(Duration.ofMillis(Math.round(seconds * 1000)));
        this.at = at(round);
        this.nanos = round.nanos();
        boolean repeated = isRepeated(gpu);
        Energy energy =
                energy(repeated ? OptionalDouble.empty() : counter(gpu), gpu, gap ? Double.NaN : seconds, seconds);
        if (gap || gpu == null) {
            return new Interval(from, this.at, seconds, UseState.ABSENT, energy, Set.of(), gap, repeated);
        }
        Set<Metric> reasons = reasons(gpu);
        return new Interval(from, this.at, seconds, UseState.of(gpu, reasons), energy, reasons, false, repeated);
    }

    private double seconds(Snapshot round) {
        double wall = (at(round) - this.at) / 1000.0;
        double monotonic = Math.max(0, (round.nanos() - this.nanos) / 1e9);
        return wall < 0 || Math.abs(wall - monotonic) > LEAP_SECONDS ? monotonic : wall;
    }

    /**
     * Returns the energy since the last round.
     *
     * @param now the counter; empty when it was not read again
     * @param seconds length of the interval; NaN when the current power is not that of the interval
     * @param elapsed length of the interval
     */
    private Energy energy(OptionalDouble now, @Nullable GpuSample gpu, double seconds, double elapsed) {
        long before = this.elapsedNanos;
        this.elapsedNanos += nanos(elapsed);
        if (now.isPresent()) {
            return gained(now.getAsDouble(), mostWatts(gpu), before);
        }
        if ((!Double.isNaN(this.counter.last()) && !this.counterOfEarlier) || gpu == null || !gpu.isRead()) {
            return Energy.UNKNOWN;
        }
        OptionalDouble power = gpu.readings().number(Metric.POWER_DRAW);
        return power.isPresent() ? estimate(power.getAsDouble() * seconds) : Energy.UNKNOWN;
    }

    private boolean isRepeated(@Nullable GpuSample gpu) {
        Instant late = gpu == null ? null : gpu.lateSampledAt();
        boolean isRepeated = late != null && late.equals(this.lateSampledAt);
        this.lateSampledAt = late;
        return isRepeated;
    }

    private Energy estimate(double joules) {
        if (this.counterOfEarlier && !Double.isNaN(joules)) {
            this.estimated += joules;
        }
        return new Energy(joules, false);
    }

    /**
     * Returns the growth of the counter. A lower counter was reset when the driver was loaded.
     *
     * @param roundBefore when the round before was, by elapsed time
     */
    private Energy gained(double now, double watts, long roundBefore) {
        Gain gain = this.counter.add(now, this.elapsedNanos, watts);
        this.counterOfEarlier = false;
        if (!gain.isKnown()) {
            return Energy.UNKNOWN;
        }
        long since = this.elapsedNanos - nanos(gain.seconds());
        double counted = since < 0 ? gain.later() - this.estimated : gain.later();
        this.estimated = 0;
        return counted >= 0 ? new Energy(counted, since < roundBefore) : Energy.UNKNOWN;
    }

    /** Returns the maximum energy of the GPU in a time, in J. */
    double mostJoules(double seconds) {
        return this.counter.mostJoules(seconds);
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS_PER_SECOND);
    }

    private static double mostWatts(@Nullable GpuSample gpu) {
        return PowerLimits.mostWatts(
                (limit) -> gpu == null ? 0 : gpu.readings().number(limit).orElse(0));
    }

    private static OptionalDouble counter(@Nullable GpuSample gpu) {
        return gpu == null || !gpu.isRead()
                ? OptionalDouble.empty()
                : gpu.readings().number(Metric.ENERGY_TOTAL);
    }

    private static Set<Metric> reasons(GpuSample gpu) {
        return Rows.REASONS.stream()
                .filter((reason) -> gpu.readings().number(reason).orElse(0) == 1)
                .collect(Collectors.toSet());
    }

    private static long at(Snapshot round) {
        return round.takenAt().toEpochMilli();
    }
}
