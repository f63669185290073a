package io.gpulse.demo;

import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlGpmMetric;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * A metric of the simulated past.
 *
 * @param sample the value that a round reads a second after another one
 * @param instant the value at an instant, for the least and the greatest of a minute
 * @param mean the exact mean of a time; NaN where it is the mean of instants
 */
record PastFigure(Metric metric, Mean sample, Mean instant, Mean mean) {

    private static final long MICROS = 1_000_000;
    private static final double HUNDREDTHS = 100;
    private static final double MILLI = 1000;
    private static final double MEBIBYTE = Board.MEBIBYTE;
    private static final Mean NONE = (gpu, time) -> Double.NaN;

    static final List<PastFigure> ALL = List.of(
            new PastFigure(
                    Metric.UTILIZATION_GPU,
                    (gpu, second) -> gpu.utilization(),
                    (gpu, second) -> gpu.utilization(),
                    (gpu, time) -> percent(time.active())),
            ofRounds(Metric.UTILIZATION_GPU_MIN, (gpu) -> utilization(gpu).min().orElseThrow()),
            ofRounds(Metric.UTILIZATION_GPU_MAX, (gpu) -> utilization(gpu).max().orElseThrow()),
            new PastFigure(
                    Metric.UTILIZATION_MEMORY,
                    (gpu, second) -> gpu.memoryUtilization(),
                    (gpu, second) -> gpu.memoryUtilization(),
                    (gpu, time) -> percent(time.active() * BoardState.MEMORY_PER_KERNEL)),
            activity(Metric.ACTIVITY_SM, NvmlGpmMetric.SM_UTIL),
            activity(Metric.ACTIVITY_TENSOR, NvmlGpmMetric.ANY_TENSOR_UTIL),
            activity(Metric.ACTIVITY_DRAM, NvmlGpmMetric.DRAM_BW_UTIL),
            slow(Metric.MEMORY_USED, BoardState::memoryUsed),
            slow(Metric.TEMPERATURE_GPU, BoardState::temperature),
            slow(Metric.TEMPERATURE_MEMORY, BoardState::memoryTemperature),
            new PastFigure(
                    Metric.POWER_DRAW,
                    (gpu, second) -> gpu.power() / MILLI,
                    (gpu, second) -> gpu.powerNow() / MILLI,
                    (gpu, time) -> Math.round(gpu.watts(time.seconds) * MILLI) / MILLI),
            ofRounds(Metric.POWER_DRAW_MIN, (gpu) -> power(gpu).min().orElseThrow() / MILLI),
            ofRounds(Metric.POWER_DRAW_MAX, (gpu) -> power(gpu).max().orElseThrow() / MILLI),
            new PastFigure(
                    Metric.CLOCKS_SM,
                    (gpu, second) -> gpu.smClock(),
                    (gpu, second) -> gpu.smClock(),
                    (gpu, time) -> Math.round(gpu.megahertz(time.seconds))),
            new PastFigure(
                    Metric.REASON_POWER_CAP,
                    (gpu, second) -> gpu.isCapped() ? 1 : 0,
                    (gpu, second) -> gpu.isCapped() ? 1 : 0,
                    (gpu, time) -> gpu.capped(time.seconds)),
            ofTime(Metric.SHARE_BY_POWER_CAP, (gpu, time) -> percent(gpu.capped(time.seconds))),
            traffic(Metric.PCIE_RX, NvmlGpmMetric.PCIE_RX_PER_SEC),
            traffic(Metric.PCIE_TX, NvmlGpmMetric.PCIE_TX_PER_SEC),
            traffic(Metric.NVLINK_RX, NvmlGpmMetric.NVLINK_TOTAL_RX_PER_SEC),
            traffic(Metric.NVLINK_TX, NvmlGpmMetric.NVLINK_TOTAL_TX_PER_SEC));

