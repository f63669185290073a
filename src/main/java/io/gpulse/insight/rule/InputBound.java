package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.IdlePhaseTraffic;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * GPUs that rest between bursts because their input is late. Rest alone is not enough: the GPUs of a service without
 * requests rest too. They must rest with a stable period, or together; and the cause must be visible: processors or
 * disks of the machine at their limit, or traffic to the GPU that rises while it rests.
 */
final class InputBound {

    private static final long SPAN = Duration.ofMinutes(2).toMillis();
    private static final Duration SHOWN = Duration.ofMinutes(2);
    private static final Duration STARTED_TOGETHER = Duration.ofSeconds(60);

    /** Longer rounds do not show the swings. */
    private static final double LONGEST_STEP = 2;

    private static final double TOGETHER = 0.7;

    /** More loader workers do not help a machine whose processors are busier than this. */
    private static final double BUSY_PERCENT = 85;

    private static final String USUAL_ADVICE = "rule.input-bound.advice";
    private static final String BUSY_ADVICE = "rule.input-bound.advice.cpu";

    /** The driver updates utilization about six times a second: rounds this short miss no turn. */
    private static final double AS_OFTEN_AS_DRIVER = 0.25;

    private static final int FEWEST_SAMPLES = 3;

    private final HostRuleContext machine;
    private final CheckResult result;

    private InputBound(HostRuleContext machine, CheckResult result) {
        this.machine = machine;
        this.result = result;
    }

