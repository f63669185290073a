package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Memory that is nearly full, or rises and soon will be. A job that starts allocates for a while, which is no leak: the
 * memory must have risen all through the window, and every process must be older than that.
 */
final class MemoryTrend {

    private static final Duration SHOWN = Duration.ofMinutes(30);
    private static final int POINTS = 15;
    private static final int PARTS = 3;

    /** A part of the window may contribute less than others, but not much less. */
    private static final double LEAST_OF_PART = 0.4;

    private MemoryTrend() {}

    static Verdict check(GpuRuleContext gpu) {
        if (gpu.value(Metric.MIG_MODE_CURRENT) == 1) {
            return Verdict.unknown("check.mig");
        }
        double total = usable(gpu);
        double used = used(gpu, total);
        double percent = 100 * used / total;
        double secondsLeft = secondsLeft(gpu, total);
        boolean rising = secondsLeft <= gpu.threshold("full-within");
        if (!rising && !(percent > gpu.threshold("used"))) {
            return Verdict.CLEAR;
        }
        ProcessSample largest = gpu.largestProcess();
        Finding finding = rising ? rising(gpu) : steady(gpu, largest);
        return (gpu.sharesMemory() ? shared(finding, gpu) : finding)
                .withSeverity(rising ? Severity.WARNING : Severity.INFO)
                .put("percent", percent, Quantities::percent)
                .put("used", used, Quantities::bytes)
                .put("total", total, Quantities::bytes)
                .put(
                        "trend",
                        rising ? rises(secondsLeft) : steadiness(gpu, total),
                        rising ? text("rule.memory-nearly-full.rises") : LocalizedText.NONE)
                .put("largest", largest(gpu, largest, false), largest(gpu, largest, true))
                .shows(gpu.sharesMemory() ? Metric.HOST_MEMORY_USED : Metric.MEMORY_USED, "evidence.used", used)
                .shows("evidence.used-share", percent, Unit.PERCENT)
                .against("used")
                .charts(gpu.chart(Metric.MEMORY_USED, SHOWN))
                .heldBy(largest);
    }

    /** Returns the used memory; where it is shared with the system, that which other programs use as well. */
    private static double used(GpuRuleContext gpu, double total) {
        return gpu.sharesMemory() ? total - gpu.value(Metric.MEMORY_FREE) : gpu.value(Metric.MEMORY_USED);
    }

    private static Finding rising(GpuRuleContext gpu) {
        return gpu.finding().because("rising").withShort(text("rule.memory-nearly-full.short.rising"));
    }

    /** An inference server holds memory on purpose. */
    private static Finding steady(GpuRuleContext gpu, @Nullable ProcessSample largest) {
        Finding finding = gpu.finding();
        InferenceServers.product(largest)
                .ifPresent((product) -> finding.because("inference-server")
                        .put("server", InferenceServers.held(product))
                        .withCause(text("rule.memory-nearly-full.cause.server"))
                        .withAdvice(text("inference-server.advice")));
        return finding;
    }

    /** Not only programs on the GPU use memory that it shares with the system. */
    private static Finding shared(Finding finding, GpuRuleContext gpu) {
        return finding.put("ofGpu", gpu.value(Metric.MEMORY_USED), Quantities::bytes)
                .withCause(text("rule.memory-nearly-full.cause.shared"));
    }

    private static LocalizedText rises(double secondsLeft) {
        return text("rule.memory-nearly-full.full-in", Map.of("left", Quantities.duration(secondsLeft)));
    }

    private static LocalizedText steadiness(GpuRuleContext gpu, double total) {
        return isSteady(gpu, total) ? text("rule.memory-nearly-full.steady") : LocalizedText.NONE;
    }

    /** Returns the memory that the driver does not reserve for itself. */
    private static double usable(GpuRuleContext gpu) {
        double reserved = gpu.value(Metric.MEMORY_RESERVED);
        return gpu.value(Metric.MEMORY_TOTAL) - (Double.isNaN(reserved) ? 0 : reserved);
    }

    private static LocalizedText largest(GpuRuleContext gpu, @Nullable ProcessSample process, boolean several) {
        if (gpu.sharesMemory() && process == null) {
            return LocalizedText.NONE;
        }
        if (process == null) {
            return text("rule.memory-nearly-full.holder-unknown");
        }
        LocalizedText name = several ? Phrases.program(process) : Phrases.process(process);
        String key = gpu.sharesMemory() ? "rule.memory-nearly-full.holder-shared" : "rule.memory-nearly-full.holder";
        return text(key, Map.of("process", name));
    }

    /** Returns the seconds until memory is full; infinite when it does not rise. */
    private static double secondsLeft(GpuRuleContext gpu, double total) {
        double[] means = points(gpu);
        double grown = means[POINTS - 1] - means[0];
        if (!(grown >= total * gpu.threshold("growth") / 100) || !risesThroughout(means, grown)) {
            return Double.POSITIVE_INFINITY;
        }
        double perSecond = slope(means) / (gpu.threshold("window") / POINTS);
        return perSecond <= 0 ? Double.POSITIVE_INFINITY : Math.max(0, total - used(gpu, total)) / perSecond;
    }

    private static boolean isSteady(GpuRuleContext gpu, double total) {
        double[] means = points(gpu);
        return Math.abs(means[POINTS - 1] - means[0]) < total * gpu.threshold("growth") / 100;
    }

    private static boolean hasStartedLately(GpuRuleContext gpu) {
        double young = gpu.threshold("window") + gpu.threshold("start");
        Instant oldEnough = gpu.machine().wall().minusSeconds((long) young);
        return gpu.gpu().processes().stream()
                .map(ProcessSample::startedAt)
                .anyMatch((start) -> start != null && start.isAfter(oldEnough));
    }

    /** Returns the means of equal parts of the window; NaN each while there is no trend yet. */
    private static double[] points(GpuRuleContext gpu) {
        boolean hasTrend = gpu.isWatched(Metric.MEMORY_USED, "window") && !hasStartedLately(gpu);
        double[] slots = gpu.slots(Metric.MEMORY_USED, "window");
        return IntStream.range(0, POINTS)
                .mapToDouble((part) -> {
                    int from = part * slots.length / POINTS;
                    int to = Math.max(from + 1, (part + 1) * slots.length / POINTS);
                    return Series.mean(slots, (slot) -> hasTrend && slot >= from && slot < to);
                })
                .toArray();
    }

    private static boolean risesThroughout(double[] means, double grown) {
        int part = (POINTS - 1) / PARTS;
        return IntStream.range(0, PARTS)
                .mapToDouble((i) -> means[Math.min(POINTS - 1, (i + 1) * part)] - means[i * part])
                .allMatch((more) -> more >= LEAST_OF_PART * grown / PARTS);
    }

    /** Returns the median of the slopes of all pairs (Theil-Sen), per point: outliers do not count. */
    private static double slope(double[] means) {
        double[] slopes = IntStream.range(0, means.length)
                .boxed()
                .flatMapToDouble((from) -> IntStream.range(from + 1, means.length)
                        .mapToDouble((to) -> (means[to] - means[from]) / (to - from)))
                .filter((slope) -> !Double.isNaN(slope))
                .sorted()
                .toArray();
        return slopes.length == 0 ? 0 : slopes[slopes.length / 2];
    }
}
