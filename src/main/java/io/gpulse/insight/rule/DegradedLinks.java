package io.gpulse.insight.rule;

import io.gpulse.device.LinkSample;
import io.gpulse.event.Severity;
import io.gpulse.event.xid.Mounting;
import io.gpulse.insight.window.ChangeLog;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.LinkStates;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Links whose errors or recoveries grow while those of the GPU's other links do not. */
final class DegradedLinks {

    private static final long SHORT = Duration.ofMinutes(10).toMillis();

    private static final Phrase NEEDS_STATES =
            new Phrase("needs link.nvlink.state, which is not reported", "需要 link.nvlink.state（未提供）");

    private static final Phrase ADVICE_OF_MODULE = new Phrase(
            "Such a link may fail and take the GPUs along: save checkpoints, and contact the vendor.",
            "此类链路可能失效并影响所有 GPU：请保存检查点并联系供应商。");

    private static final Phrase ADVICE_OF_DOWN_MODULE = Phrases.advice(
            "Look for NVLink messages in the kernel log; reset the GPU when its work is done, and contact the vendor if"
                    + " the link stays down.",
            "请查看内核日志中的 NVLink 消息；待任务结束后重置 GPU；若链路仍未恢复，请联系供应商。");

    private DegradedLinks() {}

    /** A counter of a link that grows, and what it has gained. */
    private record Growth(int link, Metric metric, ChangeLog log, long lately, long others) {

        Growth besides(long most) {
            return new Growth(this.link, this.metric, this.log, this.lately, most);
        }

