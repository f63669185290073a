package io.gpulse.demo;

import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlGpmMetric;
import io.gpulse.metric.Reading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The figures of a MIG instance that the history has. */
final class SplitFigures {

    private static final Map<Metric, NvmlGpmMetric> ACTIVITIES = Map.of(
            Metric.MIG_ACTIVITY_GRAPHICS, NvmlGpmMetric.GRAPHICS_UTIL,
            Metric.MIG_ACTIVITY_SM, NvmlGpmMetric.SM_UTIL,
            Metric.MIG_ACTIVITY_OCCUPANCY, NvmlGpmMetric.SM_OCCUPANCY,
            Metric.MIG_ACTIVITY_TENSOR, NvmlGpmMetric.ANY_TENSOR_UTIL,
            Metric.MIG_ACTIVITY_DRAM, NvmlGpmMetric.DRAM_BW_UTIL);

    private static final double HUNDREDTHS = 100;

    private SplitFigures() {}

    /** @param seconds a time that ends now, of which the activity is the mean */
    static MigSample sample(SplitBoard.Instance instance, BoardState gpu, double seconds) {
        BoardState own = instance.state(gpu);
        List<GpuLoad.Share> time = own.shares(seconds);
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        ACTIVITIES.forEach((metric, figure) -> {
            double mean = SimulatedGpm.figure(figure, time);
            readings.put(metric, new Reading.Quantity(Math.round(mean * HUNDREDTHS) / HUNDREDTHS));
        });
        readings.put(Metric.MIG_MEMORY_USED, new Reading.Quantity(own.memoryUsed()));
        readings.put(Metric.MIG_MEMORY_FREE, new Reading.Quantity(instance.memory() - own.memoryUsed()));
        readings.put(
                Metric.MIG_PROCESSES,
                new Reading.Quantity(gpu.processesIn(instance).size()));
        return new MigSample(
                instance.place(), instance.uuid(), instance.profile().name(), 0, Readings.of(readings));
    }
}
