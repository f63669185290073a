package io.gpulse.metric;

import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The physically possible values of a row, in its unit; of a state or a number in a text, its codes. A reading outside
 * of the range is absent with {@link Reason#IMPLAUSIBLE}.
 *
 * @param least inclusive
 * @param most inclusive; infinite for a row that has no range
 * @param factor the greatest of {@code bounds}, multiplied by this, is an upper limit too
 * @param bounds rows of the same GPU; supplied lazily, since they may follow later in the catalogue
 */
public record PhysicalRange(double least, double most, double factor, Supplier<List<Metric>> bounds) {

    /** No range: of texts, and of the kernel's figures. */
    static final PhysicalRange NONE = between(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** The range of a count: any number of less than 64 bits. */
    static final PhysicalRange COUNT = between(0, Math.scalb(1.0, Long.SIZE - 1));

    /** More power than any board or module draws, in W. */
    static final double MOST_WATTS = 5_000;

    /** The factor by which a GPU may exceed its limit, which it does only for moments. */
    static final double BEYOND_LIMIT = 3;

    private static final double MOST_BYTES = Math.scalb(1.0, 44);
    private static final double MOST_MEGAHERTZ = 10_000;
    private static final double MOST_BYTES_PER_SECOND = 1e13;
    private static final double MOST_PER_SECOND = 1e12;
    private static final double COLDEST = -50;
    private static final double HOTTEST = 150;

    /** A century. */
    private static final double MOST_SECONDS = 3.2e9;

    /** The highest of the driver's codes, which may be return codes. */
    private static final double MOST_CODE = 999;

    /** The driver's masks use at most 31 bits. */
    private static final double MOST_MASK = Integer.MAX_VALUE;

    /** The highest number in a text: less than all ones of 32 bits. */
    private static final double MOST_NUMBER = 0xffff_fffeL;

    static PhysicalRange between(double least, double most) {
        return new PhysicalRange(least, most, 1, List::of);
    }

    /** Returns a range up to the greatest of some rows, times a factor; to {@code most} while none is known. */
    static PhysicalRange upTo(double most, double factor, Supplier<List<Metric>> bounds) {
        return new PhysicalRange(0, most, factor, bounds);
    }

    /** Returns a range up to the row of a total. */
    static PhysicalRange partOf(Supplier<Metric> total) {
        return upTo(MOST_BYTES, 1, () -> List.of(total.get()));
    }

    /** Returns the range of the power of one GPU. */
    private static PhysicalRange ofPower() {
        return upTo(MOST_WATTS, BEYOND_LIMIT, PowerLimits::rows);
    }

    /** Returns the range of the unit of a number. */
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

    /** Returns the range of the codes of a state. */
    static PhysicalRange ofCodes(NvidiaSmiFormat form) {
        return switch (form) {
            case HEX, LOWER_HEX, HEX2, HEX4, HEX8, HEX16 -> between(0, MOST_MASK);
            case P_STATE -> between(0, 15);
            default -> between(0, MOST_CODE);
        };
    }

    /** Returns the range of the number in a text. */
    static PhysicalRange ofNumberInText() {
        return between(0, MOST_NUMBER);
    }

    /** Returns whether a mask, of which rows read some bits, is plausible. */
    public static boolean isMask(long mask) {
        return mask >= 0 && mask <= MOST_MASK;
    }

    /** Returns whether a value is in the range, without regard to the bounds. */
    boolean contains(double value) {
        return value >= this.least && value <= this.most;
    }

    /** Returns whether other rows bound it; known once the catalogue is complete. */
    public boolean isBounded() {
        return !this.bounds.get().isEmpty();
    }

    /** Returns whether a value exceeds the bounds, where they are known. */
    public boolean exceedsBounds(double value, ToDoubleFunction<Metric> known) {
        List<Metric> rows = this.bounds.get();
        if (rows == PowerLimits.rows()) {
            return value > PowerLimits.mostWatts(known);
        }
        double greatest = Double.NEGATIVE_INFINITY;
        for (Metric bound : rows) {
            greatest = Math.max(greatest, known.applyAsDouble(bound));
        }
        return greatest > 0 && value > greatest * this.factor;
    }
}
