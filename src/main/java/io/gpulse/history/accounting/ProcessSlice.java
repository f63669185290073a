package io.gpulse.history.accounting;

/**
 * What a process did on a GPU in some minutes.
 *
 * @param at when those minutes begin, in epoch ms: a multiple of {@link #MILLIS}
 */
public record ProcessSlice(ProcessKey process, long at, Use use) {

    /** How long those minutes are. */
    public static final long MILLIS = 600_000;

    /**
     * Sums.
     *
     * @param seconds for which it was there
     * @param activeSeconds of them, in which it computed
     * @param heldIdleSeconds of them, in which it did not
     * @param told of them, in which its utilization was told
     * @param utilization percent times seconds
     * @param exclusiveSeconds of them, in which it was alone on the GPU
     * @param sharedSeconds of them, in which nobody could say what its part of the energy was
     * @param joules that were its part of what the GPU took
     */
    public record Use(
            double seconds,
            double activeSeconds,
            double heldIdleSeconds,
            double told,
            double utilization,
            double exclusiveSeconds,
            double sharedSeconds,
            double joules) {

        public static final Use NONE = new Use(0, 0, 0, 0, 0, 0, 0, 0);

        public Use plus(Use more) {
            return new Use(
                    this.seconds + more.seconds,
                    this.activeSeconds + more.activeSeconds,
                    this.heldIdleSeconds + more.heldIdleSeconds,
                    this.told + more.told,
                    this.utilization + more.utilization,
                    this.exclusiveSeconds + more.exclusiveSeconds,
                    this.sharedSeconds + more.sharedSeconds,
                    this.joules + more.joules);
        }
    }
}
