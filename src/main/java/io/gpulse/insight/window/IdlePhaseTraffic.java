package io.gpulse.insight.window;

/**
 * Traffic to a GPU while it is less active than usual, and while it is more active.
 *
 * @param resting bytes per second; NaN when it is unknown
 * @param working bytes per second
 * @param correlation of activity and traffic
 */
public record IdlePhaseTraffic(double resting, double working, double correlation) {

    private static final double OPPOSITE = -0.4;
    private static final double MORE = 1.5;
    private static final double LEAST_BYTES_PER_SECOND = 100e6;

    public static IdlePhaseTraffic of(double[] activity, double[] traffic) {
        double median = median(activity);
        return new IdlePhaseTraffic(
                Series.mean(traffic, (slot) -> activity[slot] < median),
                Series.mean(traffic, (slot) -> activity[slot] >= median),
                Series.correlation(activity, 0, traffic, 0));
    }

    private static double median(double[] values) {
        double[] known = Series.known(values).sorted().toArray();
        return known.length == 0 ? Double.NaN : known[known.length / 2];
    }

    public boolean risesInPauses() {
        return this.correlation <= OPPOSITE
                && this.resting >= LEAST_BYTES_PER_SECOND
                && this.resting >= MORE * this.working;
    }
}
