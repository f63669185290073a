package io.gpulse.metric;

import org.jspecify.annotations.Nullable;

/**
 * The conversion of a source's raw value to a reading of a row: scales it to the row's unit, maps sentinels and values
 * outside of the row's range to absences, and rounds non-integers. No other place converts or rounds values.
 *
 * @param scale from the unit of the source to that of the row
 */
public record UnitConversion(MetricSpec spec, Scale scale) {

    private static final long ALL_OF_32_BITS = 0xffff_ffffL;

    /** Converts an integer; 64 bits are unsigned. */
    public Reading of(long raw) {
        Reason why = unknown(raw);
        if (why != null) {
            return Reading.absent(why);
        }
        boolean number = this.spec.kind().isNumber();
        double value = number ? this.scale.apply(unsigned(raw)) : unsigned(raw);
        if (!this.spec.range().contains(value)) {
            return Reading.implausible(Long.toUnsignedString(raw));
        }
        return switch (this.spec.kind()) {
            case GAUGE, COUNTER -> Reading.Quantity.of(value);
            case STATE -> new Reading.State(raw, this.spec.printing().word(raw));
            case TEXT -> new Reading.Text(this.spec.printing().word(raw));
        };
    }

    /**
     * Converts a signed integer.
     *
     * @param bits the width of the driver's integer, in which all ones, its value for "unknown", are -1
     */
    public Reading ofSigned(long raw, int bits) {
        if (raw >= 0) {
            return of(raw);
        }
        Reason why = unknown(bits == Integer.SIZE ? raw & ALL_OF_32_BITS : raw);
        if (why != null) {
            return Reading.absent(why);
        }
        double value = this.scale.apply((double) raw);
        return this.spec.kind() == Kind.GAUGE && this.spec.range().contains(value)
                ? Reading.Quantity.of(value)
                : Reading.implausible(Long.toString(raw));
    }

    /** Returns the reason of absence of a sentinel; null for a number. */
    public @Nullable Reason unknown(long raw) {
        // Few rows have a sentinel; the values of all others are not boxed.
        return this.spec.unknown().isEmpty() ? null : this.spec.unknown().get(raw);
    }

    /** Converts a number that is not an integer, rounded to the decimals of the row's unit. */
    public Reading of(double raw) {
        if (!Double.isFinite(raw)) {
            return Reading.absent(Reason.ERROR);
        }
        double value = this.spec.unit().rounded(this.scale.apply(raw));
        return this.spec.range().contains(value)
                ? Reading.Quantity.of(value)
                : Reading.implausible(Double.toString(raw));
    }

    /** Converts a text; an empty one is no data. */
    public Reading of(String word) {
        return word.isBlank() ? Reading.absent(Reason.NO_DATA) : new Reading.Text(word.strip());
    }

    /** Converts an unsigned integer of 64 bits to a double. */
    public static double unsigned(long raw) {
        return raw >= 0 ? raw : (raw >>> 1) * 2.0 + (raw & 1);
    }
}
