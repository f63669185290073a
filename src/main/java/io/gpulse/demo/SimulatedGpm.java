package io.gpulse.demo;

import io.gpulse.metric.NvmlGpmMetric;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;

/** Simulates the GPU performance monitor: metrics are means of the time between two samples. */
final class SimulatedGpm {

    private static final double PERCENT = 100;
    private static final double MEBIBYTE = Board.MEBIBYTE;

    /** By NVML's number: of the load's profile and the share of the time that it was active. */
    private static final Map<Integer, ToDoubleBiFunction<ActivityProfile, Double>> FIGURES = Map.ofEntries(
            Map.entry(NvmlGpmMetric.GRAPHICS_UTIL.number(), (profile, active) -> active * PERCENT),
            Map.entry(NvmlGpmMetric.SM_UTIL.number(), (profile, active) -> profile.sm() * active * PERCENT),
            Map.entry(NvmlGpmMetric.SM_OCCUPANCY.number(), (profile, active) -> profile.occupancy() * active * PERCENT),
            Map.entry(NvmlGpmMetric.ANY_TENSOR_UTIL.number(), (profile, active) -> profile.tensor() * active * PERCENT),
            Map.entry(
                    NvmlGpmMetric.HMMA_TENSOR_UTIL.number(), (profile, active) -> profile.tensor() * active * PERCENT),
            Map.entry(NvmlGpmMetric.IMMA_TENSOR_UTIL.number(), (profile, active) -> 0),
            Map.entry(NvmlGpmMetric.DMMA_TENSOR_UTIL.number(), (profile, active) -> 0),
            Map.entry(NvmlGpmMetric.DFMA_TENSOR_UTIL.number(), (profile, active) -> 0),
            Map.entry(NvmlGpmMetric.INTEGER_UTIL.number(), (profile, active) -> profile.integer() * active * PERCENT),
            Map.entry(NvmlGpmMetric.DRAM_BW_UTIL.number(), (profile, active) -> profile.dram() * active * PERCENT),
            Map.entry(NvmlGpmMetric.FP64_UTIL.number(), (profile, active) -> 0),
            Map.entry(NvmlGpmMetric.FP32_UTIL.number(), (profile, active) -> profile.fp32() * active * PERCENT),
            Map.entry(NvmlGpmMetric.FP16_UTIL.number(), (profile, active) -> profile.fp16() * active * PERCENT),
            Map.entry(
                    NvmlGpmMetric.PCIE_TX_PER_SEC.number(),
                    (profile, active) -> profile.traffic().sent() * active / MEBIBYTE),
            Map.entry(
                    NvmlGpmMetric.PCIE_RX_PER_SEC.number(),
                    (profile, active) -> profile.traffic().received(active) / MEBIBYTE),
            Map.entry(
                    NvmlGpmMetric.NVLINK_TOTAL_RX_PER_SEC.number(),
                    (profile, active) -> profile.traffic().links() * active / MEBIBYTE),
            Map.entry(
                    NvmlGpmMetric.NVLINK_TOTAL_TX_PER_SEC.number(),
                    (profile, active) -> profile.traffic().links() * active / MEBIBYTE));

    private final AtomicLong allocated = new AtomicLong();
    private final Map<Long, BoardState> samples = new ConcurrentHashMap<>();

    /** Returns the answers of the calls without a GPU, by symbol. */
    Map<String, Consumer<SimulatedCall>> bySymbol() {
        return Map.of(
                "nvmlGpmSampleAlloc", (out) -> out.with(this.allocated.incrementAndGet()),
                "nvmlGpmSampleFree", (out) -> this.samples.remove(out.given()),
                "nvmlGpmMetricsGet", this::write);
    }

    /** Returns a metric of a time, in the driver's unit. */
    static double figure(NvmlGpmMetric metric, List<GpuLoad.Share> time) {
        return GpuLoad.Share.mean(time, Objects.requireNonNull(FIGURES.get(metric.number())));
    }

    void take(BoardState now, SimulatedCall out) {
        this.samples.put(out.given(), now);
    }

    /** Takes a sample of a GPU instance. */
    void takeOfInstance(BoardState now, SimulatedCall out) {
        SplitBoard.instanceOf(out.argument())
                .ifPresentOrElse(
                        (instance) -> take(instance.state(now), out), () -> out.refuse(SimulatedCall.NOT_FOUND));
    }

    private void write(SimulatedCall out) {
        GpmMetricsRecord request = new GpmMetricsRecord(out.memory());
        BoardState earlier = this.samples.get(request.earlier());
        BoardState later = this.samples.get(request.later());
        if (earlier == null || later == null) {
            out.refuse(SimulatedCall.INVALID_ARGUMENT);
            return;
        }
        List<GpuLoad.Share> time = later.sharesSince(earlier);
        for (int number = 0; number < request.count(); number++) {
            GpmMetricRecord metric = request.metric(number);
            ToDoubleBiFunction<ActivityProfile, Double> figure = FIGURES.get(metric.metricId());
            if (figure == null) {
                metric.answer(SimulatedCall.NOT_SUPPORTED, 0);
            } else {
                metric.answer(SimulatedCall.SUCCESS, GpuLoad.Share.mean(time, figure));
            }
        }
    }
}
