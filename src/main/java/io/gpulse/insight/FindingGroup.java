package io.gpulse.insight;

import io.gpulse.event.AlertLifecycle;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.insight.rule.ChartSpec;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Findings of one rule with one cause, which began together and are covered by one silence or by none. The group keeps
 * its id when a GPU joins or leaves. Members that another silence covers form a group of their own, and the audible
 * ones keep the id. A group whose silence ends keeps its id and does not join another.
 */
final class FindingGroup {

    /** A member leaves when it has had another cause for this time. */
    private static final Duration OTHER_CAUSE = Duration.ofSeconds(10);

    private final Rule rule;
    private final String id;
    private final List<TrackedFinding> members = new ArrayList<>();

    /** The last findings of former members, by subject. */
    private final Map<String, Finding> over = new LinkedHashMap<>();

    private String cause;
    private Instant first;
    private Instant last;
    private Instant since;
    private Instant reportedAt;
    private Severity severity = Severity.INFO;
    private @Nullable Instant until;
    private @Nullable InsightChart chart;
    private @Nullable Silence silence;
    private @Nullable Insight current;
    private @Nullable InsightRow row;

    /** @param start the beginning of its cause */
    FindingGroup(Rule rule, String id, TrackedFinding finding, Instant start) {
        this.rule = rule;
        this.id = id;
        this.cause = finding.finding().cause();
        this.first = start;
        this.last = start;
        this.since = finding.since();
        this.reportedAt = finding.firedAt();
        this.silence = finding.silence();
        add(finding, start);
    }

    boolean takes(TrackedFinding finding, Instant start) {
        return finding.finding().cause().equals(this.cause)
                && Objects.equals(finding.silence(), this.silence)
                && AlertLifecycle.isTogether(start, this.first, this.last);
    }

    void add(TrackedFinding finding, Instant start) {
        this.members.add(finding);
        this.first = start.isBefore(this.first) ? start : this.first;
        this.last = start.isAfter(this.last) ? start : this.last;
        beganAt(finding.since(), finding.firedAt());
    }

    /** Sets an earlier beginning, and when that was reported. */
    private void beganAt(Instant earlier, Instant reported) {
        this.since = earlier.isBefore(this.since) ? earlier : this.since;
        this.reportedAt = reported.isBefore(this.reportedAt) ? reported : this.reportedAt;
    }

    /** An insight that continues from the previous run keeps its beginning. */
    private void restoreBeginning() {
        GpuEvent begun = this.row == null ? null : this.row.begun();
        if (begun != null && begun.at().isBefore(this.since)) {
            Instant reported = begun.reportedAt();
            beganAt(begun.at(), reported == null ? begun.at() : reported);
        }
    }

    /** Removes members that are over. */
    void keep(Collection<TrackedFinding> holding, MachineWindow machine) {
        for (TrackedFinding member : List.copyOf(this.members)) {
            if (!holding.contains(member)) {
                Instant end = machine.wall().minusMillis(member.millisSinceLast(machine.now()));
                this.until = this.until == null || end.isAfter(this.until) ? end : this.until;
                this.severity = severity();
                this.members.remove(member);
                this.over.put(member.finding().subject(), member.finding());
            }
        }
    }

    /** Removes and returns members that differ in their silence; a silence that changes for all is the group's. */
    List<TrackedFinding> splitBySilence() {
        boolean audible = this.members.stream().anyMatch((member) -> member.silence() == null);
        if (!isOver()) {
            this.silence = audible ? null : this.members.get(0).silence();
        }
        List<TrackedFinding> leaving = this.members.stream()
                .filter((member) -> !Objects.equals(member.silence(), this.silence))
                .toList();
        this.members.removeAll(leaving);
        return leaving;
    }

