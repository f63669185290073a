package io.gpulse.demo;

/**
 * A load of a GPU.
 *
 * @param activity share of the time during which a kernel runs, from 0 to 1
 * @param watts the board's power at an instant
 * @param gibibytes device memory that its processes hold
 * @param megahertz the SM clock
 * @param isCapped whether the power cap holds the clocks back
 * @param warmth °C of the die at a power draw of zero
 * @param profile the activity while it is active
 */
record SimulatedLoad(
        Signal activity,
        Signal watts,
        Signal gibibytes,
        Signal megahertz,
        boolean isCapped,
        double warmth,
        ActivityProfile profile) {

    /** Returns the load of the same job on another of its GPUs, delayed and with more memory. */
    SimulatedLoad onRank(double lag, double moreGibibytes) {
        return new SimulatedLoad(
                this.activity.later(lag),
                this.watts.later(lag),
                this.gibibytes.later(lag).plus(moreGibibytes),
                this.megahertz.later(lag),
                this.isCapped,
                this.warmth,
                this.profile);
    }

    /** Returns the same load with other memory. */
    SimulatedLoad holding(Signal gibibytes) {
        return new SimulatedLoad(
                this.activity, this.watts, gibibytes, this.megahertz, this.isCapped, this.warmth, this.profile);
    }
}
