package io.gpulse.insight;

import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.InsightsResponse.CheckTranslation;
import io.gpulse.insight.InsightsResponse.CheckTranslations;
import io.gpulse.insight.rule.CheckResult;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Phrases;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.web.InsightMonitor.AlertLabels;
import io.gpulse.web.InsightMonitor.GpuLabels;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rule over time: evaluates it, and tracks each of its findings. */
final class RuleTracker {

    private static final Logger log = LoggerFactory.getLogger(RuleTracker.class);

    private static final long LOG_EVERY_MILLIS = Duration.ofHours(1).toMillis();

    private final Rule rule;
    private final Thresholds thresholds;
    private final Map<String, TrackedFinding> tracked = new LinkedHashMap<>();
    private final FindingGroups groups;
    private CheckResult last = new CheckResult();
    private boolean failed;
    private long loggedAt = -LOG_EVERY_MILLIS;

    RuleTracker(Rule rule, Thresholds thresholds, EventLog log) {
        this.rule = rule;
        this.thresholds = thresholds;
        this.groups = new FindingGroups(rule, log);
    }

    /** Returns insights that began, ended, changed their severity or their GPUs, or outlasted their silence. */
    List<Insight> check(MachineWindow machine, SilenceFilter silences) {
        try {
            this.last = this.rule.check(machine, this.thresholds);
            List<Insight> changed = update(machine, silences);
            this.failed = false;
            return changed;
        } catch (RuntimeException error) {
            // An error in one rule must not stop the others, nor this one in the rounds after it.
            if (machine.now() - this.loggedAt >= LOG_EVERY_MILLIS) {
                this.loggedAt = machine.now();
                log.error("Rule {} failed; it is evaluated again in the next round", this.rule.id(), error);
            }
            return fail(machine);
        }
    }

    /** Ends all insights of a rule that failed. */
    private List<Insight> fail(MachineWindow machine) {
        this.failed = true;
        try {
            return endAll(machine);
        } catch (RuntimeException again) {
            clear(machine.wall());
            return List.of();
        }
    }

    private List<Insight> update(MachineWindow machine, SilenceFilter silences) {
        Set<String> held = new HashSet<>();
        for (Finding finding : this.last.findings()) {
            held.add(finding.subject());
            this.tracked
                    .computeIfAbsent(
                            finding.subject(), (first) -> new TrackedFinding(this.rule, this.thresholds, finding))
                    .hold(finding, machine.now(), machine.wall());
        }
        this.tracked.values().removeIf((other) -> {
            if (held.contains(other.finding().subject())) {
                return false;
            }
            return isUnknown(other, machine) ? other.unknown(machine.now()) : other.clear(machine.now());
        });
        List<TrackedFinding> firing =
                this.tracked.values().stream().filter(TrackedFinding::isFiring).toList();
        firing.forEach((finding) -> finding.cover(silences));
        return this.groups.update(firing, machine);
    }

    private boolean isUnknown(TrackedFinding finding, MachineWindow machine) {
        List<GpuWindow> gpus = finding.finding().gpus();
        return this.last.isOpen() || (!gpus.isEmpty() && gpus.stream().noneMatch((gpu) -> isChecked(gpu, machine)));
    }

    private boolean isChecked(GpuWindow gpu, MachineWindow machine) {
        return machine.gpus().contains(gpu) && !this.last.unknown().containsKey(gpu);
    }

    /** Ends all insights, since other GPUs are sampled from now on. */
    List<Insight> endAll(MachineWindow machine) {
        List<Insight> ended = this.groups.update(List.of(), machine);
        clear(machine.wall());
        return ended;
    }

    private void clear(Instant now) {
        this.tracked.clear();
        this.groups.clear(now);
        this.last = new CheckResult();
    }

    /** Returns the active insights. */
    List<Insight> active() {
        return this.groups.active();
    }

    /** @param active the active insights of this rule */
    Check outcome(List<Insight> active) {
        Set<GpuWindow> unknown = this.last.unknown().keySet();
        LocalizedText unchecked = this.failed ? Messages.text("check.failed") : this.last.unchecked();
        if (!active.isEmpty()) {
            List<InsightGpu> gpus = active.stream()
                    .flatMap((insight) -> insight.gpus().stream())
                    .distinct()
                    .toList();
            Insight first = active.stream()
                    .filter((insight) -> insight.silence() == null)
                    .findFirst()
                    .orElse(active.get(0));
            return check("active", first.sentence(), detail(true, unchecked), gpus);
        }
        List<GpuWindow> pending = pending();
        boolean partly =
                unchecked == null && (unknown.isEmpty() || !this.last.clear().isEmpty());
        return check(
                partly && this.tracked.isEmpty() ? "passed" : "not-checked",
                this.rule.message("passes"),
                detail(partly, unchecked),
                Stream.concat(unknown.stream(), pending.stream())
                        .distinct()
                        .map(InsightGpu::of)
                        .toList());
    }

