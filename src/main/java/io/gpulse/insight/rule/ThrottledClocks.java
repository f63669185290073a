package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.detection.ClockThrottling;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Clocks that are throttled for a share of a window, and the loss of clock speed. */
final class ThrottledClocks {

    private static final Duration SHOWN = Duration.ofMinutes(10);
    private static final double MOSTLY = 50;
    private static final double HARDLY = 5;
    private static final double NEAR_LIMIT = 0.8;
    private static final double LEAST_LOAD = 10;

    private ThrottledClocks() {}

    static Verdict powerCapped(GpuRuleContext gpu) {
        if (gpu.machine().isOnBattery()) {
            return Verdict.unknown("rule.on-battery.unknown");
        }
        if (!gpu.isWatched(Metric.SHARE_BY_POWER_CAP, "window")) {
            return gpu.waiting("window");
        }
        double limit = gpu.value(Metric.ENFORCED_POWER_LIMIT);
        double usual = gpu.value(Metric.POWER_DEFAULT_LIMIT);
        if (!ClockThrottling.isLowered(gpu.gpu().sample().readings())
                || !isNeeded(gpu, limit)
                || highest(gpu, Metric.SHARE_BY_POWER_CAP).isEmpty()) {
            return Verdict.CLEAR;
        }
        Finding finding = finding(gpu, Metric.SHARE_BY_POWER_CAP)
                .put("limit", limit, Quantities::watts)
                .put("usual", usual, Quantities::watts)
                .shows(Metric.ENFORCED_POWER_LIMIT, "evidence.limit", limit)
                .shows(Metric.POWER_DEFAULT_LIMIT, "evidence.default-limit", usual);
        return gpu.mounting() == Mounting.LAPTOP
                ? finding.because("laptop").withAdvice(text("rule.power-capped.advice.laptop"), Precedence.LAPTOP)
                : finding;
    }

    static Verdict thermallySlowed(GpuRuleContext gpu) {
        if (!gpu.isWatched(Metric.SHARE_BY_SW_THERMAL, "window")) {
            return gpu.waiting("window");
        }
        Optional<Metric> highest =
                highest(gpu, Metric.SHARE_BY_SW_THERMAL, Metric.SHARE_BY_HW_THERMAL, Metric.SHARE_BY_POWER_BRAKE);
        if (highest.isEmpty()) {
            return Verdict.CLEAR;
        }
        Metric share = highest.get();
        if (share != Metric.SHARE_BY_HW_THERMAL && gpu.machine().isOnBattery()) {
            return Verdict.unknown("rule.on-battery.unknown");
        }
        boolean brake = share == Metric.SHARE_BY_POWER_BRAKE;
        String by = share == Metric.SHARE_BY_HW_THERMAL ? "by-hardware" : "by-driver";
        Finding finding = finding(gpu, share)
                .put("by", text("rule.thermally-slowed." + (brake ? "by-power-supply" : by)))
                .put("why", text("rule.thermally-slowed." + (brake ? "power-brake" : "heat")))
                .shows(Metric.TEMPERATURE_GPU, "evidence.temperature", gpu.value(Metric.TEMPERATURE_GPU));
        return brake
                ? finding.because("power-supply")
                        .withShort(text("rule.thermally-slowed.short.power-brake"))
                        .withAdvice(Remedy.CHECK_POWER_SUPPLY)
                : finding;
    }

    /** Checks whether anything but heat throttles the clocks while the machine runs on battery. */
    static Verdict onBattery(GpuRuleContext gpu) {
        if (!gpu.machine().isOnBattery()) {
            return Verdict.CLEAR;
        }
        return highest(gpu, Metric.SHARE_BY_POWER_CAP, Metric.SHARE_BY_SW_THERMAL, Metric.SHARE_BY_POWER_BRAKE)
                .<Verdict>map((share) -> finding(gpu, share))
                .orElse(Verdict.CLEAR);
    }

    /** Returns the highest of the shares that exceed the threshold. */
    private static Optional<Metric> highest(GpuRuleContext gpu, Metric... shares) {
        return Stream.of(shares)
                .filter((share) -> gpu.mean(share, "window") > gpu.threshold("share"))
                .max(Comparator.comparingDouble((share) -> gpu.mean(share, "window")));
    }

    private static Finding finding(GpuRuleContext gpu, Metric share) {
        double mean = gpu.mean(share, "window");
        return gpu.finding()
                .put("share", mean, Quantities::percent)
                .put("clocks", clocks(gpu, share), LocalizedText.NONE)
                .heldFor(gpu.heldFor(share, "window", (value) -> value > 1))
                .shows(share, "evidence.share", mean)
                .against("share")
                .over(gpu.threshold("window"))
                .charts(gpu.chart(Metric.CLOCKS_SM, SHOWN).shadedBy(share));
    }

    /**
     * Returns whether the GPU came near its limit, or worked where its draw is unknown: drivers may report an idle GPU
     * as throttled, too.
     */
    private static boolean isNeeded(GpuRuleContext gpu, double limit) {
        DoubleSummaryStatistics known =
                Series.known(gpu.slots(Metric.POWER_DRAW, "window")).summaryStatistics();
        return known.getCount() == 0
                ? !(gpu.mean(Metric.UTILIZATION_GPU, "window") < LEAST_LOAD)
                : known.getMax() >= NEAR_LIMIT * limit;
    }

    /** Compares the SM clock while throttled with that at other times, or with the highest where there are none. */
    private static LocalizedText clocks(GpuRuleContext gpu, Metric share) {
        double[] shares = gpu.slots(share, "window");
        double[] megahertz = gpu.slots(Metric.CLOCKS_SM, "window");
        double held = Series.mean(megahertz, (slot) -> shares[slot] > MOSTLY);
        double free = Series.mean(megahertz, (slot) -> shares[slot] <= HARDLY);
        double usual = Double.isNaN(free) ? gpu.value(Metric.CLOCKS_MAX_SM) : free;
        if (!(held < usual)) {
            return LocalizedText.NONE;
        }
        LocalizedText high = Quantities.megahertz(usual);
        return text("throttled.clocks", Map.of("low", Quantities.megahertz(held), "high", high));
    }
}
