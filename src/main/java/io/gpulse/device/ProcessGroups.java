package io.gpulse.device;

import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Kind;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The groups of processes that belong together: those of one workload. Without one, a process belongs to the process of
 * its user that started it, and to those of its user and program that have its parent or session, or were started
 * within {@link #SPREAD}. A process keeps its group until it ends. Used by one thread at a time.
 */
public final class ProcessGroups {

    static final Duration SPREAD = Duration.ofSeconds(60);

    private static final Comparator<Map.Entry<Integer, Owner>> OLDEST_FIRST = Comparator.comparing(
                    (Map.Entry<Integer, Owner> process) -> process.getValue().startedAt(),
                    Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(Map.Entry::getKey);

    private Map<Integer, Owner> members = new LinkedHashMap<>();

    /**
     * The processes that a process descends from.
     *
     * @param parent PID of its parent; 0 when it is not known, 1 when its parent has ended
     * @param session id of its session; 0 when it is not known
     */
    public record Lineage(int parent, int session) {

        /** The lineage of a process of which nothing is known. */
        public static final Lineage UNKNOWN = new Lineage(0, 0);

        private static final int INIT = 1;

        /** Returns whether both have one parent, or belong to one session. */
        boolean isSharedWith(Lineage other) {
            return (this.parent > INIT && this.parent == other.parent)
                    || (this.session > 0 && this.session == other.session);
        }
    }

    /**
     * Returns the owners with their groups.
     *
     * @param owners of all current processes, by PID; one whose user is not known gets no group
     */
    public Map<Integer, Owner> of(Map<Integer, Owner> owners) {
        Map<Integer, Owner> now = new LinkedHashMap<>();
        this.members.forEach((pid, before) -> {
            Owner owner = owners.get(pid);
            if (owner != null && owner.user() instanceof Reading.Text && isSame(before, owner)) {
                now.put(pid, owner.in(before.group()));
            }
        });
        owners.entrySet().stream()
                .filter((process) -> process.getValue().user() instanceof Reading.Text)
                .filter((process) -> !now.containsKey(process.getKey()))
                .sorted(OLDEST_FIRST)
                .forEach((process) -> now.put(process.getKey(), join(process.getKey(), process.getValue(), now)));
        this.members = now;
        Map<Integer, Owner> all = new HashMap<>(owners);
        all.putAll(now);
        return all;
    }

    private static boolean isSame(Owner before, Owner now) {
        return ProcessSample.isSame(before.startedAt(), now.startedAt());
    }

    /** Returns a process in the group of the first member that it belongs to, else in its own. */
    private static Owner join(int pid, Owner process, Map<Integer, Owner> members) {
        return members.entrySet().stream()
                .filter((member) -> belongTogether(pid, process, member.getKey(), member.getValue()))
                .findFirst()
                .map((member) -> process.in(member.getValue().group()))
                .orElseGet(() -> process.in(idOf(pid, process.startedAt())));
    }

    private static boolean belongTogether(int pid, Owner process, int otherPid, Owner other) {
        Workload workload = process.workload().workload();
        Workload otherWorkload = other.workload().workload();
        boolean sameUser = process.user().equals(other.user());
        if (workload != null && workload.isSame(otherWorkload)) {
            return sameUser || workload.kind().isOfOneName();
        }
        boolean started = process.lineage().parent() == otherPid;
        boolean starts = other.lineage().parent() == pid;
        if (workload != null || otherWorkload != null) {
            return sameUser
                    && ((started && holds(otherWorkload, workload)) || (starts && holds(workload, otherWorkload)));
        }
        return sameUser
                && (started
                        || starts
                        || (runOneProgram(process, other)
                                && (process.lineage().isSharedWith(other.lineage()) || isStartedWith(process, other))));
    }

    /** Returns whether the children of a process of a workload belong to it, as those of a kernel do. */
    private static boolean holds(@Nullable Workload ofParent, @Nullable Workload ofChild) {
        return ofParent != null
                && (ofParent.kind() == Kind.KERNEL || ofParent.kind() == Kind.RAY)
                && (ofChild == null || ofChild.kind() == Kind.UNIT);
    }

    private static boolean runOneProgram(Owner process, Owner other) {
        String program = program(process);
        return program != null && program.equals(program(other));
    }

    /**
     * Returns the program of a process, else the name of its executable; null when neither is known. The workers of a
     * server of models have their role in their title, as {@code VLLM::Worker_TP0}.
     */
    private static @Nullable String program(Owner process) {
        String name = process.program() instanceof Reading.Text program ? program.text() : process.name();
        if (name == null) {
            return null;
        }
        int role = name.indexOf("::");
        return role > 0 ? name.substring(0, role) : name;
    }

    /** Returns whether one was started soon after the other. */
    private static boolean isStartedWith(Owner process, Owner other) {
        Instant started = process.startedAt();
        Instant otherStarted = other.startedAt();
        return process.program() instanceof Reading.Text
                && started != null
                && otherStarted != null
                && Duration.between(started, otherStarted).abs().compareTo(SPREAD) <= 0;
    }

    /** Returns an id that no later process with the same PID has. */
    private static String idOf(int pid, @Nullable Instant startedAt) {
        return startedAt == null ? String.valueOf(pid) : pid + "-" + startedAt.getEpochSecond();
    }
}