    /** Removes and returns members that have had another cause for a while, unless the cause changed for all. */
    List<TrackedFinding> takeOthers(MachineWindow machine) {
        List<TrackedFinding> others =
                this.members.stream().filter((member) -> !hasCause(member)).toList();
        if (others.isEmpty()) {
            return others;
        }
        boolean late = others.stream().allMatch((other) -> other.hasCauseFor(machine.now(), OTHER_CAUSE));
        String next = this.members.get(0).finding().cause();
        boolean alike = this.members.stream()
                .allMatch((member) -> member.finding().cause().equals(next));
        if (alike || (late && others.size() == this.members.size())) {
            this.cause = next;
            this.over.values().removeIf((finding) -> !finding.cause().equals(next));
        }
        List<TrackedFinding> leaving = this.members.stream()
                .filter((member) -> !hasCause(member) && member.hasCauseFor(machine.now(), OTHER_CAUSE))
                .toList();
        this.members.removeAll(leaving);
        return leaving;
    }

    private boolean hasCause(TrackedFinding member) {
        return member.finding().cause().equals(this.cause);
    }

    boolean has(TrackedFinding finding) {
        return this.members.contains(finding);
    }

    boolean isOver() {
        return this.members.isEmpty();
    }

    /**
     * Evaluates the insight. Returns whether it is over, its GPUs or its severity changed, or its silence ended.
     */
    boolean changes(MachineWindow machine) {
        Insight before = this.current;
        Insight now = insight(machine);
        this.current = now;
        return before == null
                || isOver()
                || now.severity() != before.severity()
                || !now.keys().equals(before.keys())
                || (before.silence() != null && now.silence() == null);
    }

    /** Returns the insight of the last evaluation. */
    Insight current() {
        return Objects.requireNonNull(this.current);
    }

    /** Returns the row; null before it is set. */
    @Nullable
    InsightRow row() {
        return this.row;
    }

    void setRow(InsightRow shared) {
        this.row = shared;
    }

    private Insight insight(MachineWindow machine) {
        restoreBeginning();
        Finding finding = finding();
        Instant end = isOver() ? Objects.requireNonNull(this.until) : null;
        return new Insight(
                this.id,
                this.rule.id(),
                severity(),
                this.since,
                this.reportedAt,
                end != null && end.isBefore(this.since) ? this.since : end,
                finding.gpus().stream().map(InsightGpu::of).toList(),
                finding.message("sentence", this.rule),
                finding.anonymizer(),
                finding.message("short", this.rule),
                finding.message("cause", this.rule),
                finding.message("advice", this.rule),
                finding.precedence(this.rule),
                finding.action(this.rule),
                finding.evidence().stream()
                        .filter((evidence) -> Double.isFinite(evidence.value()))
                        .toList(),
                chart(finding, machine),
                InsightProcess.of(finding.process()),
                this.silence);
    }

    /** Returns what its members have in common; of a group that is over, what its former members had. */
    private Finding finding() {
        List<Finding> all = isOver()
                ? List.copyOf(this.over.values())
                : this.members.stream().map(TrackedFinding::finding).toList();
        List<GpuWindow> gpus = all.stream()
                .flatMap((one) -> one.gpus().stream())
                .distinct()
                .sorted(Comparator.comparingInt(GpuWindow::index))
                .toList();
        List<Finding> alike =
                all.stream().filter((one) -> one.cause().equals(this.cause)).toList();
        return all.size() == 1 ? all.get(0) : Finding.joined(alike.isEmpty() ? all.subList(0, 1) : alike, gpus);
    }

    /** Returns the highest severity of its members. */
    private Severity severity() {
        Severity least = isOver() ? this.severity : Severity.INFO;
        return this.members.stream().map(TrackedFinding::severity).reduce(least, Severity::max);
    }

    /** Returns the chart, which is drawn again for a new point or another GPU. */
    private @Nullable InsightChart chart(Finding finding, MachineWindow machine) {
        ChartSpec spec = finding.chart();
        if (spec == null) {
            this.chart = null;
        } else if (this.chart == null || !this.chart.isCurrent(spec, machine.wall())) {
            this.chart = InsightChart.of(spec, machine);
        }
        return this.chart;
    }

    String id() {
        return this.id;
    }

    /** Returns when its first member began. */
    Instant first() {
        return this.first;
    }
}