        /** How bad it is: failed recoveries first, recoveries, then errors, the more the worse. */
        private int rank() {
            return isFailure(this.metric) ? 2 : isRecovery(this.metric) ? 1 : 0;
        }
    }

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        for (GpuRuleContext gpu : gpus) {
            Map<Integer, Map<Metric, ChangeLog>> links = gpu.gpu().links();
            if (links.size() < 2) {
                result.unknown(gpu.gpu(), needsLinks(gpu.gpu()));
                continue;
            }
            List<Growth> ailing = ailing(gpu, links);
            if (ailing.isEmpty()) {
                result.clear(gpu.gpu());
                continue;
            }
            links.keySet()
                    .forEach((link) -> worst(ailing, link)
                            .ifPresent((growth) -> result.add(finding(gpu, growth, links.size() - 1))));
        }
    }

    /** Links that were up and are down while others of the GPU are up. */
    static void checkStates(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        for (GpuRuleContext gpu : gpus) {
            LinkStates states = gpu.gpu().linkStates();
            if (states.isEmpty()) {
                result.unknown(gpu.gpu(), NEEDS_STATES);
            } else if (states.failed().isEmpty() || states.up() == 0) {
                result.clear(gpu.gpu());
            } else {
                result.add(down(gpu, states));
            }
        }
    }

    private static Finding down(GpuRuleContext gpu, LinkStates states) {
        List<String> failed = states.failed().stream().map(String::valueOf).toList();
        return gpu.finding()
                .say(
                        "links",
                        new Phrase(
                                (failed.size() == 1 ? "NVLink " : "NVLinks ") + String.join(", ", failed),
                                "NVLink " + String.join("、", failed)))
                .say("are", new Phrase(failed.size() == 1 ? "is" : "are", ""))
                .say("up", Phrases.count(states.up()))
                .advising(gpu.mounting() == Mounting.CARD ? null : ADVICE_OF_DOWN_MODULE)
                .shows(new Phrase("links down", "断开的链路"), failed.size(), Unit.NONE)
                .shows(new Phrase("links up", "正常的链路"), states.up(), Unit.NONE);
    }

    private static Phrase needsLinks(GpuWindow gpu) {
        return new Phrase(
                "needs error counters of NVLinks, which GPU " + gpu.index() + " does not report",
                "需要 NVLink 错误计数，GPU " + gpu.index() + " 未提供");
    }

    private static Optional<Growth> worst(List<Growth> ailing, int link) {
        return ailing.stream()
                .filter((growth) -> growth.link == link)
                .max(Comparator.comparingInt(Growth::rank).thenComparingLong(Growth::lately));
    }

    private static List<Growth> ailing(GpuRuleContext gpu, Map<Integer, Map<Metric, ChangeLog>> links) {
        long from = gpu.machine().wall().toEpochMilli() - gpu.thresholds().millis("window");
        List<Growth> found = new ArrayList<>();
        for (Metric metric : LinkSample.FAULTS) {
            List<Growth> all = new ArrayList<>();
            links.forEach((link, logs) -> {
                ChangeLog log = logs.get(metric);
                if (log != null) {
                    all.add(new Growth(link, metric, log, log.gainedSince(from), 0));
                }
            });
            double least = gpu.threshold(threshold(metric));
            all.stream()
                    .filter((growth) -> all.size() > 1 && growth.lately >= least)
                    .map((growth) -> growth.besides(ofOthers(growth, all)))
                    .filter((growth) -> differs(gpu, growth))
                    .forEach(found::add);
        }
        return found;
    }

    /** Whether it grows as those of its neighbours do not: more than most of them, by far. */
    private static boolean differs(GpuRuleContext gpu, Growth growth) {
        return isRecovery(growth.metric) ? growth.others == 0 : growth.lately > growth.others * gpu.threshold("times");
    }

    /** What three in four of the others have gained at most. */
    private static long ofOthers(Growth growth, List<Growth> all) {
        long[] others = all.stream()
                .filter((other) -> other.link != growth.link)
                .mapToLong(Growth::lately)
                .sorted()
                .toArray();
        return others.length == 0 ? 0 : others[others.length * 3 / 4];
    }

    private static String threshold(Metric metric) {
        if (isRecovery(metric)) {
            return "recoveries";
        }
        return metric.key().endsWith(".symbol") ? "symbols" : "errors";
    }

    private static boolean isRecovery(Metric metric) {
        return metric.key().contains(".recovery");
    }

    private static boolean isFailure(Metric metric) {
        return metric.key().endsWith(".recovery.failed");
    }

    private static Finding finding(GpuRuleContext gpu, Growth growth, int neighbours) {
        long now = gpu.machine().wall().toEpochMilli();
        long from = now - gpu.thresholds().millis("window");
        ChangeLog log = growth.log;
        Finding finding = new Finding(gpu.gpu().key() + "/" + growth.link, List.of(gpu.gpu()), gpu.thresholds());
        return finding.advising(gpu.mounting() == Mounting.CARD ? null : ADVICE_OF_MODULE)
                .as(isFailure(growth.metric) ? Severity.CRITICAL : Severity.WARNING)
                .heldFor(Math.max(0, now - log.firstChangeSince(from)) / 1000.0)
                .say("link", Phrases.count(growth.link))
                .say("gained", growth.lately, (count) -> what(growth.metric, (long) count))
                .say("counter", Phrase.of(growth.metric.key()))
                .say("window", Phrases.duration(gpu.threshold("window")))
                .say("lately", log.gainedSince(now - SHORT), Phrases::count)
                .say("count", log.count(), Phrases::count)
                .say("sinceSeen", log.gained(), Phrases::count)
                .say("seen", Math.max(0, now - log.firstAt()) / 1000.0, Phrases::duration)
                .say("contrast", contrast(growth.others))
                .say("neighbours", growth.others, (most) -> neighbours(neighbours, (long) most))
                .shows(growth.metric, new Phrase("in 10 min", "10 分钟内"), log.gainedSince(now - SHORT))
                .over(SHORT / 1000.0)
                .shows(growth.metric, new Phrase("in the window", "窗口内"), growth.lately)
                .against(threshold(growth.metric))
                .over(gpu.threshold("window"))
                .shows(growth.metric, new Phrase("since first seen", "首次观察以来"), log.gained())
                .shows(growth.metric, new Phrase("in all", "总计"), log.count())
                .shows(new Phrase("link", "链路"), growth.link, Unit.NONE);
    }

    private static Phrase contrast(long most) {
        return most == 0
                ? new Phrase("while its neighbours stay healthy", "而相邻链路正常")
                : new Phrase("far more than its neighbours", "远多于相邻链路");
    }

    private static Phrase neighbours(int links, long most) {
        String en = (links == 1 ? "The other link" : "Most of the other " + links + " links");
        String zh = links == 1 ? "另一条链路" : "其余 " + links + " 条链路大多";
        boolean one = links == 1;
        return most == 0
                ? new Phrase(en + (one ? " counts none" : " count none"), zh + "为零")
                : new Phrase(en + (one ? " has" : " have") + " had " + most + " at most", zh + "不超过 " + most);
    }

    private static Phrase what(Metric metric, long gained) {
        if (isFailure(metric)) {
            return Phrases.count(gained, "recovery that failed", "recoveries that failed", " 次恢复失败");
        }
        return isRecovery(metric)
                ? Phrases.count(gained, "recovery", "recoveries", " 次恢复")
                : Phrases.count(gained, "error (" + metric.key() + ")", "errors (" + metric.key() + ")", " 个错误");
    }
}
