package io.gpulse.metric;

/** A factor as a fraction, so that 367200 mW is 367.2 W and not 367.20000000000005. */
public record Scale(double times, double dividedBy) {

    public static final Scale ONE = new Scale(1, 1);

    public double apply(double raw) {
        return raw * this.times / this.dividedBy;
    }
}
