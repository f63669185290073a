package io.gpulse.metric;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The values that a row can physically have, in the row's unit; of a state or a number in a text, its codes. A reading
 * outside is absent with {@link Reason#IMPLAUSIBLE}.
 *
 * @param least inclusive
 * @param most inclusive; infinite for a row that has no range
 * @param factor the greatest of {@code bounds}, times this, is the most as well
 * @param bounds rows of the same GPU; read late, since they can be further down in the catalogue
 */
public record PhysicalRange(double least, double most, double factor, Supplier<List<Metric>> bounds) {

    /** Words have no range, nor has what the kernel counts. */
    static final PhysicalRange NONE = between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** A count can be any number; one of 64 bits with its highest bit set is none. */
    static final PhysicalRange COUNT = between(0, Math.scalb(1.0, Long.SIZE - 1));

    /** No board and no module takes more, in W. */
    static final double MOST_WATTS = 5_000;

    /** A GPU takes more than its limit for moments only. */
    static final double BEYOND_LIMIT = 3;

    private static final double MOST_BYTES = Math.scalb(1.0, 44);
    private static final double MOST_MEGAHERTZ = 10_000;
    private static final double MOST_BYTES_PER_SECOND = 1e13;
    private static final double MOST_PER_SECOND = 1e12;
    private static final double COLDEST = -50;
    private static final double HOTTEST = 150;

    /** A century. */
    private static final double MOST_SECONDS = 3.2e9;

    /** The driver's codes are return codes at most. */
    private static final double MOST_CODE = 999;

    /** The bits that masks of the driver have a meaning for fit 31. */
    private static final double MOST_MASK = Integer.MAX_VALUE;

    /** All ones of 32 bits are no number in a text. */
    private static final double MOST_NUMBER = 0xffff_fffeL;

    static PhysicalRange between(double least, double most) {
        return new PhysicalRange(least, most, 1, List::of);
    }

    /** Not more than the greatest of some rows, times a factor; {@code most} while none of them is known. */
    static PhysicalRange upTo(double most, double factor, Supplier<List<Metric>> bounds) {
        return new PhysicalRange(0, most, factor, bounds);
    }

    /** Not more than a row that says how much there is. */
    static PhysicalRange partOf(Supplier<Metric> total) {
        return upTo(MOST_BYTES, 1, () -> List.of(total.get()));
    }

    /** Power of one GPU. */
    private static PhysicalRange ofPower() {
        return upTo(MOST_WATTS, BEYOND_LIMIT, PowerLimits::rows);
    }

    /** The range that the unit of a number has. */
    static PhysicalRange ofNumber(Unit unit, Kind kind) {
        if (kind == Kind.COUNTER) {
            return unit == Unit.SECONDS ? between(0, MOST_SECONDS) : COUNT;
        }
        return switch (unit) {
            case PERCENT -> between(0, 100);
            case RATIO -> between(0, 1);
            case BYTES -> between(0, MOST_BYTES);
            case BYTES_PER_SECOND -> between(0, MOST_BYTES_PER_SECOND);
            case PER_SECOND -> between(0, MOST_PER_SECOND);
            case WATTS -> ofPower();
            case CELSIUS -> between(COLDEST, HOTTEST);
            case MEGAHERTZ -> between(0, MOST_MEGAHERTZ);
            case SECONDS -> between(0, MOST_SECONDS);
            case NONE, JOULES -> throw new IllegalArgumentException("A gauge without a unit has to state its range");
        };
    }

    /** The range of the codes of a state. */
    static PhysicalRange ofCodes(NvidiaSmiFormat form) {
        return switch (form) {
            case HEX, HEX2, HEX4, HEX8, HEX16 -> between(0, MOST_MASK);
            case P_STATE -> between(0, 15);
            default -> between(0, MOST_CODE);
        };
    }

    /** The range of the number in a text. */
    static PhysicalRange ofNumberInText() {
        return between(0, MOST_NUMBER);
    }

    /** Whether a mask, of which rows read some bits, can be one. */
    public static boolean isMask(long mask) {
        return mask >= 0 && mask <= MOST_MASK;
    }

    /** Whether the row has a range at all. */
    public boolean isBounded() {
        return this.most < Double.POSITIVE_INFINITY;
    }

    /** Whether a value is in the range, as far as that can be told without the bounds. */
    boolean contains(double value) {
        return value >= this.least && value <= this.most;
    }

    /** Whether a value exceeds the bounds, where they are known. */
    public boolean exceedsBounds(double value, ToDoubleFunction<Metric> known) {
        if (this.bounds.get() == PowerLimits.rows()) {
            return value > PowerLimits.mostWatts(known);
        }
        double greatest = Double.NEGATIVE_INFINITY;
        for (Metric bound : this.bounds.get()) {
            greatest = Math.max(greatest, known.applyAsDouble(bound));
        }
        return greatest > 0 && value > greatest * this.factor;
    }
}
