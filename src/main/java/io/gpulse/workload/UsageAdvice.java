package io.gpulse.workload;

import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.message.Quantities;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rules that turn the figures of a job, or of a GPU over a span, into advice; the most valuable first. */
public final class UsageAdvice {

    private static final int MOST = 2;
    private static final int LEAST_SAMPLES = 10;

    private static final double LEAST_IDLE_SECONDS = 20 * 60;
    private static final double MOST_IDLE = 0.5;
    private static final double WAITED = 0.25;
    private static final double THROTTLED = 0.1;
    private static final double LEAST_PERCENT = 5;
    private static final double BUSY_PERCENT = 50;
    private static final double WELL_PERCENT = 80;
    private static final double BUSY_HOST_PERCENT = 85;
    private static final double SMALL_MEMORY = 0.1;
    private static final double FULL_MEMORY = 0.95;

    private static final Set<Metric> HEAT = Set.of(Metric.REASON_SW_THERMAL, Metric.REASON_HW_THERMAL);

    private static final List<Rule> FAULTS = List.of(
            new Rule("unused", UsageAdvice::unused),
            new Rule("held-idle", UsageAdvice::heldIdle),
            new Rule("input-bound", UsageAdvice::inputBound),
            new Rule("throttled", UsageAdvice::throttled),
            new Rule("low-sm", UsageAdvice::lowSmActivity),
            new Rule("low-utilization", UsageAdvice::lowUtilization),
            new Rule("small-memory", UsageAdvice::smallMemory));

    private static final Rule USED_WELL = new Rule("used-well", UsageAdvice::usedWell);

    /** Findings that are no fault. */
    private static final List<Rule> NOTES = List.of(
            new Rule("full-memory", UsageAdvice::fullMemory), new Rule("power-capped", UsageAdvice::powerCapped));

    private UsageAdvice() {}

    /** A rule. It returns null when it does not hold. */
    private record Rule(String name, Function<AdviceFigures, @Nullable LocalizedText> text) {

        private Stream<Sentence> of(AdviceFigures figures, Language language) {
            LocalizedText found = this.text.apply(figures);
            return found == null ? Stream.empty() : Stream.of(new Sentence(this.name, language.of(found)));
        }
    }

    /**
     * A piece of advice.
     *
     * @param rule unused, held-idle, input-bound, throttled, low-sm, low-utilization, small-memory, used-well,
     *     full-memory or power-capped.
     * @param sentence The finding and what to do.
     */
    @Schema(name = "Advice")
    public record Sentence(
            @Schema(example = "unused") String rule,

            @Schema(example = "1 of 2 GPUs was never used: request 1.")
            String sentence) {}

    /** Returns at most two sentences; none on fewer than ten samples. */
    public static List<Sentence> of(AdviceFigures figures, Language language) {
        if (!(figures.samples() >= LEAST_SAMPLES)) {
            return List.of();
        }
        List<Sentence> faults =
                FAULTS.stream().flatMap((rule) -> rule.of(figures, language)).toList();
        Stream<Sentence> first = faults.isEmpty() ? USED_WELL.of(figures, language) : faults.stream();
        Stream<Sentence> notes = NOTES.stream().flatMap((rule) -> rule.of(figures, language));
        return Stream.concat(first, notes).limit(MOST).toList();
    }

    private static @Nullable LocalizedText unused(AdviceFigures of) {
        int used = of.gpus() - of.unused();
        return of.unused() == 0 || used == 0
                ? null
                : Messages.text("job.advice.unused", Map.of("n", of.unused(), "all", of.gpus(), "used", used));
    }

    /** Less than 20 minutes on each GPU may be the preparation of a program. */
    private static @Nullable LocalizedText heldIdle(AdviceFigures of) {
        double all = of.active() + of.heldIdle();
        int gpus = of.unused() == of.gpus() ? of.gpus() : of.gpus() - of.unused();
        return of.heldIdle() >= MOST_IDLE * all && of.heldIdle() >= LEAST_IDLE_SECONDS * gpus
                ? Messages.text("job.advice.held-idle", Map.of("idle", hours(of.heldIdle()), "all", hours(all)))
                : null;
    }

