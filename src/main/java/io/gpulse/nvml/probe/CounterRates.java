package io.gpulse.nvml.probe;

import io.gpulse.device.Counter;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Unit;
import io.gpulse.metric.UnitConversion;

/** The rates of counters per second. A rate needs two rounds; baselines are kept over sessions. */
public final class CounterRates {

    /** The accepted factor above the possible rate, since counter and clock are not read at the same time. */
    public static final double TOLERANCE = 1.1;

    private static final double ALL = 100;

    /** The accepted delay of a counter, after which it catches up. */
    private static final double LATE_SECONDS = 1;

    private final CounterBaselines baselines;

    /** @param baselines of the session before */
    CounterRates(CounterBaselines baselines) {
        this.baselines = baselines;
        baselines.startSession();
    }

    /**
     * Returns the rate of a counter since the last round.
     *
     * @param limit the highest possible rate, in the row's unit; infinite where it is not known
     * @return absent {@link Reason#NO_DATA} in the first round and once after the counter was reset, {@link
     *     Reason#NOT_SUPPORTED} for a counter that may have wrapped more than once in between
     */
    Reading perSecond(Probe counter, CounterValue now, UnitConversion conversion, double limit) {
        DriverCounter rising = this.baselines.of(counter);
        Counter.Gain gain = rising.add(now);
        double perSecond = gain.perSecond();
        if (Double.isNaN(perSecond)) {
            return Reading.absent(Reason.NO_DATA);
        }
        if (now.isNarrow() && mayWrapTwice(now, conversion, limit, gain.seconds())) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        Reading rate = rate(perSecond, conversion);
        if (rate instanceof Reading.Absent || rate.numberOr(0) > limit * TOLERANCE) {
            rising.doubt();
        }
        return rate;
    }

    /** Returns whether a counter of seconds gained more than the time since its last value, which is impossible. */
    boolean isAhead(Probe.Field counter, CounterValue now, UnitConversion conversion) {
        DriverCounter time = this.baselines.ofTime(counter);
        Counter.Gain gain = time.add(now);
        if (now.isNarrow()) {
            return false;
        }
        boolean ahead = conversion.scale().apply(gain.later()) > (gain.seconds() + LATE_SECONDS) * TOLERANCE;
        if (ahead) {
            time.doubt();
        }
        return ahead;
    }

    /** Converts a rate to a reading; a share slightly above 100 % becomes 100 %. */
    static Reading rate(double perSecond, UnitConversion conversion) {
        double share =
                conversion.spec().unit() == Unit.PERCENT ? conversion.scale().apply(perSecond) : 0;
        return share > ALL && share <= ALL * TOLERANCE ? new Reading.Quantity(ALL) : conversion.of(perSecond);
    }

    private static boolean mayWrapTwice(CounterValue now, UnitConversion conversion, double limit, double seconds) {
        double room = conversion.scale().apply(now.end());
        return limit * TOLERANCE * seconds >= room;
    }
}
