package io.gpulse.insight.rule;

import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.insight.rule.RuleBuilder.rule;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.ENFORCED_POWER_LIMIT;
import static io.gpulse.metric.Metric.POWER_DEFAULT_LIMIT;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.SHARE_BY_HW_THERMAL;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_BRAKE;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_CAP;
import static io.gpulse.metric.Metric.SHARE_BY_SW_THERMAL;
import static io.gpulse.metric.Metric.TEMPERATURE_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Remedy;
import io.gpulse.metric.Metric;
import java.util.Comparator;
import java.util.stream.Stream;

/** Rules about clocks and power. */
final class ClockRules {

    static final Rule POWER_CAPPED = rule("power-capped", WARNING)
            .needing(SHARE_BY_POWER_CAP, ENFORCED_POWER_LIMIT, POWER_DEFAULT_LIMIT)
            .following(SHARE_BY_POWER_CAP, CLOCKS_SM, POWER_DRAW, UTILIZATION_GPU)
            .percent("share", "10%", "share of the window that the driver's counter tells, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "5m")
            .onEachGpu((gpu) -> {
                if (gpu.machine().isOnBattery()) {
                    return ThrottledClocks.ON_BATTERY;
                }
                double limit = gpu.value(ENFORCED_POWER_LIMIT);
                double usual = gpu.value(POWER_DEFAULT_LIMIT);
                if (!gpu.isWatched(SHARE_BY_POWER_CAP, "window")) {
                    return gpu.waiting("window");
                }
                if (limit >= usual
                        || !ThrottledClocks.isNeeded(gpu, limit)
                        || !(gpu.mean(SHARE_BY_POWER_CAP, "window") > gpu.threshold("share"))) {
                    return Verdict.CLEAR;
                }
                return ThrottledClocks.finding(gpu, SHARE_BY_POWER_CAP)
                        .advising(gpu.mounting() == Mounting.LAPTOP ? ThrottledClocks.LIMIT_OF_LAPTOP : null)
                        .say("limit", limit, Phrases::watts)
                        .say("usual", usual, Phrases::watts)
                        .shows(ENFORCED_POWER_LIMIT, new Phrase("limit", "上限"), limit)
                        .shows(POWER_DEFAULT_LIMIT, new Phrase("default limit", "默认上限"), usual);
            })
            .says("{gpu} {is|are} power-capped {share} of the time.", "{gpu} 有 {share} 的时间受功率上限限制。")
            .because(
                    "{Its|Their} limit is {limit}; the default is {usual}.{clocks}",
                    "其功率上限为 {limit}，默认为 {usual}。{clocks}")
            .advising(Remedy.RAISE_POWER_LIMIT)
            .passing("No GPU is held back by a lowered power limit", "没有因调低功率上限而降频的 GPU");

    static final Rule THERMALLY_SLOWED = rule("thermally-slowed", WARNING)
            .needing(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL)
            .following(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL, SHARE_BY_POWER_BRAKE, CLOCKS_SM)
            .percent("share", "10%", "share of the window that the driver's counters tell, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "5m")
            .onEachGpu((gpu) -> {
                if (!gpu.isWatched(SHARE_BY_SW_THERMAL, "window")) {
                    return gpu.waiting("window");
                }
                Metric most = Stream.of(SHARE_BY_SW_THERMAL, SHARE_BY_HW_THERMAL, SHARE_BY_POWER_BRAKE)
                        .filter((share) -> gpu.mean(share, "window") > gpu.threshold("share"))
                        .max(Comparator.comparingDouble((share) -> gpu.mean(share, "window")))
                        .orElse(null);
                if (most == null) {
                    return Verdict.CLEAR;
                }
                if (most != SHARE_BY_HW_THERMAL && gpu.machine().isOnBattery()) {
                    return ThrottledClocks.ON_BATTERY;
                }
                return ThrottledClocks.finding(gpu, most)
                        .say(
                                "by",
                                switch (most) {
                                    case SHARE_BY_POWER_BRAKE ->
                                        new Phrase("The power supply of the machine asks for less.", "由整机供电要求降频。");
                                    case SHARE_BY_HW_THERMAL -> new Phrase("The hardware protects itself.", "由硬件保护触发。");
                                    default -> new Phrase("The driver keeps it below its limit.", "由驱动控温触发。");
                                })
                        .say(
                                "why",
                                most == SHARE_BY_POWER_BRAKE
                                        ? new Phrase(" by the power brake", "供电保护")
                                        : new Phrase(" to stay cool", "温度过高"))
                        .advising(most == SHARE_BY_POWER_BRAKE ? Phrases.advice(Remedy.CHECK_POWER_SUPPLY) : null)
                        .shows(TEMPERATURE_GPU, new Phrase("temperature", "温度"), gpu.value(TEMPERATURE_GPU));
            })
            .says("{gpu} {is|are} slowed down {share} of the time{why}.", "{gpu} 有 {share} 的时间因{why}而降频。")
            .because("{by}{clocks}", "{by}{clocks}")
            .advising(Remedy.CHECK_COOLING)
            .passing("No GPU is slowed down by heat", "没有因过热而降频的 GPU");

    static final Rule ON_BATTERY = rule("on-battery", INFO)
            .following(SHARE_BY_SW_THERMAL, SHARE_BY_POWER_BRAKE, SHARE_BY_POWER_CAP, CLOCKS_SM)
            .percent("share", "10%", "share of the window that the driver's counters tell, more than")
            .window("window", "5m", "over which the share is taken")
            .holding("0s", "1m")
            .onEachGpu(ThrottledClocks::onBattery)
            .says(
                    "The machine runs on battery: {gpu} {is|are} slowed down {share} of the time.",
                    "机器正在使用电池：{gpu} 有 {share} 的时间降频。")
            .because("A laptop limits power and clocks on battery.{clocks}", "笔记本在使用电池时会限制功率与时钟。{clocks}")
            .advising("Connect the power supply of the laptop for full speed.", "如需全速运行，请连接笔记本电源。")
            .passing("No GPU is slowed down on battery", "没有因使用电池而降频的 GPU");

    private ClockRules() {}
}
