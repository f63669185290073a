package io.gpulse.insight;

import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.window.MachineWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The insights of one rule: a group of findings for each cause and each silence. */
final class FindingGroups {

    private final Rule rule;
    private final List<FindingGroup> groups = new ArrayList<>();

    FindingGroups(Rule rule) {
        this.rule = rule;
    }

    /**
     * Groups the findings that hold.
     *
     * @return insights that began, ended, changed their severity or their GPUs, or outlasted their silence
     */
    List<Insight> update(Collection<TrackedFinding> holding, MachineWindow machine) {
        this.groups.forEach((group) -> group.keep(holding, machine));
        Map<TrackedFinding, Instant> apart = new LinkedHashMap<>();
        for (FindingGroup group : this.groups) {
            group.splitBySilence().forEach((finding) -> apart.put(finding, group.first()));
            group.takeOthers(machine).forEach((finding) -> apart.put(finding, machine.wall()));
        }
        List<TrackedFinding> startedAt = holding.stream()
                .filter((finding) -> !apart.containsKey(finding))
                .filter((finding) -> this.groups.stream().noneMatch((group) -> group.has(finding)))
                .toList();
        startedAt.forEach((finding) -> join(finding, finding.since(machine.wall())));
        apart.forEach(this::join);
        List<Insight> changes = new ArrayList<>();
        for (FindingGroup group : List.copyOf(this.groups)) {
            if (group.isOver()) {
                this.groups.remove(group);
                changes.add(insight(group, machine).ended(group.until(machine.wall())));
            } else if (group.changes()) {
                changes.add(insight(group, machine));
            }
        }
        return changes;
    }

    private void join(TrackedFinding finding, Instant startedAt) {
        this.groups.stream()
                .filter((group) -> !group.isOver() && group.takes(finding, startedAt))
                .findFirst()
                .ifPresentOrElse(
                        (group) -> group.add(finding, startedAt),
                        () -> this.groups.add(new FindingGroup(freeId(finding, startedAt), finding, startedAt)));
    }

    /** A group keeps the id that its first member gave it, though that member may be in another group by now. */
    private String freeId(TrackedFinding finding, Instant startedAt) {
        String id = this.rule.id() + "/" + finding.finding().subject();
        return Stream.concat(
                        Stream.of(id),
                        LongStream.iterate(startedAt.toEpochMilli(), (millis) -> millis + 1)
                                .mapToObj((millis) -> id + "/" + millis))
                .filter((free) ->
                        this.groups.stream().noneMatch((group) -> group.id().equals(free)))
                .findFirst()
                .orElseThrow();
    }

    List<Insight> active(MachineWindow machine) {
        return this.groups.stream().map((group) -> insight(group, machine)).toList();
    }

    void beganAt(String id, Instant earlier) {
        this.groups.stream().filter((group) -> group.id().equals(id)).forEach((group) -> group.beganAt(earlier));
    }

    void clear() {
        this.groups.clear();
    }

    private Insight insight(FindingGroup group, MachineWindow machine) {
        Finding finding = group.finding();
        return new Insight(
                group.id(),
                this.rule.id(),
                group.severity(),
                group.since(),
                null,
                finding.gpus().stream().map(InsightGpu::of).toList(),
                finding.sentence(this.rule),
                finding.cause(this.rule),
                finding.advice(this.rule),
                finding.evidence().stream()
                        .filter((evidence) -> Double.isFinite(evidence.value()))
                        .toList(),
                group.chart(finding, machine),
                InsightProcess.of(finding.process()),
                group.silence());
    }
}