    /** The driver reports them of MIG instances, and not of the GPU that is split into them. */
    static final Set<Metric> OF_INSTANCES = Set.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_GPU_MIN,
            Metric.UTILIZATION_GPU_MAX,
            Metric.UTILIZATION_MEMORY,
            Metric.ACTIVITY_SM,
            Metric.ACTIVITY_TENSOR,
            Metric.ACTIVITY_DRAM,
            Metric.PCIE_RX,
            Metric.PCIE_TX,
            Metric.NVLINK_RX,
            Metric.NVLINK_TX);

    /** Limits and settings, on which events and alerts depend. */
    static final Map<Metric, ToDoubleFunction<BoardState>> SETTINGS = Map.ofEntries(
            Map.entry(Metric.MEMORY_TOTAL, (gpu) -> Board.MEMORY),
            Map.entry(Metric.MEMORY_RESERVED, (gpu) -> Board.RESERVED),
            Map.entry(Metric.CLOCKS_MAX_SM, (gpu) -> Board.SM_MEGAHERTZ),
            Map.entry(Metric.REASON_IDLE, (gpu) -> gpu.isIdle() ? 1 : 0),
            Map.entry(Metric.POWER_LIMIT, (gpu) -> gpu.powerLimit() / MILLI),
            Map.entry(Metric.ENFORCED_POWER_LIMIT, (gpu) -> gpu.powerLimit() / MILLI),
            Map.entry(Metric.POWER_DEFAULT_LIMIT, (gpu) -> Board.POWER_LIMIT_MILLIWATTS / MILLI),
            Map.entry(Metric.PCIE_GEN_CURRENT, (gpu) -> Board.PCIE_GENERATION),
            Map.entry(Metric.PCIE_GEN_MAX, (gpu) -> Board.PCIE_GENERATION),
            Map.entry(Metric.PCIE_WIDTH_CURRENT, BoardState::lanes),
            Map.entry(Metric.PCIE_WIDTH_MAX, (gpu) -> Board.LANES));

    /** The mean of a time that ends at a state. */
    interface Mean {
        double of(BoardState state, Time time);
    }

    /**
     * A time that ends at a state.
     *
     * @param shares the parts of it in which the load was one
     */
    record Time(double seconds, List<GpuLoad.Share> shares) {

        static Time before(BoardState end, double seconds) {
            return new Time(seconds, end.shares(seconds));
        }

        /** Returns the share of it in which the load was active. */
        double active() {
            return GpuLoad.Share.mean(this.shares, (profile, active) -> active);
        }
    }

    /** Creates a metric that rounds have, and minutes do not. */
    private static PastFigure ofRounds(Metric metric, ToDoubleFunction<BoardState> sample) {
        return new PastFigure(metric, (gpu, second) -> sample.applyAsDouble(gpu), NONE, NONE);
    }

    /** Creates a metric that hardly changes within a minute. */
    private static PastFigure slow(Metric metric, ToDoubleFunction<BoardState> sample) {
        Mean value = (gpu, second) -> sample.applyAsDouble(gpu);
        return new PastFigure(metric, value, value, NONE);
    }

    private static PastFigure ofTime(Metric metric, Mean mean) {
        return new PastFigure(metric, mean, mean, mean);
    }

    private static PastFigure activity(Metric metric, NvmlGpmMetric figure) {
        return ofTime(
                metric, (gpu, time) -> Math.round(SimulatedGpm.figure(figure, time.shares) * HUNDREDTHS) / HUNDREDTHS);
    }

    private static PastFigure traffic(Metric metric, NvmlGpmMetric figure) {
        return ofTime(metric, (gpu, time) -> Math.round(SimulatedGpm.figure(figure, time.shares) * MEBIBYTE));
    }

    private static double percent(double share) {
        return Math.round(share * 100 * HUNDREDTHS) / HUNDREDTHS;
    }

    private static LongStream utilization(BoardState gpu) {
        return samples(gpu, BoardState::utilization, SimulatedSamples.UTILIZATION_MICROS);
    }

    private static LongStream power(BoardState gpu) {
        return samples(gpu, BoardState::powerNow, SimulatedSamples.POWER_MICROS);
    }

    /** Returns the driver's own samples of the last second. */
    private static LongStream samples(BoardState gpu, ToLongFunction<BoardState> figure, long everyMicros) {
        long micros = SimulatedSamples.micros(gpu.instant());
        return LongStream.iterate(micros % everyMicros, (back) -> back < MICROS, (back) -> back + everyMicros)
                .map((back) -> figure.applyAsLong(gpu.before(back / (double) MICROS)));
    }
}
