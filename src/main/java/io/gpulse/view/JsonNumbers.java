package io.gpulse.view;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Numbers as JSON shows them: whole ones without a fraction. */
public final class JsonNumbers {

    private static final double EXACTLY_LONG = 0x1p63;

    private JsonNumbers() {}

    public static Number of(double value) {
        if (value != Math.rint(value)) {
            return value;
        }
        return Math.abs(value) < EXACTLY_LONG ? (Number) (long) value : new BigDecimal(value).toBigInteger();
    }

    /** A code of 64 bits, unsigned. */
    static Number unsigned(long code) {
        return code >= 0 ? code : new java.math.BigInteger(Long.toUnsignedString(code));
    }

    /** Milliseconds with one decimal. */
    public static Number millis(Duration duration) {
        return of(BigDecimal.valueOf(duration.toNanos(), 6)
                .setScale(1, RoundingMode.HALF_UP)
                .doubleValue());
    }

    /** Seconds with one decimal. */
    public static Number seconds(Duration duration) {
        return of(BigDecimal.valueOf(duration.toMillis(), 3)
                .setScale(1, RoundingMode.HALF_UP)
                .doubleValue());
    }
}
