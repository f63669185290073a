package io.gpulse.demo;

/**
 * How busy a tensor-parallel inference keeps its two GPUs, between 20 and 90 %: people come and go, at times many at
 * once. No period is a multiple of another, so that no hour is like the one before.
 */
final class Inference {

    /** The request rate of the model, and thus of both GPUs. */
    private static final Signal DEMAND =
            audience().plus(bursts()).plus(Signal.sine(0.05, 61.7)).plus(Signal.sine(0.04, 17.3));

    private Inference() {}

    static Signal first() {
        return DEMAND.plus(Signal.sine(0.02, 1.93))
                .plus(Signal.sine(0.012, 0.71))
                .plus(Signal.sine(0.008, 4.57));
    }

    /** Returns the signal of the second GPU of the model, which is slightly less busy. */
    static Signal second() {
        return DEMAND.plus(Signal.sine(0.018, 2.21))
                .plus(Signal.sine(0.012, 0.83))
                .plus(Signal.sine(0.008, 7.9))
                .plus(-0.008);
    }

    private static Signal audience() {
        return new TraceBuilder(0.36)
                .stay(19.2)
                .to(0.53, 5.5)
                .stay(24.3)
                .to(0.46, 2.5)
                .stay(13.7)
                .to(0.34, 11.1)
                .stay(8.3)
                .to(0.55, 3.1)
                .stay(16.9)
                .to(0.41, 14.4)
                .stay(21.8)
                .to(0.49, 4.2)
                .stay(9.6)
                .to(0.36, 8.7)
                .trace();
    }

    private static Signal bursts() {
        return new TraceBuilder(0)
                .stay(21.3)
                .to(0.21, 1.4)
                .stay(4.6)
                .to(0.09, 3.8)
                .to(0, 8.9)
                .stay(30.2)
                .to(0.13, 0.8)
                .to(0, 6.4)
                .stay(9.7)
                .to(0.18, 2.3)
                .stay(7.2)
                .to(0, 4.5)
                .trace();
    }
}
