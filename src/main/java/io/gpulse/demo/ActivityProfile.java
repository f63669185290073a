package io.gpulse.demo;

/**
 * The activity of a load while it is active.
 *
 * @param sm share of the SMs that have work
 * @param occupancy share of the warps that there can be
 * @param tensor share of the time that the tensor cores compute
 * @param dram share of the peak memory bandwidth
 * @param fp32 share of the time that the FP32 units compute
 * @param fp16 share of the time that the FP16 units compute, without tensor cores
 * @param traffic the data that it moves
 */
record ActivityProfile(
        double sm, double occupancy, double tensor, double dram, double fp32, double fp16, Traffic traffic) {

    private static final double INTEGERS = 0.7;

    static final ActivityProfile NOTHING = new ActivityProfile(0, 0, 0, 0, 0, 0, new Traffic(0, 0, 0, 0));

    static final ActivityProfile TRAINING =
            new ActivityProfile(0.88, 0.41, 0.47, 0.46, 0.21, 0.04, new Traffic(0.4e9, 5.4e9, 0.3e9, 182e9));
    static final ActivityProfile INFERENCE =
            new ActivityProfile(0.71, 0.3, 0.29, 0.68, 0.16, 0.05, new Traffic(0.9e9, 0, 0.5e9, 64e9));
    static final ActivityProfile FINE_TUNING =
            new ActivityProfile(0.95, 0.47, 0.61, 0.52, 0.19, 0.03, new Traffic(3.4e9, 0, 0.6e9, 0));

    /** A program on one GPU. */
    static final ActivityProfile SINGLE =
            new ActivityProfile(0.8, 0.38, 0.35, 0.5, 0.2, 0.04, new Traffic(1.2e9, 0, 0.4e9, 0));

    /** Returns the share of the time that the integer units compute: they address what the FP32 units compute. */
    double integer() {
        return this.fp32 * INTEGERS;
    }

    /**
     * Bytes per second.
     *
     * @param received over PCIe while it is active
     * @param awaited over PCIe while it rests: the input that it rests for
     * @param sent over PCIe
     * @param links over all links together, in each direction
     */
    record Traffic(double received, double awaited, double sent, double links) {

        double received(double active) {
            return this.received * active + this.awaited * (1 - active);
        }
    }
}
