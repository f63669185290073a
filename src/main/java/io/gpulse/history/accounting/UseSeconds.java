package io.gpulse.history.accounting;

/** Seconds by state. */
public final class UseSeconds {

    private final double[] seconds = new double[GpuUse.values().length];

    public void add(GpuUse use, double more) {
        this.seconds[use.ordinal()] += more;
    }

    public void add(UseSeconds others) {
        for (GpuUse use : GpuUse.values()) {
            add(use, others.of(use));
        }
    }

    public double of(GpuUse use) {
        return this.seconds[use.ordinal()];
    }

    /** Returns the seconds of all states. */
    public double sum() {
        double sum = 0;
        for (double each : this.seconds) {
            sum += each;
        }
        return sum;
    }
}
