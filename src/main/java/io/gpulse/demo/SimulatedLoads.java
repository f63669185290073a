package io.gpulse.demo;

import java.util.List;

/** The loads of the simulated GPUs: four jobs on eight GPUs; further GPUs repeat them. */
final class SimulatedLoads {

    private static final long POWER_CAP = 0x4;

    /** Sensors are never quite still. */
    private static final Signal SENSOR_NOISE = Signal.sine(0.6, 0.9).plus(Signal.sine(0.4, 2.3));

    /** A data-parallel training: all ranks work, wait and save together. */
    private static final SimulatedLoad TRAINING = training(Training.activity());

    /** A forgotten notebook: all memory, no work. */
    private static final SimulatedLoad HELD = new SimulatedLoad(
            Signal.steady(0),
            SENSOR_NOISE.plus(115.5),
            Signal.steady(74),
            Signal.steady(345),
            0,
            34.5,
            ActivityProfile.NOTHING);

    /** A fine-tuning that wants more power than the board may draw since its limit was lowered. */
    private static final SimulatedLoad CAPPED = new SimulatedLoad(
            Signal.sine(0.008, 7).plus(Signal.sine(0.005, 2.9)).plus(0.985),
            SENSOR_NOISE.plus(498),
            Signal.sine(0.35, 600).plus(47.85),
            Signal.sine(45, 11).plus(Signal.sine(25, 3.1)).plus(1395),
            POWER_CAP,
            68.2,
            ActivityProfile.FINE_TUNING);

    private static final List<SimulatedLoad> LOADS = List.of(
            TRAINING,
            TRAINING.onRank(0.017, 0.11),
            TRAINING.onRank(0.034, 0.22),
            TRAINING.onRank(0.051, 0.33),
            HELD,
            inference(Inference.first()).onRank(0, 0.42),
            inference(Inference.second()),
            CAPPED);

    /** Its link came up with half of the lanes that it could have. */
    private static final int NARROW_LINK = 6;

    /** A lowered power limit. */
    private static final int LIMITED = 7;

    private static final int LOWERED_MILLIWATTS = 500_000;

    private SimulatedLoads() {}

    static int powerLimit(int gpu) {
        return gpu % LOADS.size() == LIMITED ? LOWERED_MILLIWATTS : Board.POWER_LIMIT_MILLIWATTS;
    }

    static SimulatedLoad load(int gpu) {
        return LOADS.get(gpu % LOADS.size());
    }

    static int lanes(int gpu) {
        return gpu % LOADS.size() == NARROW_LINK ? Board.LANES / 2 : Board.LANES;
    }

    private static SimulatedLoad training(Signal activity) {
        return new SimulatedLoad(
                activity,
                activity.times(434).plus(SENSOR_NOISE).plus(133),
                Signal.sine(0.16, 250).plus(71),
                activity.times(225).plus(1755),
                0,
                52,
                ActivityProfile.TRAINING);
    }

    private static SimulatedLoad inference(Signal activity) {
        return new SimulatedLoad(
                activity,
                activity.times(315).plus(SENSOR_NOISE).plus(140),
                Signal.steady(73.5),
                Signal.steady(Board.SM_MEGAHERTZ),
                0,
                46,
                ActivityProfile.INFERENCE);
    }
}
