package io.gpulse.metric;

import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;

/** A unit as people read it and the base unit that machines want. */
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

    /** A unit that is a base unit itself. */
    Unit(String symbol, String baseName) {
        this(symbol, baseName, DoubleUnaryOperator.identity());
    }

    Unit(String symbol, String baseName, DoubleUnaryOperator toBase) {
        this.symbol = symbol;
        this.baseName = baseName;
        this.toBase = toBase;
    }

    /** As it stands behind a number, for example {@code W}; empty for a bare number. */
    public String symbol() {
        return this.symbol;
    }

    /** The base unit's name as metric names spell it, for example {@code watts}. */
    public String baseName() {
        return this.baseName;
    }

    /**
     * As many decimals of a measured value as mean something: two of shares and of rates, none of traffic. A rate that
     * is not 0 is not rounded to 0: one error an hour is one.
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

    /** A value as people write it: {@code 2600 W}. */
    public String written(double value) {
        String number = BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
        return this.symbol.isEmpty() ? number : number + " " + this.symbol;
    }

    /** A value of this unit in the base unit. */
    public double toBase(double value) {
        return this.toBase.applyAsDouble(value);
    }
}
