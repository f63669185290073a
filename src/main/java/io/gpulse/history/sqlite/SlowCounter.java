package io.gpulse.history.sqlite;

import io.gpulse.device.Counter;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.rounds.StoredMetrics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;

/**
 * The rate of a counter that is read every 10 s and repeated in the rounds in between: in each of these rounds, its
 * growth over the time between two readings. Rounds before the next reading is known are absent.
 */
final class SlowCounter {

    /** Longest time between a round and a reading, in ms. */
    static final long REACH_MILLIS = 12_500;

    private static final long EVERY_MILLIS = 10_000;
    private static final long NEVER = Long.MIN_VALUE;

    private final ObjDoubleConsumer<Long> rates;
    private final Deque<Long> waiting = new ArrayDeque<>();
    private Counter counter = new Counter();
    private long firstAt;
    private long lastAt;
    private long changedAt = NEVER;

    /** @param rates receives the begin of a round and its rate */
    SlowCounter(ObjDoubleConsumer<Long> rates) {
        this.rates = rates;
    }

    static boolean isSlow(Metric metric) {
        return StoredMetrics.isRate(metric) && metric.spec().cadence() == Cadence.SLOW;
    }

    /** @param follows whether no round is missing before this one */
    void add(long at, double now, boolean follows) {
        this.counter = follows ? this.counter : new Counter();
        double before = this.counter.last();
        double growth = now == before ? 0 : growth(at, now);
        long step = at - this.lastAt;
        if (growth >= 0) {
            this.waiting.addLast(at);
            if (step >= EVERY_MILLIS) {
                spread(at, at - step, growth);
            } else if (growth > 0) {
                spread(at, previousReading(at), growth);
            } else {
                emit(at - REACH_MILLIS, 0);
            }
        } else {
            // The first value, or the first one after a reset.
            this.waiting.clear();
            this.firstAt = at;
            this.changedAt = Double.isNaN(before) ? NEVER : at;
        }
        this.lastAt = at;
    }

    /** Returns the growth since the last round; NaN in the first one, and in one that is lower. */
    private double growth(long at, double now) {
        Counter.Gain gain = this.counter.add(now, TimeUnit.MILLISECONDS.toNanos(at));
        return gain.isKnown() ? gain.later() : Double.NaN;
    }

    /** Returns the time of the previous reading, given the first round of a new one; NEVER when it is not known. */
    private long previousReading(long at) {
        if (this.changedAt != NEVER && at - this.changedAt <= REACH_MILLIS) {
            return this.changedAt;
        }
        return at - EVERY_MILLIS >= this.firstAt ? at - EVERY_MILLIS : NEVER;
    }

    private void spread(long at, long since, double growth) {
        if (since == NEVER) {
            this.waiting.clear();
        } else {
            emit(since, 0);
            emit(at, growth / ((at - since) / 1000.0));
        }
        this.changedAt = at;
    }

    /** Adds the rate of the waiting rounds up to a moment. */
    private void emit(long until, double rate) {
        Long next = this.waiting.peekFirst();
        while (next != null && next <= until) {
            this.rates.accept(next, rate);
            this.waiting.removeFirst();
            next = this.waiting.peekFirst();
        }
    }
}
