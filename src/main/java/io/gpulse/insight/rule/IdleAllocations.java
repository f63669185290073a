package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.message.Messages.text;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.message.Quantities;
import java.time.Duration;

/** Memory of GPUs that are idle. */
final class IdleAllocations {

    private IdleAllocations() {}

    static Verdict check(GpuRuleContext gpu) {
        double held = DisplayProcesses.memoryOfWork(gpu);
        double idle = gpu.idleFor().orElse(Double.NaN);
        if (Double.isNaN(held)) {
            return Verdict.unknown("rule.idle-allocated.unknown");
        }
        if (held < gpu.threshold("memory") || Double.isNaN(idle)) {
            return Verdict.CLEAR;
        }
        if (idle < gpu.threshold("idle")) {
            boolean wasBusy = gpu.gpu().wasBusyWithin(gpu.thresholds().millis("idle"), gpu.now());
            return wasBusy || gpu.isWatched(UTILIZATION_GPU, "idle") ? Verdict.CLEAR : gpu.waiting("idle");
        }
        return finding(gpu, held, idle);
    }

    private static Finding finding(GpuRuleContext gpu, double held, double idle) {
        ProcessSample holder = DisplayProcesses.largestOfWork(gpu);
        Finding finding = gpu.finding();
        InferenceServers.product(holder)
                .ifPresent((product) -> finding.withSeverity(INFO)
                        .put("server", InferenceServers.held(product))
                        .withCause(text("rule.idle-allocated.cause.server"))
                        .withAdvice(text("inference-server.advice")));
        return finding.put("held", held, Quantities::bytes)
                .put("idle", idle, Quantities::duration)
                .put("holder", Phrases.holder(holder, false), Phrases.holder(holder, true))
                .heldFor(idle)
                .shows(MEMORY_USED, "evidence.held", held)
                .against("memory")
                .shows(UTILIZATION_GPU, "evidence.utilization", gpu.value(UTILIZATION_GPU))
                .over(idle)
                .charts(gpu.chart(UTILIZATION_GPU, Duration.ofHours(1)))
                .heldBy(holder);
    }
}
