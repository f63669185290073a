package io.gpulse.insight.rule;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.Advice;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * GPUs near the temperature at which they slow down: no alert, but no advice may make them hotter. A GPU that was hot
 * is hot until it is some degrees cooler.
 */
public final class HotGpus {

    private static final double MARGIN_CELSIUS = 5;
    private static final double COOL_CELSIUS = 8;

    private Map<String, Integer> hot = Map.of();

    /** Returns the advice on the GPUs that are hot now. */
    public Advice advice(MachineWindow machine) {
        this.hot = machine.gpus().stream()
                .filter((gpu) -> isHot(gpu.sample(), this.hot.containsKey(gpu.key()) ? COOL_CELSIUS : MARGIN_CELSIUS))
                .collect(Collectors.toMap(GpuWindow::key, GpuWindow::index));
        Remedy remedy = Remedy.CHECK_COOLING;
        return new Advice(remedy.words(), remedy.precedence(), remedy.action(), LocalizedText.NONE, this.hot);
    }

    /** Newer GPUs report the margin, older ones the temperatures at which they slow down. */
    private static boolean isHot(GpuSample sample, double most) {
        Readings readings = sample.readings();
        double celsius = number(readings, Metric.TEMPERATURE_GPU);
        return sample.isRead()
                && DoubleStream.of(
                                number(readings, Metric.TEMPERATURE_TLIMIT),
                                number(readings, Metric.TEMPERATURE_GPU_MAX) - celsius,
                                number(readings, Metric.TEMPERATURE_SLOWDOWN) - celsius)
                        .anyMatch((margin) -> margin <= most);
    }

    private static double number(Readings readings, Metric metric) {
        return readings.number(metric).orElse(Double.NaN);
    }
}