    /**
     * The reason why a group waits.
     *
     * @param shared the text without its number
     * @param name the key of its evidence
     * @param advice the key of the advice: more loader workers make it worse when the processors are busy
     */
    private record Cause(
            LocalizedText text, LocalizedText shared, String name, Metric metric, double value, String advice) {

        String key() {
            return switch (this.metric) {
                case HOST_CPU_UTILIZATION -> "processors";
                case HOST_CPU_IOWAIT -> "disks";
                default -> "transfers";
            };
        }

        boolean inPauses() {
            return this.metric == Metric.PCIE_RX;
        }
    }

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        if (machine.window().latest().every().toMillis() / 1000.0 > LONGEST_STEP) {
            result.unchecked(text("rule.input-bound.slow-rounds"));
            return;
        }
        new InputBound(machine, result).check(gpus);
    }

    private void check(List<GpuRuleContext> gpus) {
        Map<GpuRuleContext, UtilizationOscillation> swings = new LinkedHashMap<>();
        for (GpuRuleContext gpu : gpus) {
            if (!gpu.gpu().minutes(Metric.UTILIZATION_GPU).isFull(gpu.now(), SPAN)) {
                this.result.add(gpu.gpu(), Verdict.waiting(SPAN / 1000.0));
                continue;
            }
            UtilizationOscillation swing = new UtilizationOscillation(gpu, SPAN);
            if (swing.swings(gpu.threshold("share") / 100)) {
                swings.put(gpu, swing);
            } else {
                this.result.add(gpu.gpu(), Verdict.CLEAR);
            }
        }
        WorkGroups.of(gpus, STARTED_TOGETHER).forEach((group) -> check(group, swings));
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
        if (isCauseInvisible(first)) {
            addAll(swinging, Verdict.unknown("rule.input-bound.no-cause"));
            return;
        }
        Cause cause = cause(first);
        boolean regular = !Double.isNaN(period);
        if (cause == null || !(regular || (together.size() > 1 && cause.inPauses()))) {
            addAll(swinging, Verdict.CLEAR);
            return;
        }
        String subject = group.get(0).gpu().key();
        LocalizedText every = every(first, swing, period);
        this.result.add(finding(subject, together, swing, cause).put("every", every, LocalizedText.NONE));
    }

    private void addAll(List<GpuRuleContext> gpus, Verdict verdict) {
        gpus.forEach((gpu) -> this.result.add(gpu.gpu(), verdict));
    }

    /** Returns whether no metric is known that could show the cause. */
    private boolean isCauseInvisible(GpuRuleContext gpu) {
        boolean knowsMachine = isMachineOfGpus()
                && !(Double.isNaN(this.machine.host(Metric.HOST_CPU_UTILIZATION))
                        && Double.isNaN(this.machine.host(Metric.HOST_CPU_IOWAIT)));
        return !knowsMachine && Double.isNaN(gpu.value(Metric.PCIE_RX));
    }

    /** While a recording is replayed, the machine is another one, or of another time. */
    private boolean isMachineOfGpus() {
        return this.machine.window().latest().source().recordedAt() == null;
    }

    private @Nullable Cause cause(GpuRuleContext gpu) {
        return isMachineOfGpus() ? causeOfMachine(gpu) : trafficInPauses(gpu, USUAL_ADVICE);
    }

    private @Nullable Cause causeOfMachine(GpuRuleContext gpu) {
        double cpu = this.machine.hostMean(Metric.HOST_CPU_UTILIZATION, "window");
        if (cpu >= gpu.threshold("cpu")) {
            LocalizedText full = text("rule.input-bound.cpu", Map.of("share", Quantities.percent(cpu)));
            LocalizedText shared = text("rule.input-bound.cpu-full");
            return new Cause(full, shared, "evidence.host-cpu", Metric.HOST_CPU_UTILIZATION, cpu, BUSY_ADVICE);
        }
        double disks = this.machine.hostMean(Metric.HOST_CPU_IOWAIT, "window");
        if (disks >= gpu.threshold("iowait")) {
            LocalizedText waits = text("rule.input-bound.disks", Map.of("share", Quantities.percent(disks)));
            LocalizedText shared = text("rule.input-bound.disks-slow");
            return new Cause(
                    waits,
                    shared,
                    "evidence.waiting-for-disks",
                    Metric.HOST_CPU_IOWAIT,
                    disks,
                    "rule.input-bound.advice.disks");
        }
        return trafficInPauses(gpu, cpu > BUSY_PERCENT ? BUSY_ADVICE : USUAL_ADVICE);
    }

    /** Prefers activity to utilization: it is a mean of the same rounds as traffic. */
    private static @Nullable Cause trafficInPauses(GpuRuleContext gpu, String advice) {
        double[] received = gpu.gpu().minutes(Metric.PCIE_RX).last(gpu.now(), SPAN);
        double[] means = gpu.gpu().minutes(Metric.ACTIVITY_SM).last(gpu.now(), SPAN);
        double[] activity = Double.isNaN(gpu.value(Metric.ACTIVITY_SM))
                ? gpu.gpu().minutes(Metric.UTILIZATION_GPU).last(gpu.now(), SPAN)
                : means;
        IdlePhaseTraffic rates = IdlePhaseTraffic.of(activity, received);
        if (!rates.risesInPauses()) {
            return null;
        }
        LocalizedText rate = Quantities.bytesPerSecond(rates.resting());
        LocalizedText traffic = text("rule.input-bound.traffic", Map.of("rate", rate));
        LocalizedText shared = text("rule.input-bound.traffic-rises");
        return new Cause(traffic, shared, "evidence.pause-traffic", Metric.PCIE_RX, rates.resting(), advice);
    }

    private Finding finding(String subject, List<GpuRuleContext> gpus, UtilizationOscillation swing, Cause cause) {
        GpuRuleContext first = gpus.get(0);
        List<GpuWindow> windows = gpus.stream().map(GpuRuleContext::gpu).toList();
        LocalizedText stop = windows.size() > 1
                ? text("rule.input-bound.stop-together", Map.of("n", windows.size()))
                : text("rule.input-bound.stops");
        double resting = 100 * swing.resting();
        return this.machine
                .finding(subject, windows)
                .heldFor(swing.heldSeconds())
                .put("why", cause.text, cause.shared)
                .put("share", resting, Quantities::percent)
                .put("stop", stop, text("rule.input-bound.they-stop"))
                .withAdvice(text(cause.advice))
                .because(cause.key())
                .shows(Metric.UTILIZATION_GPU, "evidence.share-waiting", resting)
                .against("share")
                .over(SPAN / 1000.0)
                .shows(cause.metric, cause.name, cause.value)
                .over(SPAN / 1000.0)
                .charts(first.chart(Metric.UTILIZATION_GPU, SHOWN))
                .heldBy(first.largestProcess());
    }

    /** Returns the period, unless it is too short to be seen in rounds. */
    private LocalizedText every(GpuRuleContext gpu, UtilizationOscillation swing, double period) {
        double step = swing.stepSeconds();
        double within = UtilizationOscillation.withinRounds(gpu, SPAN);
        // A round can only see a number of turns in proportion to its length; more means that rounds are too long.
        boolean plausible = step <= AS_OFTEN_AS_DRIVER || within <= 2 * step / period + 0.15;
        if (!(period >= FEWEST_SAMPLES * step) || !plausible) {
            return LocalizedText.NONE;
        }
        return text("rule.input-bound.every", Map.of("period", Quantities.tenths(period)));
    }
}