    private Check check(String outcome, LocalizedText sentence, @Nullable LocalizedText detail, List<InsightGpu> gpus) {
        return new Check(
                this.rule.id(),
                outcome,
                sentence.en(),
                LocalizedText.english(detail),
                gpus,
                new CheckTranslations(new CheckTranslation(sentence.zh(), LocalizedText.chinese(detail))));
    }

    /** Returns the GPUs of pending findings. */
    private List<GpuWindow> pending() {
        return this.tracked.values().stream()
                .filter((finding) -> !finding.isFiring())
                .flatMap((finding) -> finding.finding().gpus().stream())
                .toList();
    }

    /**
     * Returns what could not be checked, and why; null if all could.
     *
     * @param partly whether something could
     */
    private @Nullable LocalizedText detail(boolean partly, @Nullable LocalizedText unchecked) {
        Map<LocalizedText, List<Integer>> reasons = new LinkedHashMap<>();
        if (unchecked == null) {
            this.last
                    .unknown()
                    .forEach((gpu, why) -> reasons.computeIfAbsent(why, (first) -> new ArrayList<>())
                            .add(gpu.index()));
        } else {
            reasons.put(unchecked, List.of());
        }
        if (this.tracked.values().stream().anyMatch((finding) -> !finding.isFiring())) {
            LocalizedText span = Quantities.duration(this.thresholds.of(Rule.FIRES_AFTER));
            reasons.put(
                    Messages.text("check.pending", Map.of("span", span)),
                    pending().stream().map(GpuWindow::index).toList());
        }
        return reasons.isEmpty() ? null : Phrases.notChecked(reasons, partly);
    }

    /** See {@link InsightEngine#isOver}. */
    boolean isOver(String ofRule, Set<String> gpus) {
        if (!this.rule.id().equals(ofRule)) {
            return false;
        }
        boolean inapplicable = this.last.unchecked() != null && !this.last.isOpen();
        boolean complete = this.last.unchecked() == null && this.last.unknown().isEmpty();
        return inapplicable
                || (gpus.isEmpty()
                        ? complete && this.tracked.isEmpty()
                        : gpus.stream().allMatch(this::isClear));
    }

    private boolean isClear(String uuid) {
        return this.last.clear().stream()
                .filter((gpu) -> uuid.equals(gpu.uuid()))
                .anyMatch((gpu) -> this.tracked.values().stream()
                        .noneMatch((finding) -> finding.finding().gpus().contains(gpu)));
    }

    /**
     * Returns the state of each GPU that is checked, or for which the rule still holds.
     *
     * @param actions those of the active insights, by id
     */
    List<RuleState> states(Map<String, RepairAction> actions) {
        Map<GpuWindow, Optional<TrackedFinding>> firing = new LinkedHashMap<>();
        this.last.clear().forEach((gpu) -> firing.put(gpu, Optional.empty()));
        this.tracked
                .values()
                .forEach((finding) -> finding.finding()
                        .gpus()
                        .forEach((gpu) -> firing.merge(gpu, firing(finding), RuleTracker::worst)));
        List<RuleState> states = new ArrayList<>();
        firing.forEach((gpu, worst) -> states.add(state(new GpuLabels(gpu.index(), gpu.uuid()), worst, actions)));
        Optional<TrackedFinding> machine = this.tracked.values().stream()
                .filter((finding) -> finding.finding().gpus().isEmpty())
                .flatMap((finding) -> firing(finding).stream())
                .findFirst();
        boolean ofMachine = firing.isEmpty() && this.last.unknown().isEmpty() && this.last.unchecked() == null;
        if (machine.isPresent() || (ofMachine && !this.failed)) {
            states.add(state(null, machine, actions));
        }
        return states;
    }

    private static Optional<TrackedFinding> firing(TrackedFinding finding) {
        return Optional.of(finding).filter(TrackedFinding::isFiring);
    }

    private static Optional<TrackedFinding> worst(Optional<TrackedFinding> one, Optional<TrackedFinding> other) {
        return Stream.of(one, other).flatMap(Optional::stream).max(Comparator.comparing(TrackedFinding::severity));
    }

    private RuleState state(
            @Nullable GpuLabels gpu, Optional<TrackedFinding> firing, Map<String, RepairAction> actions) {
        Severity severity = firing.map(TrackedFinding::severity).orElse(this.rule.severity());
        AlertLabels alert = firing.map((one) -> new AlertLabels(
                        one.finding().key(this.rule),
                        this.groups
                                .idOf(one)
                                .map(actions::get)
                                .orElse(one.finding().action(this.rule))
                                .name()))
                .orElse(null);
        return new RuleState(this.rule.id(), gpu, severity.label(), alert);
    }
}