    private static @Nullable LocalizedText inputBound(AdviceFigures of) {
        return of.waitingShare() >= WAITED ? Messages.text("job.advice.input-bound") : null;
    }

    private static @Nullable LocalizedText throttled(AdviceFigures of) {
        if (of.throttledShare(HEAT) >= THROTTLED) {
            return Messages.text("job.advice.heat", share(of, HEAT));
        }
        Set<Metric> brake = Set.of(Metric.REASON_POWER_BRAKE);
        if (of.throttledShare(brake) >= THROTTLED) {
            return Messages.text("job.advice.power-brake", share(of, brake));
        }
        Set<Metric> slowdown = Set.of(Metric.REASON_HW_SLOWDOWN);
        return of.throttledShare(slowdown) >= THROTTLED
                ? Messages.text("job.advice.hw-slowdown", share(of, slowdown))
                : null;
    }

    private static @Nullable LocalizedText powerCapped(AdviceFigures of) {
        Set<Metric> cap = Set.of(Metric.REASON_POWER_CAP);
        return of.throttledShare(cap) >= THROTTLED ? Messages.text("job.advice.power-cap", share(of, cap)) : null;
    }

    private static Map<String, Object> share(AdviceFigures of, Set<Metric> reasons) {
        return Map.of("share", Quantities.percent(100 * of.throttledShare(reasons)));
    }

    private static @Nullable LocalizedText lowSmActivity(AdviceFigures of) {
        return of.utilization() >= BUSY_PERCENT && of.smActivity() < of.utilization() / 2
                ? Messages.text(
                        isFull(of) ? "job.advice.low-sm.full" : "job.advice.low-sm",
                        Map.of(
                                "utilization",
                                Quantities.percent(of.utilization()),
                                "activity",
                                Quantities.percent(of.smActivity())))
                : null;
    }

    /** An alert that it waited for data has more to report. */
    private static @Nullable LocalizedText lowUtilization(AdviceFigures of) {
        boolean low = isUsed(of) && of.utilization() < BUSY_PERCENT && inputBound(of) == null;
        return low && !Double.isNaN(of.hostCpu())
                ? Messages.text(
                        of.hostCpu() >= BUSY_HOST_PERCENT
                                ? "job.advice.low-utilization.busy"
                                : "job.advice.low-utilization.room",
                        Map.of(
                                "utilization",
                                Quantities.percent(of.utilization()),
                                "cpu",
                                Quantities.percent(of.hostCpu())))
                : null;
    }

    /** A program that needs the SMs needs the GPU, however little memory it uses. */
    private static @Nullable LocalizedText smallMemory(AdviceFigures of) {
        double computing = Double.isNaN(of.smActivity()) ? of.utilization() : of.smActivity();
        boolean small = of.peakMemory() > 0 && of.peakMemory() <= SMALL_MEMORY * of.totalMemory();
        return small && isUsed(of) && computing < BUSY_PERCENT
                ? Messages.text(
                        "job.advice.small-memory",
                        Map.of("peak", Quantities.bytes(of.peakMemory()), "total", Quantities.bytes(of.totalMemory())))
                : null;
    }

    private static @Nullable LocalizedText usedWell(AdviceFigures of) {
        return of.utilization() >= WELL_PERCENT
                ? Messages.text(
                        Double.isNaN(of.smActivity()) ? "job.advice.used-well.unknown" : "job.advice.used-well",
                        Map.of("utilization", Quantities.percent(of.utilization())))
                : null;
    }

    private static @Nullable LocalizedText fullMemory(AdviceFigures of) {
        double percent = 100 * Math.min(1, of.peakMemory() / of.totalMemory());
        return isFull(of)
                ? Messages.text("job.advice.full-memory", Map.of("share", Quantities.percent(percent)))
                : null;
    }

    private static boolean isFull(AdviceFigures of) {
        return of.totalMemory() > 0 && of.peakMemory() >= FULL_MEMORY * of.totalMemory();
    }

    /** Returns whether more than a display or a resting program used it. */
    private static boolean isUsed(AdviceFigures of) {
        return of.utilization() >= LEAST_PERCENT;
    }

    private static String hours(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds / 3600);
    }
}
