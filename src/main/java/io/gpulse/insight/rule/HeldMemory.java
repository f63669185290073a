package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.message.Quantities;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Memory that is held by idle processes, or by none. That of a desktop is no work, and the driver does not report all
 * of it per process.
 */
final class HeldMemory {

    /** A display manager without a display holds a few MiB. */
    private static final double DRAWN_ON_SERVER = 1L << 28;

    /** A driver before 510 counts the memory that it reserves as used. */
    private static final double MOST_RESERVED = 0.05;

    private HeldMemory() {}

    /** Checks for memory of GPUs that are idle. */
    static Verdict idle(GpuRuleContext gpu) {
        boolean desktop = hasDesktop(gpu);
        double held = desktop ? sum(gpu, (process) -> !isOfDesktop(gpu, process)) : gpu.value(Metric.MEMORY_USED);
        double idle = gpu.idleFor().orElse(Double.NaN);
        if (Double.isNaN(held)) {
            return Verdict.unknown("rule.idle-allocated.unknown");
        }
        if (held < gpu.threshold("memory") || Double.isNaN(idle)) {
            return Verdict.CLEAR;
        }
        if (idle < gpu.threshold("idle")) {
            boolean wasBusy = gpu.gpu().wasBusyWithin(gpu.thresholds().millis("idle"), gpu.now());
            return wasBusy || gpu.isWatched(Metric.UTILIZATION_GPU, "idle") ? Verdict.CLEAR : gpu.waiting("idle");
        }
        ProcessSample holder = gpu.gpu().processes().stream()
                .filter((process) -> !isOfDesktop(gpu, process))
                .findFirst()
                .orElse(null);
        // A program that starts on an idle GPU has not held its memory before.
        double longest = holder == null || holder.startedAt() == null ? idle : gpu.secondsSince(holder.startedAt());
        return longest < gpu.threshold("idle") ? Verdict.CLEAR : idle(gpu, holder, held, Math.min(idle, longest));
    }

    private static Finding idle(GpuRuleContext gpu, @Nullable ProcessSample holder, double held, double idle) {
        Finding finding = gpu.finding();
        InferenceServers.product(holder)
                .ifPresent((product) -> finding.withSeverity(INFO)
                        .because("inference-server")
                        .put("server", InferenceServers.held(product))
                        .withCause(text("rule.idle-allocated.cause.server"))
                        .withAdvice(text("inference-server.advice")));
        return finding.put("held", held, Quantities::bytes)
                .put("idle", idle, Quantities::duration)
                .put("holder", Phrases.holder(holder, false), Phrases.holder(holder, true))
                .heldFor(idle)
                .shows(Metric.MEMORY_USED, "evidence.held", held)
                .against("memory")
                .shows(Metric.UTILIZATION_GPU, "evidence.utilization", gpu.value(Metric.UTILIZATION_GPU))
                .over(idle)
                .charts(gpu.chart(Metric.UTILIZATION_GPU, Duration.ofHours(1)).over(Metric.MEMORY_USED))
                .heldBy(holder);
    }

    /** Checks for memory that is held although no process reports it. */
    static void unexplained(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        boolean isConfined = machine.window()
                .host()
                .absence(Metric.HOST_GPUS_ON_BUS)
                .filter(Reason.NO_PERMISSION::equals)
                .isPresent();
        if (isConfined || !machine.window().seesProcesses()) {
            result.unchecked(text("rule.memory-without-process.confined"));
            return;
        }
        gpus.forEach((gpu) -> result.add(gpu.gpu(), unexplained(gpu)));
    }

    private static Verdict unexplained(GpuRuleContext gpu) {
        if (gpu.value(Metric.MIG_MODE_CURRENT) == 1) {
            return Verdict.unknown("check.mig");
        }
        if (hasDesktop(gpu) || gpu.sharesMemory()) {
            return Verdict.unknown(gpu.sharesMemory() ? "check.shared-memory" : "rule.memory-without-process.desktop");
        }
        boolean shared = gpu.gpu().processes().stream().anyMatch((process) -> process.type() == ProcessSample.Type.MPS);
        double held = sum(gpu, (process) -> true);
        if (shared || Double.isNaN(held)) {
            return Verdict.unknown("rule.memory-without-process.unknown");
        }
        double used = gpu.value(Metric.MEMORY_USED);
        double reserve =
                Double.isNaN(gpu.value(Metric.MEMORY_RESERVED)) ? MOST_RESERVED * gpu.value(Metric.MEMORY_TOTAL) : 0;
        double unexplained = used - held - reserve;
        if (!(unexplained > gpu.threshold("memory"))) {
            return Verdict.CLEAR;
        }
        return gpu.finding()
                .put("memory", unexplained, Quantities::bytes)
                .put("used", used, Quantities::bytes)
                .put("explained", held, Quantities::bytes)
                .shows(Metric.MEMORY_USED, "evidence.used", used)
                .shows(Metric.PROCESS_MEMORY, "evidence.held-by-processes", held)
                .shows(Metric.MEMORY_USED, "evidence.unexplained", unexplained)
                .against("memory")
                .charts(gpu.chart(Metric.MEMORY_USED, Duration.ofMinutes(30)));
    }

    /** Returns whether a display is active, or graphics processes hold more memory than on a server. */
    private static boolean hasDesktop(GpuRuleContext gpu) {
        return gpu.value(Metric.DISPLAY_ACTIVE) == 1
                || !(sum(gpu, (process) -> process.type() == ProcessSample.Type.GRAPHICS) <= DRAWN_ON_SERVER);
    }

    /** A process that computes and draws is work where no display is active. */
    private static boolean isOfDesktop(GpuRuleContext gpu, ProcessSample process) {
        return process.type() == ProcessSample.Type.GRAPHICS
                || (process.type() == ProcessSample.Type.COMPUTE_AND_GRAPHICS && gpu.value(Metric.DISPLAY_ACTIVE) == 1);
    }

    /** Returns the memory of processes; NaN when one of them does not report it. */
    private static double sum(GpuRuleContext gpu, Predicate<ProcessSample> wanted) {
        return gpu.gpu().processes().stream()
                .filter(wanted)
                .mapToDouble((process) ->
                        process.readings().number(Metric.PROCESS_MEMORY).orElse(Double.NaN))
                .sum();
    }
}
