package io.gpulse.history;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Numbers of series as text: four decimals, which is more than any sensor has, and none of what is large. Ratios can be
 * much smaller than that, and keep four digits.
 */
final class SeriesNumbers {

    private static final double LARGE = 1e6;
    private static final double DECIMALS = 1e4;
    private static final double SMALL = 1e-3;
    private static final MathContext DIGITS = new MathContext(4);

    private SeriesNumbers() {}

    /** @param absent what stands for a number that is not known */
    static void append(StringBuilder text, double value, String absent) {
        if (!Double.isFinite(value)) {
            text.append(absent);
            return;
        }
        double rounded = rounded(value);
        if (rounded == Math.rint(rounded) && Math.abs(rounded) < Long.MAX_VALUE) {
            text.append((long) rounded);
        } else {
            text.append(rounded);
        }
    }

    private static double rounded(double value) {
        double size = Math.abs(value);
        if (size > 0 && size < SMALL) {
            return new BigDecimal(value).round(DIGITS).doubleValue();
        }
        return size >= LARGE ? Math.rint(value) : Math.rint(value * DECIMALS) / DECIMALS;
    }
}
