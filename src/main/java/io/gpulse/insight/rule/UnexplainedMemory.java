package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;
import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;
import static io.gpulse.metric.Metric.MEMORY_RESERVED;
import static io.gpulse.metric.Metric.MEMORY_TOTAL;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.MIG_MODE_CURRENT;
import static io.gpulse.metric.Metric.PROCESS_MEMORY;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.message.Quantities;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.List;

/** Memory that is held although no process reports it. */
final class UnexplainedMemory {

    private static final Duration SHOWN = Duration.ofMinutes(30);

    /** A driver before 510 counts the memory that it reserves as used. */
    private static final double MOST_RESERVED = 0.05;

    private UnexplainedMemory() {}

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        boolean isConfined = machine.absence(HOST_GPUS_ON_BUS)
                .filter(Reason.NO_PERMISSION::equals)
                .isPresent();
        if (isConfined || !machine.window().seesProcesses()) {
            result.unchecked(text("rule.memory-without-process.confined"));
            return;
        }
        gpus.forEach((gpu) -> result.add(gpu.gpu(), check(gpu)));
    }

    private static Verdict check(GpuRuleContext gpu) {
        if (gpu.value(MIG_MODE_CURRENT) == 1) {
            return Verdict.unknown("check.mig");
        }
        if (DisplayProcesses.draws(gpu)) {
            return Verdict.unknown("rule.memory-without-process.desktop");
        }
        double held = held(gpu);
        if (Double.isNaN(held)) {
            return Verdict.unknown("rule.memory-without-process.unknown");
        }
        double used = gpu.value(MEMORY_USED);
        double reserve = Double.isNaN(gpu.value(MEMORY_RESERVED)) ? MOST_RESERVED * gpu.value(MEMORY_TOTAL) : 0;
        double unexplained = used - held - reserve;
        if (!(unexplained > gpu.threshold("memory"))) {
            return Verdict.CLEAR;
        }
        return gpu.finding()
                .put("memory", unexplained, Quantities::bytes)
                .put("used", used, Quantities::bytes)
                .put("explained", held, Quantities::bytes)
                .shows(MEMORY_USED, "evidence.used", used)
                .shows(PROCESS_MEMORY, "evidence.held-by-processes", held)
                .shows(MEMORY_USED, "evidence.unexplained", unexplained)
                .against("memory")
                .charts(gpu.chart(MEMORY_USED, SHOWN));
    }

    /** Returns the memory of all processes; NaN when one does not report it or shares the GPU through MPS. */
    private static double held(GpuRuleContext gpu) {
        return gpu.gpu().processes().stream()
                .mapToDouble((process) -> process.type() == ProcessSample.Type.MPS
                        ? Double.NaN
                        : process.readings().number(PROCESS_MEMORY).orElse(Double.NaN))
                .sum();
    }
}
