package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * GPUs that work together: their largest processes have one name and one user, and were started within a short time.
 */
final class WorkGroups {

    private WorkGroups() {}

    private record Member(GpuRuleContext gpu, String name, String user, Instant startedAt) {}

    /** Returns the groups; a GPU that works alone, or without a known process, is a group of its own. */
    static List<List<GpuRuleContext>> of(List<GpuRuleContext> gpus, Duration together) {
        List<Member> members = new ArrayList<>();
        List<List<GpuRuleContext>> groups = new ArrayList<>();
        for (GpuRuleContext gpu : gpus) {
            ProcessSample process = gpu.largestProcess();
            if (process != null && process.name() != null && process.startedAt() != null) {
                String user = process.readings().word(Metric.PROCESS_USER).orElse("");
                members.add(new Member(gpu, process.name(), user, process.startedAt()));
            } else {
                groups.add(new ArrayList<>(List.of(gpu)));
            }
        }
        members.sort(
                Comparator.comparing(Member::name).thenComparing(Member::user).thenComparing(Member::startedAt));
        Member first = null;
        for (Member member : members) {
            if (first == null || !belongs(member, first, together)) {
                groups.add(new ArrayList<>());
                first = member;
            }
            groups.get(groups.size() - 1).add(member.gpu);
        }
        groups.forEach(
                (group) -> group.sort(Comparator.comparingInt((gpu) -> gpu.gpu().index())));
        return groups;
    }

    private static boolean belongs(Member member, Member first, Duration together) {
        return member.name.equals(first.name)
                && member.user.equals(first.user)
                && Duration.between(first.startedAt, member.startedAt).compareTo(together) <= 0;
    }
}
