package io.gpulse.view;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;

/** Converts numbers for JSON: whole ones have no fraction. */
public final class JsonNumbers {

    private static final double EXACTLY_LONG = 0x1p63;

    private JsonNumbers() {}

    public static Number of(double value) {
        if (value != Math.rint(value)) {
            return value;
        }
        return Math.abs(value) < EXACTLY_LONG ? (Number) (long) value : new BigDecimal(value).toBigInteger();
    }

    /** Returns an unsigned code of 64 bits. */
    static Number unsigned(long code) {
        return code >= 0 ? code : new BigInteger(Long.toUnsignedString(code));
    }

    /** Returns milliseconds with one decimal. */
    public static Number millis(Duration duration) {
        return oneDecimal(BigDecimal.valueOf(duration.toNanos(), 6));
    }

    /** Returns seconds with one decimal. */
    public static Number seconds(Duration duration) {
        return oneDecimal(BigDecimal.valueOf(duration.toMillis(), 3));
    }

    private static Number oneDecimal(BigDecimal number) {
        return of(number.setScale(1, RoundingMode.HALF_UP).doubleValue());
    }
}
