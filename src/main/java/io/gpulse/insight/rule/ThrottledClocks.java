package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.CLOCKS_MAX_SM;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_BRAKE;
import static io.gpulse.metric.Metric.SHARE_BY_POWER_CAP;
import static io.gpulse.metric.Metric.SHARE_BY_SW_THERMAL;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;

/** Which share of a window the clocks were held back by something, and what that cost. */
final class ThrottledClocks {

    static final Duration SHOWN = Duration.ofMinutes(10);
    private static final double MOSTLY = 50;
    private static final double HARDLY = 5;

    private static final double NEAR_LIMIT = 0.8;
    private static final double LEAST_LOAD = 10;

    private static final Phrase REASON_ON_BATTERY =
            new Phrase("the machine runs on battery, which limits power and clocks", "机器正在使用电池，功率与时钟受限");

    /** A laptop refuses nvidia-smi -pl. */
    static final Phrase LIMIT_OF_LAPTOP = new Phrase(
            "The firmware of the laptop sets this limit: choose its performance mode, and use its own power supply.",
            "该上限由笔记本固件设定：请选择其性能模式，并使用原装电源。");

    /** Why nothing is said of limits on battery. */
    static final Verdict ON_BATTERY = new Verdict.Unknown(REASON_ON_BATTERY);

    private ThrottledClocks() {}

    /** Whether anything but heat limits the clocks while the machine runs on battery. */
    static Verdict onBattery(GpuRuleContext gpu) {
        if (!gpu.machine().isOnBattery()) {
            return Verdict.CLEAR;
        }
        return Stream.of(SHARE_BY_POWER_CAP, SHARE_BY_SW_THERMAL, SHARE_BY_POWER_BRAKE)
                .filter((share) -> gpu.mean(share, "window") > gpu.threshold("share"))
                .max(Comparator.comparingDouble((share) -> gpu.mean(share, "window")))
                .<Verdict>map((share) -> finding(gpu, share))
                .orElse(Verdict.CLEAR);
    }

    /** Says the share, since when, and the clocks; {@code {clocks}} is empty where they are not known. */
    static Finding finding(GpuRuleContext gpu, Metric share) {
        double mean = gpu.mean(share, "window");
        return gpu.finding()
                .say("share", mean, Phrases::percent)
                .say("clocks", clocks(gpu, share), Phrase.NONE)
                .heldFor(gpu.heldFor(share, "window", (value) -> value > 1))
                .shows(share, new Phrase("share", "占比"), mean)
                .against("share")
                .over(gpu.threshold("window"))
                .charts(gpu.chart(CLOCKS_SM, SHOWN).shadedBy(share, (value) -> value > MOSTLY));
    }

    /**
     * Whether it came near its limit, or worked where its draw is not told: drivers may say of an idle GPU, too, that
     * it is held back.
     */
    static boolean isNeeded(GpuRuleContext gpu, double limit) {
        float[] draws =
                gpu.gpu().hour(POWER_DRAW).last(gpu.now(), gpu.thresholds().millis("window"));
        boolean known = false;
        for (float draw : draws) {
            if (draw >= NEAR_LIMIT * limit) {
                return true;
            }
            known |= !Float.isNaN(draw);
        }
        return !known && !(gpu.mean(UTILIZATION_GPU, "window") < LEAST_LOAD);
    }

    /** The SM clock while held back, and otherwise; where it always is, the highest that there is. */
    private static Phrase clocks(GpuRuleContext gpu, Metric share) {
        long span = gpu.thresholds().millis("window");
        float[] shares = gpu.gpu().hour(share).last(gpu.now(), span);
        float[] megahertz = gpu.gpu().hour(CLOCKS_SM).last(gpu.now(), span);
        double held = mean(megahertz, shares, MOSTLY, 101);
        double free = mean(megahertz, shares, -1, HARDLY);
        double usual = Double.isNaN(free) ? gpu.value(CLOCKS_MAX_SM) : free;
        if (!(held < usual)) {
            return Phrase.NONE;
        }
        Phrase low = Phrases.megahertz(held);
        Phrase high = Phrases.megahertz(usual);
        return new Phrase(
                " While held back, the SM clock is at " + low.en() + " instead of " + high.en() + ".",
                "受限期间 SM 时钟为 " + low.zh() + "，而不是 " + high.zh() + "。");
    }

    private static double mean(float[] values, float[] shares, double above, double upTo) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < values.length; i++) {
            if (shares[i] > above && shares[i] <= upTo && !Float.isNaN(values[i])) {
                sum += values[i];
                count++;
            }
        }
        return count == 0 ? Double.NaN : sum / count;
    }
}
