package io.gpulse.insight;

import io.gpulse.event.EventLog;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.window.MachineWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The insights of one rule: a group of findings for each cause and each silence. */
final class FindingGroups {

    private final Rule rule;
    private final EventLog log;
    private final List<FindingGroup> groups = new ArrayList<>();

    FindingGroups(Rule rule, EventLog log) {
        this.rule = rule;
        this.log = log;
    }

    /**
     * Groups the findings that hold, and records the changes in the log.
     *
     * @return insights that began, ended, changed their severity or their GPUs, or outlasted their silence
     */
    List<Insight> update(Collection<TrackedFinding> holding, MachineWindow machine) {
        this.groups.forEach((group) -> group.keep(holding, machine));
        Map<TrackedFinding, Instant> joining = new LinkedHashMap<>();
        holding.stream()
                .filter((finding) -> this.groups.stream().noneMatch((group) -> group.has(finding)))
                .forEach((finding) -> joining.put(finding, finding.since()));
        for (FindingGroup group : this.groups) {
            group.splitBySilence().forEach((finding) -> joining.put(finding, group.first()));
            group.takeOthers(machine).forEach((finding) -> joining.put(finding, machine.wall()));
        }
        joining.forEach(this::join);
        // A rule that fails has changed no row.
        List<FindingGroup> changed =
                this.groups.stream().filter((group) -> group.changes(machine)).toList();
        changed.forEach((group) -> rowOf(group).update(group.current()));
        this.groups.removeIf(FindingGroup::isOver);
        return changed.stream().map(FindingGroup::current).toList();
    }

    private InsightRow rowOf(FindingGroup group) {
        InsightRow known = group.row();
        if (known != null) {
            return known;
        }
        InsightRow row = this.groups.stream()
                .flatMap((other) -> Optional.ofNullable(other.row()).stream())
                .filter((other) -> other.covers(group.current()))
                .findFirst()
                .orElseGet(() -> new InsightRow(this.log));
        group.setRow(row.shared());
        return row;
    }

    private void join(TrackedFinding finding, Instant startedAt) {
        this.groups.stream()
                .filter((group) -> !group.isOver() && group.takes(finding, startedAt))
                .findFirst()
                .ifPresentOrElse(
                        (group) -> group.add(finding, startedAt),
                        () -> this.groups.add(
                                new FindingGroup(this.rule, freeId(finding, startedAt), finding, startedAt)));
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

    /** Returns the insight of a finding; empty for one that does not fire. */
    Optional<String> idOf(TrackedFinding finding) {
        return this.groups.stream()
                .filter((group) -> group.has(finding))
                .map(FindingGroup::id)
                .findFirst();
    }

    List<Insight> active() {
        return this.groups.stream().map(FindingGroup::current).toList();
    }

    /** Drops all groups, and ends the rows of those that are not over. */
    void clear(Instant now) {
        this.groups.forEach((group) -> {
            InsightRow row = group.row();
            if (row != null) {
                row.abandon(now);
            }
        });
        this.groups.clear();
    }
}
