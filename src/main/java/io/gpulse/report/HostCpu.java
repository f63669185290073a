package io.gpulse.report;

/** The mean utilization of the processors of the machine over a span. */
final class HostCpu {

    private final Span span;
    private double sum;
    private int samples;

    HostCpu(Span span) {
        this.span = span;
    }

    /** @param percent NaN when unknown */
    void add(long at, double percent) {
        if (this.span.contains(at) && !Double.isNaN(percent)) {
            this.sum += percent;
            this.samples++;
        }
    }

    /** Returns the mean in percent; NaN when it is known in less than half of the rounds. */
    double mean(int rounds) {
        return this.samples * 2 >= rounds ? this.sum / this.samples : Double.NaN;
    }
}
