package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.MEMORY_RESERVED;
import static io.gpulse.metric.Metric.MEMORY_TOTAL;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.MIG_MODE_CURRENT;
import static io.gpulse.metric.Metric.PROCESS_MEMORY;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/** Memory that is held although no process tells of it. */
final class UnexplainedMemory {

    private static final Duration SHOWN = Duration.ofMinutes(30);

    /** A driver before 510 counts what it reserves as used. */
    private static final double MOST_RESERVED = 0.05;

    private static final Verdict SPLIT = new Verdict.Unknown(new Phrase("MIG splits the GPU", "GPU 已启用 MIG"));

    private static final Verdict DESKTOP = new Verdict.Unknown(
            new Phrase("a desktop uses the GPU, whose memory is not all told by process", "GPU 用于桌面显示，其显存未全部按进程报告"));

    private UnexplainedMemory() {}

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        boolean isConfined = machine.absence(Metric.HOST_GPUS_ON_BUS)
                .filter(Reason.NO_PERMISSION::equals)
                .isPresent();
        if (isConfined || !machine.window().seesProcesses()) {
            result.unchecked(new Phrase(
                    "processes of others cannot be seen from here, as in a container", "此处无法看到其他进程（例如在容器中）"));
            return;
        }
        gpus.forEach((gpu) -> result.add(gpu.gpu(), check(gpu)));
    }

    private static Verdict check(GpuRuleContext gpu) {
        boolean isSplit = gpu.value(MIG_MODE_CURRENT) == 1;
        if (isSplit || DisplayProcesses.draws(gpu)) {
            return isSplit ? SPLIT : DESKTOP;
        }
        double held = 0;
        for (ProcessSample process : gpu.gpu().processes()) {
            OptionalDouble memory = process.readings().number(PROCESS_MEMORY);
            if (process.type() == ProcessSample.Type.MPS || memory.isEmpty()) {
                return new Verdict.Unknown(new Phrase(
                        "a process does not report its memory, or shares the GPU through" + " MPS",
                        "有进程未提供显存用量，或通过 MPS 共享 GPU"));
            }
            held += memory.getAsDouble();
        }
        double reserve = Double.isNaN(gpu.value(MEMORY_RESERVED)) ? MOST_RESERVED * gpu.value(MEMORY_TOTAL) : 0;
        double unexplained = gpu.value(MEMORY_USED) - held - reserve;
        if (!(unexplained > gpu.threshold("memory"))) {
            return Verdict.CLEAR;
        }
        return gpu.finding()
                .say("memory", unexplained, Phrases::bytes)
                .say("used", gpu.value(MEMORY_USED), Phrases::bytes)
                .say("explained", held, Phrases::bytes)
                .shows(MEMORY_USED, new Phrase("used", "已用"), gpu.value(MEMORY_USED))
                .shows(PROCESS_MEMORY, new Phrase("held by processes", "进程占用"), held)
                .shows(MEMORY_USED, new Phrase("unexplained", "无法归属"), unexplained)
                .against("memory")
                .charts(gpu.chart(MEMORY_USED, SHOWN));
    }
}
