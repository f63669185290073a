package io.gpulse.metric;

import java.util.function.DoubleUnaryOperator;

/** A unit as people read it and the base unit that machines want. */
public enum Unit {
    NONE("", ""),
    PERCENT("%", "ratio", (percent) -> percent / 100),
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

    /** As many decimals of a measured value as mean something: two of shares and of rates, none of traffic. */
    double rounded(double value) {
        return switch (this) {
            case PERCENT, PER_SECOND -> Math.rint(value * 100) / 100;
            case BYTES_PER_SECOND -> Math.rint(value);
            default -> value;
        };
    }

    /** A value of this unit in the base unit. */
    public double toBase(double value) {
        return this.toBase.applyAsDouble(value);
    }
}
