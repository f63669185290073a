package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.ACTIVITY_SM;
import static io.gpulse.metric.Metric.HOST_CPU_IOWAIT;
import static io.gpulse.metric.Metric.HOST_CPU_UTILIZATION;
import static io.gpulse.metric.Metric.PCIE_RX;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.IdlePhaseTraffic;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * GPUs that rest between bursts because their input is late. That they rest is not enough: so do those of a service
 * that nobody asks. They have to do so with a stable period, or together; and the cause has to be seen: processors or
 * disks of the machine that are at their limit, or traffic to the GPU that rises while it rests.
 */
final class InputBound {

    private static final long SPAN = Duration.ofMinutes(2).toMillis();
    private static final Duration SHOWN = Duration.ofMinutes(2);
    private static final Duration STARTED_TOGETHER = Duration.ofSeconds(60);

    /** Of rounds that are further apart nothing can be said. */
    private static final double LONGEST_STEP = 2;

    private static final double TOGETHER = 0.7;

    /** The driver renews utilization about six times a second: who samples as often misses no turn. */
    private static final double AS_OFTEN_AS_DRIVER = 0.25;

    private static final int FEWEST_SAMPLES = 3;
    private static final Phrase NO_CAUSE = new Phrase(
            "needs host.cpu.utilization or pcie.rx to see the cause", "需要 host.cpu.utilization 或 pcie.rx 以判断原因");

    private final HostRuleContext machine;
    private final CheckResult result;

    private InputBound(HostRuleContext machine, CheckResult result) {
        this.machine = machine;
        this.result = result;
    }

    /**
     * Why a group waits.
     *
     * @param shared the same without its number
     */
    private record Cause(Phrase phrase, Phrase shared, Phrase name, Metric metric, double value) {

