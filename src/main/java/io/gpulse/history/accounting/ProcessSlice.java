package io.gpulse.history.accounting;

/**
 * The use of a GPU by a process in ten minutes.
 *
 * @param at begin of the slice, in epoch ms, a multiple of {@link #MILLIS}
 */
public record ProcessSlice(ProcessKey process, long at, Use use) {

    /** Length of a slice. */
    public static final long MILLIS = 600_000;

    /**
     * Sums of a process.
     *
     * @param seconds time on the GPU
     * @param activeSeconds the part of it in which a kernel of the process ran
     * @param heldIdleSeconds the part of it in which none ran
     * @param reportedSeconds the part of it in which the driver reported the utilization
     * @param utilization percent times seconds
     * @param exclusiveSeconds the part of it in which it was the only process
     * @param sharedSeconds the part of it in which its share of the energy is unknown
     * @param joules its share of the GPU's energy
     */
    public record Use(
            double seconds,
            double activeSeconds,
            double heldIdleSeconds,
            double reportedSeconds,
            double utilization,
            double exclusiveSeconds,
            double sharedSeconds,
            double joules) {

        public Use plus(Use more) {
            return new Use(
                    this.seconds + more.seconds,
                    this.activeSeconds + more.activeSeconds,
                    this.heldIdleSeconds + more.heldIdleSeconds,
                    this.reportedSeconds + more.reportedSeconds,
                    this.utilization + more.utilization,
                    this.exclusiveSeconds + more.exclusiveSeconds,
                    this.sharedSeconds + more.sharedSeconds,
                    this.joules + more.joules);
        }
    }
}
