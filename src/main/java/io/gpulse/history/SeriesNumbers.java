package io.gpulse.history;

/** Numbers of series as text: four decimals, which is more than any sensor has, and none of what is large. */
final class SeriesNumbers {

    private static final double LARGE = 1e6;
    private static final double DECIMALS = 1e4;

    private SeriesNumbers() {}

    /** @param absent what stands for a number that is not known */
    static void append(StringBuilder text, double value, String absent) {
        if (!Double.isFinite(value)) {
            text.append(absent);
            return;
        }
        double rounded = Math.abs(value) >= LARGE ? Math.rint(value) : Math.rint(value * DECIMALS) / DECIMALS;
        if (rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE) {
            text.append((long) rounded);
        } else {
            text.append(rounded);
        }
    }
}
