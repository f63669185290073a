package io.gpulse.insight;

import io.gpulse.event.RuleEvaluation;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.message.Quantities;
import io.gpulse.insight.CheckOutcome.Outcome;
import io.gpulse.insight.Insight.GpuRef;
import io.gpulse.insight.rule.CheckResult;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Phrases;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.web.InsightMonitor.GpuLabels;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One rule over time: checks it, and follows each thing that it has found. */
final class RuleTracker {

    private static final Logger log = LoggerFactory.getLogger(RuleTracker.class);

    private final Rule rule;
    private final Thresholds thresholds;
    private final Map<String, TrackedFinding> tracked = new LinkedHashMap<>();
    private final FindingGroups groups;
    private CheckResult last = new CheckResult();
    private boolean failed;

    RuleTracker(Rule rule, Thresholds thresholds) {
        this.rule = rule;
        this.thresholds = thresholds;
        this.groups = new FindingGroups(rule);
    }

    /** @return those that began, ended, changed their severity or their GPUs, or outlast their silence */
    List<Insight> check(MachineWindow machine, SilenceFilter silences) {
        if (this.failed) {
            return List.of();
        }
        try {
            this.last = this.rule.check(machine, this.thresholds);
            return follow(machine, silences);
        } catch (RuntimeException mistake) {
            // A mistake in one rule must not silence the others.
            log.error("The rule {} failed and is no longer checked", this.rule.id(), mistake);
            return fail(machine);
        }
    }

    /** What it said is over, as far as that can still be said. */
    private List<Insight> fail(MachineWindow machine) {
        this.failed = true;
        try {
            return endAll(machine);
        } catch (RuntimeException again) {
            forget();
            return List.of();
        }
    }

    private List<Insight> follow(MachineWindow machine, SilenceFilter silences) {
        Set<String> held = new HashSet<>();
        for (Finding finding : this.last.findings()) {
            held.add(finding.subject());
            this.tracked
                    .computeIfAbsent(
                            finding.subject(), (first) -> new TrackedFinding(this.rule, this.thresholds, finding))
                    .holds(finding, machine.now(), machine.wall());
        }
        this.tracked.values().removeIf((other) -> {
            if (held.contains(other.finding().subject())) {
                return false;
            }
            return isPaused(other, machine) ? other.pause(machine.now()) : other.clear(machine.now());
        });
        List<TrackedFinding> said = said();
        said.forEach((finding) -> finding.cover(silences));
        return this.groups.update(said, machine);
    }

    private List<TrackedFinding> said() {
        return this.tracked.values().stream().filter(TrackedFinding::isSaid).toList();
    }

    private boolean isPaused(TrackedFinding finding, MachineWindow machine) {
        List<GpuWindow> gpus = finding.finding().gpus();
        return this.last.isOpen() || (!gpus.isEmpty() && gpus.stream().noneMatch((gpu) -> isJudged(gpu, machine)));
    }

    private boolean isJudged(GpuWindow gpu, MachineWindow machine) {
        return machine.gpus().contains(gpu) && !this.last.unknown().containsKey(gpu);
    }

    /** All is over: what it was about is no longer there. */
    List<Insight> endAll(MachineWindow machine) {
        List<Insight> ended = this.groups.update(List.of(), machine);
        forget();
        return ended;
    }

    private void forget() {
        this.tracked.clear();
        this.groups.clear();
        this.last = new CheckResult();
    }

    /** @param id of what holds, by whatever rule */
    void begunAt(String id, Instant earlier) {
        this.groups.begunAt(id, earlier);
    }

    /** Those that hold. */
    List<Insight> active(MachineWindow machine) {
        return this.groups.active(machine);
    }

    /** @param active those of this rule that hold */
    CheckOutcome outcome(List<Insight> active) {
        Set<GpuWindow> unknown = this.last.unknown().keySet();
        LocalizedText unchecked = this.failed ? Messages.text("check.failed") : this.last.unchecked();
        if (!active.isEmpty()) {
            List<GpuRef> gpus = active.stream()
                    .flatMap((insight) -> insight.gpus().stream())
                    .distinct()
                    .toList();
            Insight first = active.stream()
                    .filter((insight) -> insight.silence() == null)
                    .findFirst()
                    .orElse(active.get(0));
            return new CheckOutcome(this.rule.id(), Outcome.ACTIVE, first.sentence(), detail(true, unchecked), gpus);
        }
        List<GpuWindow> pending = pending();
        boolean partly =
                unchecked == null && (unknown.isEmpty() || !this.last.clear().isEmpty());
        return new CheckOutcome(
                this.rule.id(),
                partly && this.tracked.isEmpty() ? Outcome.PASSED : Outcome.NOT_CHECKED,
                this.rule.passes(),
                detail(partly, unchecked),
                refs(Stream.concat(unknown.stream(), pending.stream()).distinct()));
    }

    /** Those of which it holds, but not for long enough yet. */
    private List<GpuWindow> pending() {
        return this.tracked.values().stream()
                .filter((finding) -> !finding.isSaid())
                .flatMap((finding) -> finding.finding().gpus().stream())
                .toList();
    }

    /**
     * What could not be checked, and why; null when all was.
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
        if (this.tracked.values().stream().anyMatch((finding) -> !finding.isSaid())) {
            LocalizedText span = Quantities.duration(this.thresholds.of(Rule.FIRES_AFTER));
            reasons.put(
                    Messages.text("check.pending", Map.of("span", span)),
                    pending().stream().map(GpuWindow::index).toList());
        }
        return reasons.isEmpty() ? null : Phrases.notChecked(reasons, partly);
    }

    private static List<GpuRef> refs(Stream<GpuWindow> gpus) {
        return gpus.map(GpuRef::of).toList();
    }

    /** What was found not to hold. */
    RuleEvaluation judgement() {
        Set<String> clear = new HashSet<>();
        for (GpuWindow gpu : this.last.clear()) {
            boolean held = this.tracked.values().stream()
                    .anyMatch((finding) -> finding.finding().gpus().contains(gpu));
            String uuid = gpu.uuid();
            if (!held && uuid != null) {
                clear.add(uuid);
            }
        }
        boolean inapplicable = this.last.unchecked() != null && !this.last.isOpen();
        boolean complete = this.last.unchecked() == null && this.last.unknown().isEmpty();
        return new RuleEvaluation(this.rule.id(), inapplicable, complete && this.tracked.isEmpty(), clear);
    }

    /** Of each GPU that is checked, or of which it still holds. */
    List<RuleState> states() {
        Set<GpuWindow> active = new LinkedHashSet<>();
        Set<GpuWindow> known = new LinkedHashSet<>(this.last.clear());
        boolean machine = false;
        for (TrackedFinding finding : this.tracked.values()) {
            known.addAll(finding.finding().gpus());
            if (finding.isSaid()) {
                active.addAll(finding.finding().gpus());
                machine |= finding.finding().gpus().isEmpty();
            }
        }
        List<RuleState> states = new ArrayList<>();
        known.stream()
                .map((gpu) ->
                        new RuleState(this.rule.id(), new GpuLabels(gpu.index(), gpu.uuid()), active.contains(gpu)))
                .forEach(states::add);
        boolean ofMachine = known.isEmpty() && this.last.unknown().isEmpty() && this.last.unchecked() == null;
        if (machine || (ofMachine && !this.failed)) {
            states.add(new RuleState(this.rule.id(), null, machine));
        }
        return states;
    }
}
