package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.LinkSample;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.insight.window.ChangeLog;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Links whose errors or recoveries grow while those of the GPU's other links do not, and links that are down. */
final class DegradedLinks {

    private static final long SHORT = Duration.ofMinutes(10).toMillis();

    private DegradedLinks() {}

    /**
     * The growth of one counter of a link.
     *
     * @param others the growth that three in four of the other links do not exceed
     */
    private record Growth(int link, Metric metric, ChangeLog log, long lately, long others) {

        /** Ranks failed recoveries first, then recoveries, then errors. */
        int rank() {
            return isFailure() ? 2 : isRecovery() ? 1 : 0;
        }

        boolean isRecovery() {
            return this.metric.key().contains(".recovery");
        }

        boolean isFailure() {
            return this.metric.key().endsWith(".recovery.failed");
        }

        String threshold() {
            if (isRecovery()) {
                return "recoveries";
            }
            return this.metric.key().endsWith(".symbol") ? "symbols" : "errors";
        }

        /** Returns whether it grows far more than most of the other links. */
        boolean isFarAbove(GpuRuleContext gpu) {
            return isRecovery() ? this.others == 0 : this.lately > this.others * gpu.threshold("times");
        }
    }

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        for (GpuRuleContext gpu : gpus) {
            Map<Integer, Map<Metric, ChangeLog>> links = gpu.gpu().links();
            if (links.size() < 2) {
                Map<String, ?> index = Map.of("index", gpu.gpu().index());
                result.add(gpu.gpu(), new Verdict.Unknown(text("rule.ailing-link.unknown", index)));
                continue;
            }
            List<Growth> degraded = links.keySet().stream()
                    .filter((link) -> hasGrown(links.get(link), windowStart(gpu)))
                    .flatMap((link) -> worst(gpu, link, links).stream())
                    .toList();
            if (degraded.isEmpty()) {
                result.add(gpu.gpu(), Verdict.CLEAR);
            }
            degraded.forEach((growth) -> result.add(finding(gpu, growth, links.size() - 1)));
        }
    }

    /** Returns whether any counter of a link has grown. Nearly none has, in any round. */
    private static boolean hasGrown(@Nullable Map<Metric, ChangeLog> logs, long from) {
        if (logs != null) {
            for (ChangeLog log : logs.values()) {
                if (log.gainedSince(from) != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long windowStart(GpuRuleContext gpu) {
        return gpu.machine().wall().toEpochMilli() - gpu.thresholds().millis("window");
    }

    private static Optional<Growth> worst(GpuRuleContext gpu, int link, Map<Integer, Map<Metric, ChangeLog>> links) {
        return LinkSample.FAULTS.stream()
                .flatMap((metric) -> growth(gpu, link, metric, links).stream())
                .filter((growth) -> growth.lately >= gpu.threshold(growth.threshold()) && growth.isFarAbove(gpu))
                .max(Comparator.comparingInt(Growth::rank).thenComparingLong(Growth::lately));
    }

    /** Returns the growth of a counter; empty when it did not grow, or no other link has that counter. */
    private static Optional<Growth> growth(
            GpuRuleContext gpu, int link, Metric metric, Map<Integer, Map<Metric, ChangeLog>> links) {
        long from = windowStart(gpu);
        ChangeLog log = Objects.requireNonNull(links.get(link)).get(metric);
        long lately = log == null ? 0 : log.gainedSince(from);
        // A threshold is at least 1: most links have no errors to compare.
        if (log == null || lately == 0) {
            return Optional.empty();
        }
        long[] others = links.entrySet().stream()
                .filter((other) -> other.getKey() != link)
                .flatMap((other) -> Optional.ofNullable(other.getValue().get(metric)).stream())
                .mapToLong((other) -> other.gainedSince(from))
                .sorted()
                .toArray();
        return others.length == 0
                ? Optional.empty()
                : Optional.of(new Growth(link, metric, log, lately, others[others.length * 3 / 4]));
    }

    private static Finding finding(GpuRuleContext gpu, Growth growth, int others) {
        long now = gpu.machine().wall().toEpochMilli();
        double window = gpu.threshold("window");
        ChangeLog log = growth.log;
        long first = log.firstChangeSince(now - gpu.thresholds().millis("window"));
        long lately = log.gainedSince(now - SHORT);
        Finding finding = new Finding(gpu.gpu().key() + "/" + growth.link, List.of(gpu.gpu()), gpu.thresholds());
        finding.withAdvice(
                text(gpu.mounting() == Mounting.CARD ? "rule.ailing-link.advice" : "rule.ailing-link.advice.module"),
                growth.isFailure() ? Precedence.LINK_FAILED : Precedence.LINK_ERRORS);
        return texts(finding, growth, others)
                .withSeverity(growth.isFailure() ? Severity.CRITICAL : Severity.WARNING)
                .heldFor(Math.max(0, now - first) / 1000.0)
                .put("window", Quantities.duration(window))
                .put("lately", (double) lately, Quantities::count)
                .put("seen", Math.max(0, now - log.firstAt()) / 1000.0, Quantities::duration)
                .shows(growth.metric, "evidence.in-10-min", lately)
                .over(SHORT / 1000.0)
                .shows(growth.metric, "evidence.in-window", growth.lately)
                .against(growth.threshold())
                .over(window)
                .shows(growth.metric, "evidence.since-first-seen", log.gained())
                .shows(growth.metric, "evidence.in-all", log.count())
                .shows("evidence.link", growth.link, Unit.NONE);
    }

    private static Finding texts(Finding finding, Growth growth, int others) {
        String errors = growth.isRecovery() ? "recoveries" : "errors";
        String what = growth.isFailure() ? "failures" : errors;
        String contrast = growth.others == 0 ? "healthy" : "fewer";
        String none = others == 1 ? "rule.ailing-link.other-none" : "rule.ailing-link.others-none";
        String some = others == 1 ? "rule.ailing-link.other-some" : "rule.ailing-link.others-some";
        return finding.because(what)
                .put("link", Quantities.count(growth.link))
                .put("counter", LocalizedText.of(growth.metric.key()))
                .put(
                        "gained",
                        (double) growth.lately,
                        (n) -> text("rule.ailing-link." + what, Map.of("n", (long) n, "counter", growth.metric.key())))
                .put("contrast", text("rule.ailing-link." + contrast))
                .put(
                        "neighbours",
                        (double) growth.others,
                        (most) -> text(most == 0 ? none : some, Map.of("links", others, "most", (long) most)))
                .put("count", (double) growth.log.count(), Quantities::count)
                .put("sinceSeen", (double) growth.log.gained(), Quantities::count);
    }

    /** Checks for links that were up and are down while others of the GPU are up. */
    static Verdict checkStates(GpuRuleContext gpu) {
        int up = gpu.gpu().links(true).size();
        if (up == 0 && gpu.gpu().links(false).isEmpty()) {
            return Verdict.unknown("rule.link-down.unknown");
        }
        List<String> failed =
                gpu.gpu().failedLinks().stream().map(String::valueOf).toList();
        if (failed.isEmpty() || up == 0) {
            return Verdict.CLEAR;
        }
        Finding finding = gpu.finding()
                .put("links", new LocalizedText(String.join(", ", failed), String.join("、", failed)))
                .put("failed", Quantities.count(failed.size()))
                .put("up", Quantities.count(up))
                .shows("evidence.links-down", failed.size(), Unit.NONE)
                .shows("evidence.links-up", up, Unit.NONE);
        return gpu.mounting() == Mounting.CARD
                ? finding
                : finding.withAdvice(ResetAdvice.complete(text("rule.link-down.advice.module")));
    }
}
