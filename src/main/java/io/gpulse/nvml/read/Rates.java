package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Unit;
import io.gpulse.metric.UnitConversion;
import java.util.Map;
import java.util.OptionalDouble;

/** What counters gain per second. A rate needs two looks; what a counter stood at is kept over sessions. */
final class Rates {

    /** Counting and reading the clock do not fall together; so much more than possible is still believed. */
    static final double TOLERANCE = 1.1;

    private static final double ALL = 100;

    private final Map<Probe, CounterValue> marks;

    /** @param marks what counters stood at when they were last asked */
    Rates(Map<Probe, CounterValue> marks) {
        this.marks = marks;
        // Whether a narrow counter wrapped or began anew with the driver cannot be told.
        marks.values().removeIf(CounterValue::isNarrow);
    }

    /**
     * The rate of a counter since the last look.
     *
     * @param most the most that it can be, in the row's unit
     * @return absent {@link Reason#NO_DATA} at the first look and once after the counter began anew,
     *     {@link Reason#NOT_SUPPORTED} for a counter that may have wrapped more than once in between
     */
    Reading perSecond(Probe counter, CounterValue now, UnitConversion meaning, OptionalDouble most) {
        CounterValue before = this.marks.put(counter, now);
        if (before == null || now.isBehind(before)) {
            return Reading.absent(Reason.NO_DATA);
        }
        double seconds = now.secondsSince(before);
        if (seconds <= 0) {
            return Reading.absent(Reason.NO_DATA);
        }
        if (now.isNarrow() && mayWrapTwice(now, meaning, most, seconds)) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        Reading rate = meaning.of(now.gainedSince(before) / seconds);
        return meaning.spec().unit() == Unit.PERCENT ? share(rate) : rate;
    }

    private static boolean mayWrapTwice(CounterValue now, UnitConversion meaning, OptionalDouble most, double seconds) {
        double room = meaning.scale().apply(now.end());
        return most.isEmpty() || most.getAsDouble() * TOLERANCE * seconds >= room;
    }

    /** A little more than all of the time is all of it; much more is a mistake. */
    private static Reading share(Reading rate) {
        double value = rate.number().orElse(0);
        if (value <= ALL) {
            return rate;
        }
        return value > ALL * TOLERANCE ? Reading.absent(Reason.ERROR) : new Reading.Quantity(ALL);
    }
}
