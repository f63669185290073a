package io.gpulse.metric;

import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;

/** A unit for people, and the base unit for time series. */
@SuppressWarnings("ImmutableEnumChecker") // its function has no state
public enum Unit {
    NONE("", ""),
    PERCENT("%", "ratio", (percent) -> percent / 100),
    /** A share that is too small for percent: 1.5e-15 of all bits. */
    RATIO("ratio", "ratio"),
    BYTES("B", "bytes"),
    BYTES_PER_SECOND("B/s", "bytes_per_second"),
    PER_SECOND("/s", "per_second"),
    WATTS("W", "watts"),
    JOULES("J", "joules"),
    CELSIUS("°C", "celsius"),
    MEGAHERTZ("MHz", "hertz", (megahertz) -> megahertz * 1e6),
    SECONDS("s", "seconds");

    private final String symbol;
    private final String baseName;
    private final DoubleUnaryOperator toBase;

    /** Creates a unit that is a base unit itself. */
    Unit(String symbol, String baseName) {
        this(symbol, baseName, DoubleUnaryOperator.identity());
    }

    Unit(String symbol, String baseName, DoubleUnaryOperator toBase) {
        this.symbol = symbol;
        this.baseName = baseName;
        this.toBase = toBase;
    }

    /** Returns the symbol after a number, for example {@code W}; empty for a bare number. */
    public String symbol() {
        return this.symbol;
    }

    /** Returns the base unit's name in names of time series, for example {@code watts}. */
    public String baseName() {
        return this.baseName;
    }

    /**
     * Rounds a measured value to its significant decimals: two for shares and rates, none for traffic. A rate above 0
     * is not rounded to 0, such as one error an hour.
     */
    double rounded(double value) {
        return switch (this) {
            case PERCENT -> toCent(value);
            case PER_SECOND -> toCent(value) == 0 ? value : toCent(value);
            case BYTES_PER_SECOND -> Math.rint(value);
            default -> value;
        };
    }

    private static double toCent(double value) {
        return Math.rint(value * 100) / 100;
    }

    /** Returns a value with its symbol: {@code 2600 W}. */
    public String written(double value) {
        String number = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        return this.symbol.isEmpty() ? number : number + " " + this.symbol;
    }

    /** Converts a value to the base unit. */
    public double toBase(double value) {
        return this.toBase.applyAsDouble(value);
    }
}
