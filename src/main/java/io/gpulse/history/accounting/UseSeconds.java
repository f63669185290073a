package io.gpulse.history.accounting;

/** Seconds by state. */
public final class UseSeconds {

    private final double[] seconds = new double[GpuUse.values().length];
    private double unsampled;

    void add(UseState state, double more) {
        add(state.use(), more);
        addUnsampled(state.sampled() ? 0 : more);
    }

    public void add(GpuUse use, double more) {
        this.seconds[use.ordinal()] += more;
    }

    /** Adds seconds without a sample, which are also in the seconds of a state. */
    public void addUnsampled(double more) {
        this.unsampled += more;
    }

    public double of(GpuUse use) {
        return this.seconds[use.ordinal()];
    }

    /** Returns the seconds in which the GPU was not sampled, though other GPUs may have been. */
    public double unsampled() {
        return this.unsampled;
    }
}
