package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.event.text.Advice;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** GPUs near the temperature at which they slow down: no alert, but no advice may make them hotter. */
public final class HotGpus {

    private static final double MARGIN_CELSIUS = 5;

    private HotGpus() {}

    /** Returns the advice on the GPUs that are hot now. */
    public static Advice advice(MachineWindow machine) {
        TreeSet<Integer> hot = machine.gpus().stream()
                .filter((gpu) -> isHot(gpu.sample()))
                .map(GpuWindow::index)
                .collect(Collectors.toCollection(TreeSet::new));
        Remedy remedy = Remedy.CHECK_COOLING;
        return new Advice(remedy.words(), remedy.precedence(), text("hot.short"), hot);
    }

    /** Newer GPUs report the margin, older ones the temperatures at which they slow down. */
    private static boolean isHot(GpuSample sample) {
        Readings readings = sample.readings();
        double celsius = number(readings, Metric.TEMPERATURE_GPU);
        return sample.isRead()
                && DoubleStream.of(
                                number(readings, Metric.TEMPERATURE_TLIMIT),
                                number(readings, Metric.TEMPERATURE_GPU_MAX) - celsius,
                                number(readings, Metric.TEMPERATURE_SLOWDOWN) - celsius)
                        .anyMatch((margin) -> margin <= MARGIN_CELSIUS);
    }

    private static double number(Readings readings, Metric metric) {
        return readings.number(metric).orElse(Double.NaN);
    }
}
