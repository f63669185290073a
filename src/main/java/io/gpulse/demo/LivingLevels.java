package io.gpulse.demo;

import java.util.function.DoubleUnaryOperator;

/** How busy programs keep a GPU over minutes and hours. Each level has noise of seconds and of minutes, and breaks. */
final class LivingLevels {

    private static final double STEP = 3;

    private static final long FIRST = 0x9e3779b97f4a7c15L;
    private static final long SECOND = 0xbf58476d1ce4e5b9L;

    private LivingLevels() {}

    /** Returns 84 to 99 %, with a checkpoint of 26 s each 22 min and an evaluation each 90 min. */
    static Signal training() {
        return levels(15_840, (time) -> {
            if (time % 1320 < 26) {
                return 0.08 + 0.2 * noise(1, time);
            }
            return time % 5280 > 5060 ? 0.55 + 0.22 * noise(1, time) : 0.84 + 0.15 * noise(1, time);
        });
    }

    /** Returns another level each 19 min: the trials of a sweep differ. */
    static Signal sweep() {
        return levels(24 * 1140, (time) -> {
            double level = 0.35 + 0.6 * random(2, (long) (time / 1140));
            return time % 1140 < 40 ? 0.08 * noise(2, time) : level * (0.7 + 0.33 * noise(2, time));
        });
    }

    static Signal evaluation() {
        return levels(7200, (time) -> 0.55 + 0.44 * noise(3, time) * (smooth(4, time, 35) > 0.3 ? 1 : 0.2));
    }

    static Signal embedding() {
        return levels(7200, (time) -> time % 300 < 18 ? 0.12 * noise(5, time) : 0.7 + 0.24 * noise(5, time));
    }

    static Signal fineTuning() {
        return levels(10_800, (time) -> time % 900 < 20 ? 0.12 : 0.91 + 0.09 * noise(6, time));
    }

    /** Returns what a power cap leaves: near to all, with a checkpoint each 10 min. */
    static Signal capped() {
        return levels(7200, (time) -> time % 600 < 15 ? 0.2 : 0.97 + 0.03 * noise(7, time));
    }

    static Signal notebook() {
        return levels(
                7200, (time) -> smooth(8, time, 55) > 0.42 ? 0.22 + 0.74 * noise(8, time) : 0.03 * noise(8, time));
    }

    private static Signal levels(int period, DoubleUnaryOperator level) {
        int knots = (int) (period / STEP);
        double[] seconds = new double[knots + 1];
        double[] levels = new double[knots + 1];
        for (int knot = 0; knot <= knots; knot++) {
            seconds[knot] = knot * STEP;
            levels[knot] = knot == knots ? levels[0] : level.applyAsDouble(seconds[knot]);
        }
        return new Trace(seconds, levels);
    }

    /** Returns noise of 9 s, 41 s and 190 s, from 0 to 1. */
    private static double noise(int key, double time) {
        return 0.4 * smooth(key, time, 9) + 0.3 * smooth(key + 50, time, 41) + 0.3 * smooth(key + 90, time, 190);
    }

    /** Returns smooth noise of a period, from 0 to 1. */
    static double smooth(int key, double time, double period) {
        long place = (long) Math.floor(time / period);
        double part = time / period - place;
        double weight = part * part * (3 - 2 * part);
        return random(key, place) * (1 - weight) + random(key, place + 1) * weight;
    }

    /** Returns a number from 0 to 1 that is always the same for a key and a place. */
    static double random(int key, long place) {
        long mixed = (key * 1_000_003L + place) * FIRST;
        mixed = (mixed ^ mixed >>> 30) * SECOND;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
    }
}
