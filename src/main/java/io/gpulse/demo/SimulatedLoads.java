package io.gpulse.demo;

/** The loads of the simulated programs. None of them is level for long. */
final class SimulatedLoads {

    private static final double GIBIBYTE_OF_MEBIBYTES = 1024;

    /** The kernel of a notebook and a second notebook hold this together. */
    private static final double HELD_GIBIBYTES = 74;

    /** Sensors are never quite still. */
    private static final Signal SENSOR_NOISE = Signal.sine(0.6, 0.9).plus(Signal.sine(0.4, 2.3));

    private static final ActivityProfile SPINNING =
            new ActivityProfile(0.06, 0.03, 0, 0.01, 0, 0, new ActivityProfile.Traffic(0, 0, 0, 0));

    /** No process is on the GPU. */
    static final SimulatedLoad FREE = new SimulatedLoad(
            Signal.steady(0),
            SENSOR_NOISE.plus(Signal.sine(1.1, 61)).plus(75),
            Signal.steady(0),
            Signal.steady(345),
            false,
            30.5,
            ActivityProfile.NOTHING);

    /** A data-parallel training: all ranks work, wait and save together. */
    private static final SimulatedLoad BATCHES = batches(Training.activity());

    /** A training whose input is always ready, with a checkpoint each 22 minutes and an evaluation each 90. */
    private static final SimulatedLoad TRAIN =
            load(LivingLevels.training(), Signal.sine(0.6, 700).plus(76.6), 52, ActivityProfile.TRAINING);

    /** The ranks of a training that wait for one that does not answer. */
    private static final SimulatedLoad STUCK = new SimulatedLoad(
            Signal.steady(1),
            SENSOR_NOISE.plus(190),
            Signal.steady(76.6),
            Signal.steady(Board.SM_MEGAHERTZ),
            false,
            40,
            SPINNING);

    private static final SimulatedLoad SWEEP =
            load(LivingLevels.sweep(), Signal.sine(0.2, 1140).plus(38), 50, ActivityProfile.SINGLE);
    private static final SimulatedLoad EVALUATE =
            load(LivingLevels.evaluation(), Signal.steady(38), 50, ActivityProfile.SINGLE);
    private static final SimulatedLoad EMBED =
            load(LivingLevels.embedding(), Signal.sine(0.3, 300).plus(31.4), 54, ActivityProfile.SINGLE);
    private static final SimulatedLoad FINE_TUNE =
            load(LivingLevels.fineTuning(), Signal.sine(0.35, 600).plus(48.1), 58, ActivityProfile.FINE_TUNING);

    /** The notebook of a user who tries things. */
    private static final SimulatedLoad NOTE =
            load(LivingLevels.notebook(), Signal.sine(1.2, 240).plus(HELD_GIBIBYTES - 1.2), 48, ActivityProfile.SINGLE);

    /** A forgotten notebook: all memory, no work. */
    private static final SimulatedLoad HELD = new SimulatedLoad(
            Signal.steady(0),
            SENSOR_NOISE.plus(115.5),
            Signal.steady(HELD_GIBIBYTES),
            Signal.steady(345),
            false,
            34.5,
            ActivityProfile.NOTHING);

    /** A fine-tuning that wants more power than the board may draw since its limit was lowered. */
    private static final SimulatedLoad CAPPED = new SimulatedLoad(
            LivingLevels.capped(),
            SENSOR_NOISE.plus(498),
            Signal.sine(0.35, 600).plus(47.85),
            Signal.sine(45, 11).plus(Signal.sine(25, 3.1)).plus(1395),
            true,
            68.2,
            ActivityProfile.FINE_TUNING);

    /** The same fine-tuning while it draws a little less than the limit. */
    private static final SimulatedLoad NEARLY_CAPPED = new SimulatedLoad(
            LivingLevels.capped(),
            LivingLevels.capped().times(372).plus(SENSOR_NOISE).plus(112),
            Signal.sine(0.35, 600).plus(47.85),
            Signal.sine(25, 11).plus(1920),
            false,
            67,
            ActivityProfile.FINE_TUNING);

