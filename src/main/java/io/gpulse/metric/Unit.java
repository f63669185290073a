package io.gpulse.metric;

/** A unit as people read it and the base unit that machines want. */
public enum Unit {
    NONE("", "", 1),
    PERCENT("%", "ratio", 0.01),
    BYTES("B", "bytes", 1),
    BYTES_PER_SECOND("B/s", "bytes_per_second", 1),
    WATTS("W", "watts", 1),
    JOULES("J", "joules", 1),
    CELSIUS("°C", "celsius", 1),
    MEGAHERTZ("MHz", "hertz", 1e6),
    SECONDS("s", "seconds", 1);

    private final String symbol;
    private final String baseName;
    private final double toBase;

    Unit(String symbol, String baseName, double toBase) {
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

    /** A value of this unit in the base unit. */
    public double toBase(double value) {
        return value * this.toBase;
    }
}
