package io.gpulse.insight.window;

import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The recent values of one quantity, as means of slots of equal length. Slots without a known value are NaN. Times are
 * of a monotonic clock, in milliseconds.
 */
public final class Series {

    /** The known share from which on a window counts as full: two rounds may fall into one slot. */
    private static final double FULL = 0.7;

    private final long step;

    /** Floats, which take half the memory. */
    private final float[] values;

    private long newest = Long.MIN_VALUE;
    private double sum;
    private int count;

    /**
     * Creates an empty series.
     *
     * @param step the length of a slot
     * @param slots the number of slots
     */
    public Series(long step, int slots) {
        this.step = step;
        this.values = new float[slots];
        Arrays.fill(this.values, Float.NaN);
    }

    /** @param value NaN when it is unknown */
    public void add(long at, double value) {
        long slot = Math.floorDiv(at, this.step);
        if (slot < this.newest || Double.isNaN(value)) {
            return;
        }
        if (slot > this.newest) {
            clearBetween(this.newest, slot);
            this.newest = slot;
            this.sum = 0;
            this.count = 0;
        }
        this.sum += value;
        this.count++;
        this.values[place(slot)] = (float) (this.sum / this.count);
    }

    private void clearBetween(long last, long next) {
        if (last == Long.MIN_VALUE || next - last >= this.values.length) {
            Arrays.fill(this.values, Float.NaN);
            return;
        }
        for (long slot = last + 1; slot <= next; slot++) {
            this.values[place(slot)] = Float.NaN;
        }
    }

    public long step() {
        return this.step;
    }

    /** Returns the slots of the time that ends now, the oldest first. */
    public double[] last(long now, long span) {
        long end = Math.floorDiv(now, this.step);
        int slots = (int) Math.min(this.values.length, Math.max(1, (span + this.step - 1) / this.step));
        return LongStream.rangeClosed(end - slots + 1, end)
                .mapToDouble(this::at)
                .toArray();
    }

    private double at(long slot) {
        return slot > this.newest || slot <= this.newest - this.values.length ? Double.NaN : this.values[place(slot)];
    }

    private int place(long slot) {
        return (int) Math.floorMod(slot, (long) this.values.length);
    }

    /** Returns the mean of the known values; NaN if there are none. */
    public double mean(long now, long span) {
        return known(last(now, span)).average().orElse(Double.NaN);
    }

    /** Returns the known values. */
    public static DoubleStream known(double... values) {
        return Arrays.stream(values).filter((value) -> !Double.isNaN(value));
    }

    /** Returns the mean of the known values of some slots; NaN if there are none. */
    public static double mean(double[] values, IntPredicate wanted) {
        return IntStream.range(0, values.length)
                .filter((slot) -> wanted.test(slot) && !Double.isNaN(values[slot]))
                .mapToDouble((slot) -> values[slot])
                .average()
                .orElse(Double.NaN);
    }

    /** Returns whether values are known from the beginning of the time that ends now, with few gaps. */
    public boolean isFull(long now, long span) {
        double[] slots = last(now, span);
        int startsBy = Math.max(1, slots.length / 10);
        return known(slots).count() >= slots.length * FULL
                && known(Arrays.copyOf(slots, startsBy + 1)).findAny().isPresent();
    }

    /** Returns for how long a condition has held, apart from shorter breaks; 0 when it does not hold. */
    public long heldFor(long now, long longestBreak, DoublePredicate holds) {
        long end = Math.floorDiv(now, this.step);
        long oldest = end;
        boolean found = false;
        for (long slot = end; slot > end - this.values.length; slot--) {
            if ((oldest - slot) * this.step > longestBreak) {
                break;
            }
            if (holds.test(at(slot))) {
                oldest = slot;
                found = true;
            }
        }
        return found ? Math.max(0, now - oldest * this.step) : 0;
    }

    /**
     * Returns Pearson's correlation, from -1 to 1, of the samples that both have; NaN when it is unknown.
     *
     * @param skipOne number of samples of {@code one} to skip at its beginning
     * @param skipOther the same of {@code other}
     */
    public static double correlation(double[] one, int skipOne, double[] other, int skipOther) {
        int length = Math.min(one.length - skipOne, other.length - skipOther);
        double n = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (int i = 0; i < length; i++) {
            double a = one[i + skipOne];
            double b = other[i + skipOther];
            if (!Double.isNaN(a) && !Double.isNaN(b)) {
                n++;
                x += a;
                y += b;
                xx += a * a;
                yy += b * b;
                xy += a * b;
            }
        }
        double spread = Math.sqrt((n * xx - x * x) * (n * yy - y * y));
        return spread == 0 ? Double.NaN : (n * xy - x * y) / spread;
    }
}