    private SimulatedLoads() {}

    static SimulatedLoad batches(int rank) {
        return BATCHES.onRank(0.017 * rank, 0.11 * rank);
    }

    static SimulatedLoad train(int rank) {
        return TRAIN.onRank(0.4 * rank, 0.11 * rank);
    }

    static SimulatedLoad stuck(int rank) {
        return STUCK.onRank(0.4 * rank, 0.11 * rank);
    }

    /** Returns a trial of its own for each GPU. */
    static SimulatedLoad sweep(int gpu) {
        return SWEEP.onRank(gpu * 3 * 1140.0, 0);
    }

    static SimulatedLoad evaluation(int rank) {
        return EVALUATE.onRank(rank * 617.0, 0);
    }

    static SimulatedLoad embedding(int gpu) {
        return EMBED.onRank((gpu - 7) * 83.0, 0);
    }

    static SimulatedLoad fineTuning() {
        return FINE_TUNE;
    }

    /** Returns a server that a user lets draw pictures. */
    static SimulatedLoad images() {
        return NOTE.holding(Signal.sine(1.2, 240).plus(20.8));
    }

    static SimulatedLoad capped(boolean isCapped) {
        return isCapped ? CAPPED : NEARLY_CAPPED;
    }

    /** Returns a notebook that works or only holds memory, without that of processes that do not run yet. */
    static SimulatedLoad notebook(boolean works, long mebibytesLess) {
        SimulatedLoad load = works ? NOTE : HELD;
        return load.holding(load.gibibytes().plus(-mebibytesLess / GIBIBYTE_OF_MEBIBYTES));
    }

    /** @param demand the share of the usual requests that there are at this time of the day */
    static SimulatedLoad inference(int gpu, double demand) {
        Signal activity = gpu == 5 ? Inference.first() : Inference.second();
        // Further servers have requests of their own, and more of them at night.
        double own = gpu > 6 ? Math.min(1, 1.4 * demand) : demand;
        return inference(activity.times(own)).onRank(Math.max(0, gpu - 6) * 211.0, gpu == 5 ? 0.42 : 0);
    }

    /** Returns the time from the start of a program to its first kernel, in which its memory fills. */
    static SimulatedLoad loading(long from, double seconds, double gibibytes) {
        double slope = gibibytes / seconds;
        Signal filling = new Signal.Formula(
                (time) -> slope * (time - from), (time) -> slope * (time - from) * (time - from) / 2);
        return new SimulatedLoad(
                Signal.sine(0.01, 17).plus(0.025),
                SENSOR_NOISE.plus(Signal.sine(3, 17)).plus(121),
                filling,
                Signal.steady(Board.SM_MEGAHERTZ),
                false,
                36,
                ActivityProfile.SINGLE);
    }

    private static SimulatedLoad load(Signal activity, Signal gibibytes, double warmth, ActivityProfile profile) {
        return new SimulatedLoad(
                activity,
                activity.times(495).plus(SENSOR_NOISE).plus(112),
                gibibytes,
                activity.times(-60).plus(Board.SM_MEGAHERTZ),
                false,
                warmth,
                profile);
    }

    private static SimulatedLoad batches(Signal activity) {
        return new SimulatedLoad(
                activity,
                activity.times(434).plus(SENSOR_NOISE).plus(133),
                Signal.sine(0.16, 250).plus(71),
                activity.times(225).plus(1755),
                false,
                52,
                ActivityProfile.TRAINING);
    }

    private static SimulatedLoad inference(Signal activity) {
        return new SimulatedLoad(
                activity,
                activity.times(315).plus(SENSOR_NOISE).plus(140),
                Signal.steady(73.5),
                Signal.steady(Board.SM_MEGAHERTZ),
                false,
                46,
                ActivityProfile.INFERENCE);
    }
}