        boolean inPauses() {
            return this.metric == PCIE_RX;
        }
    }

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        if (machine.window().latest().every().toMillis() / 1000.0 > LONGEST_STEP) {
            result.unchecked(new Phrase("needs samples at least every 2 s", "需要至少每 2 秒采样一次"));
            return;
        }
        new InputBound(machine, result).check(gpus);
    }

    private void check(List<GpuRuleContext> gpus) {
        Map<GpuRuleContext, UtilizationOscillation> swings = new LinkedHashMap<>();
        for (GpuRuleContext gpu : gpus) {
            if (!gpu.gpu().minutes(UTILIZATION_GPU).isFull(gpu.now(), SPAN)) {
                this.result.add(gpu.gpu(), Verdict.waiting(SPAN / 1000.0));
                continue;
            }
            double[] levels = {gpu.threshold("low"), gpu.threshold("high")};
            UtilizationOscillation swing =
                    UtilizationOscillation.of(gpu.gpu().minutes(UTILIZATION_GPU), gpu.now(), SPAN, levels);
            if (swing.swings(gpu.threshold("share") / 100)) {
                swings.put(gpu, swing);
            } else {
                this.result.clear(gpu.gpu());
            }
        }
        groups(gpus).forEach((group) -> check(group, swings));
    }

    /** Those that work together, and each of the others alone. */
    private static List<List<GpuRuleContext>> groups(List<GpuRuleContext> gpus) {
        List<List<GpuRuleContext>> groups = new ArrayList<>(WorkGroups.of(gpus, STARTED_TOGETHER));
        Set<GpuRuleContext> grouped = new LinkedHashSet<>();
        groups.forEach(grouped::addAll);
        gpus.stream().filter((gpu) -> !grouped.contains(gpu)).forEach((gpu) -> groups.add(List.of(gpu)));
        return groups;
    }

    private void check(List<GpuRuleContext> group, Map<GpuRuleContext, UtilizationOscillation> swings) {
        List<GpuRuleContext> swinging =
                group.stream().filter(swings::containsKey).toList();
        if (swinging.isEmpty()) {
            return;
        }
        GpuRuleContext first = swinging.get(0);
        UtilizationOscillation swing = Objects.requireNonNull(swings.get(first));
        List<GpuRuleContext> together = swinging.stream()
                .filter((gpu) ->
                        gpu.equals(first) || swing.correlation(Objects.requireNonNull(swings.get(gpu))) >= TOGETHER)
                .toList();
        double period = swing.period();
        if (isInTheDark(first)) {
            swinging.forEach((gpu) -> this.result.unknown(gpu.gpu(), NO_CAUSE));
            return;
        }
        Cause cause = cause(first);
        boolean regular = !Double.isNaN(period);
        if (cause == null || !(regular || (together.size() > 1 && cause.inPauses()))) {
            swinging.forEach((gpu) -> this.result.clear(gpu.gpu()));
            return;
        }
        String subject = group.get(0).gpu().key();
        Phrase every = every(first, swing, period);
        this.result.add(finding(subject, together, swing, cause).say("every", every, Phrase.NONE));
    }

    /** Whether nothing is known by which the cause could be seen. */
    private boolean isInTheDark(GpuRuleContext gpu) {
        boolean knowsMachine = isMachineOfGpus()
                && !(Double.isNaN(this.machine.host(HOST_CPU_UTILIZATION))
                        && Double.isNaN(this.machine.host(HOST_CPU_IOWAIT)));
        return !knowsMachine && Double.isNaN(gpu.value(PCIE_RX));
    }

    /** While a recording is replayed, the machine is another one, or of another time. */
    private boolean isMachineOfGpus() {
        return this.machine.window().latest().source().recordedAt() == null;
    }

    private @Nullable Cause cause(GpuRuleContext gpu) {
        return isMachineOfGpus() ? causeOfMachine(gpu) : trafficInPauses(gpu);
    }

    private @Nullable Cause causeOfMachine(GpuRuleContext gpu) {
        double cpu = this.machine.hostMean(HOST_CPU_UTILIZATION, "window");
        if (cpu >= gpu.threshold("cpu")) {
            Phrase full = Phrases.percent(cpu);
            Phrase phrase = new Phrase("host CPU is at " + full.en(), "主机 CPU 达 " + full.zh());
            Phrase shared = new Phrase("host CPU is at its limit", "主机 CPU 已达上限");
            return new Cause(phrase, shared, new Phrase("host CPU", "主机 CPU"), HOST_CPU_UTILIZATION, cpu);
        }
        double disks = this.machine.hostMean(HOST_CPU_IOWAIT, "window");
        if (disks >= gpu.threshold("iowait")) {
            Phrase share = Phrases.percent(disks);
            Phrase phrase = new Phrase(
                    "host CPU waits for disks " + share.en() + " of the time", "主机 CPU 有 " + share.zh() + " 的时间在等待磁盘");
            Phrase shared = new Phrase("host CPU waits for disks", "主机 CPU 在等待磁盘");
            return new Cause(phrase, shared, new Phrase("waiting for disks", "等待磁盘"), HOST_CPU_IOWAIT, disks);
        }
        return trafficInPauses(gpu);
    }

    /** Activity and traffic are both means of the same rounds; utilization is of a moment. */
    private static @Nullable Cause trafficInPauses(GpuRuleContext gpu) {
        float[] traffic = gpu.gpu().minutes(PCIE_RX).last(gpu.now(), SPAN);
        float[] means = gpu.gpu().minutes(ACTIVITY_SM).last(gpu.now(), SPAN);
        float[] activity = Double.isNaN(gpu.value(ACTIVITY_SM))
                ? gpu.gpu().minutes(UTILIZATION_GPU).last(gpu.now(), SPAN)
                : means;
        IdlePhaseTraffic rates = IdlePhaseTraffic.of(activity, traffic);
        if (!rates.risesInPauses()) {
            return null;
        }
        Phrase rate = Phrases.bytesPerSecond(rates.resting());
        Phrase phrase = new Phrase(
                "PCIe traffic to the GPU rises in the pauses," + " to " + rate.en(),
                "停顿期间传入 GPU 的 PCIe 流量升至 " + rate.zh());
        Phrase shared = new Phrase("PCIe traffic to the GPUs rises in the pauses", "停顿期间传入 GPU 的 PCIe 流量升高");
        Phrase name = new Phrase("to the GPU in the pauses", "停顿期间传入 GPU");
        return new Cause(phrase, shared, name, PCIE_RX, rates.resting());
    }

    private Finding finding(String subject, List<GpuRuleContext> gpus, UtilizationOscillation swing, Cause cause) {
        GpuRuleContext first = gpus.get(0);
        List<GpuWindow> windows = gpus.stream().map(GpuRuleContext::gpu).toList();
        boolean several = windows.size() > 1;
        double resting = 100 * swing.resting();
        return this.machine
                .finding(subject, windows)
                .heldFor(swing.heldSeconds())
                .say("why", cause.phrase, cause.shared)
                .say("share", resting, Phrases::percent)
                .say(
                        "stop",
                        several
                                ? new Phrase(
                                        "The " + windows.size() + " GPUs stop together", windows.size() + " 块 GPU 同时停顿")
                                : new Phrase("It stops", "它停顿"),
                        new Phrase("They stop", "它们停顿"))
                .shows(UTILIZATION_GPU, new Phrase("share of time waiting", "等待时间占比"), resting)
                .against("share")
                .over(SPAN / 1000.0)
                .shows(cause.metric, cause.name, cause.value)
                .over(SPAN / 1000.0)
                .charts(first.chart(UTILIZATION_GPU, SHOWN))
                .heldBy(first.largestProcess());
    }

    /** A period that is shorter than what rounds can tell is not named. */
    private Phrase every(GpuRuleContext gpu, UtilizationOscillation swing, double period) {
        double step = swing.stepSeconds();
        double within = UtilizationOscillation.withinRounds(gpu, SPAN, gpu.threshold("low"), gpu.threshold("high"));
        // A round that is so long sees so many turns; one that sees more is sampled too seldom for this period.
        boolean plausible = step <= AS_OFTEN_AS_DRIVER || within <= 2 * step / period + 0.15;
        if (!(period >= FEWEST_SAMPLES * step) || !plausible) {
            return Phrase.NONE;
        }
        Phrase seconds = Phrases.period(period);
        return new Phrase(" every " + seconds.en(), "每 " + seconds.zh() + "一次");
    }
}
