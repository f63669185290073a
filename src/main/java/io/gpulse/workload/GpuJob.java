package io.gpulse.workload;

import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Processes that belong together: those of one workload or of one group of processes. Where neither is known, those of
 * one program and user that were started together, or one after the other on the same GPU; where these are not known
 * either, one process, on all of its GPUs.
 */
public final class GpuJob {

    /** Two events that are not further apart happened at once, in ms. */
    public static final long AT_ONCE = 10_000;

    /** In the order of their begin. */
    private final List<ProcessAccount> processes = new ArrayList<>();

    private final long knownUntil;
    private final Jobs.Faults faults;
    private @Nullable GpuJob earlier;
    private boolean restarted;

    GpuJob(long knownUntil, Jobs.Faults faults) {
        this.knownUntil = knownUntil;
        this.faults = faults;
    }

    /** Adds a process that did not begin before the others. */
    void add(ProcessAccount process) {
        this.processes.add(process);
    }

    /** Returns whether a process without a group, or the first one of its group, belongs to this job. */
    boolean isJoinedBy(ProcessAccount process) {
        return this.processes.stream().anyMatch((own) -> isTogether(own, process));
    }

    /** After a fault of its GPU, the next process is a new start. */
    private boolean isTogether(ProcessAccount own, ProcessAccount next) {
        String uuid = next.key().uuid();
        long began = next.key().beganAt();
        boolean onSameGpu = own.key().uuid().equals(uuid);
        if (onSameGpu && own.ended() && own.seenAt() <= began) {
            return Stretch.isSameTime(own.seenAt(), began)
                    && !this.faults.has(uuid, own.key().beganAt(), began);
        }
        if (own.identity().membership().group() != null
                && next.identity().membership().group() != null) {
            return false;
        }
        return Stretch.isSameTime(own.key().beganAt(), began)
                || (onSameGpu && own.ended() && next.ended() && Stretch.isSameTime(own.seenAt(), next.seenAt()));
    }

    /** Returns the names of the job of a process, the decisive one first; none when it is found by its program. */
    static List<String> names(ProcessAccount process) {
        Membership membership = process.identity().membership();
        List<String> names = new ArrayList<>();
        if (membership.job() != null) {
            names.add(membership.job());
        }
        if (membership.isNamed() && membership.group() != null) {
            names.add(membership.group());
        }
        return names;
    }

    /**
     * Returns the name of its program and user, by which jobs are distinguished that have no other name. Where neither
     * is known, as in a container, it is the PID: processes of several users can be older than gpulse.
     */
    static List<String> key(ProcessAccount process) {
        Membership membership = process.identity().membership();
        String program = program(process);
        String user = process.identity().user();
        if (membership.isNamed()) {
            return List.of(Objects.requireNonNull(membership.job()));
        }
        return program == null && user == null
                ? List.of(Integer.toString(process.key().pid()))
                : List.of(Objects.requireNonNullElse(program, ""), Objects.requireNonNullElse(user, ""));
    }

    private static @Nullable String program(ProcessAccount process) {
        return process.identity().program() == null
                ? process.identity().name()
                : process.identity().program();
    }

    /** Returns its id in addresses: that of its workload, else of the group of its first process. */
    public String id() {
        return this.processes.stream()
                .map(GpuJob::names)
                .filter((names) -> !names.isEmpty())
                .findFirst()
                .map((names) -> names.get(0))
                .orElseGet(() -> idOf(this.processes.get(0)));
    }

    /** Returns the id of a group with one process, as {@code ProcessGroups} builds it. */
    private static String idOf(ProcessAccount first) {
        return first.key().pid() + "-" + startOf(first) / 1000;
    }

    private static long startOf(ProcessAccount process) {
        return process.identity().startedAt() == null
                ? process.key().beganAt()
                : process.identity().startedAt().toEpochMilli();
    }

    /** Returns whether an id is its own, the number of its scheduler's job, or the group of one of its processes. */
    boolean isCalled(String id) {
        return id().equals(id)
                || id.equals(workload().id())
                || this.processes.stream()
                        .anyMatch((one) -> names(one).contains(id) || idOf(one).equals(id));
    }

    /** Returns its workload; {@link Membership#NONE} for a group of processes. */
    public Membership workload() {
        return this.processes.stream()
                .map((one) -> one.identity().membership())
                .filter(Membership::isNamed)
                .findFirst()
                .orElse(Membership.NONE);
    }

    public List<ProcessAccount> processes() {
        return this.processes;
    }

    /** Returns the program of its first process with a known one; null when unknown. */
    public @Nullable String program() {
        return this.processes.stream()
                .map(GpuJob::program)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the user of its first process with a known one; null when unknown. */
    public @Nullable String user() {
        return this.processes.stream()
                .map((one) -> one.identity().user())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the start of its first process, in epoch ms: it may be before the process used a GPU. */
    public long startedAt() {
        return this.processes.stream().mapToLong(GpuJob::startOf).min().orElseThrow();
    }

    /** Returns the time at which one of its processes was last seen, in epoch ms. */
    public long seenAt() {
        return this.processes.stream().mapToLong(ProcessAccount::seenAt).max().orElseThrow();
    }

    /** Returns its time; the end is the time when its last process was seen, null while one runs. */
    public Stretch time() {
        long begin = this.processes.stream()
                .mapToLong((one) -> one.key().beganAt())
                .min()
                .orElseThrow();
        return new Stretch(begin, isOver() ? seenAt() : null);
    }

    /** The processes of a lost GPU are no longer listed: they are over when others of the job are. */
    private boolean isOver() {
        long recent = this.knownUntil - 2 * Stretch.MINUTE;
        return this.processes.stream().anyMatch(ProcessAccount::ended)
                && this.processes.stream().allMatch((one) -> one.ended() || one.seenAt() < recent);
    }

    public Set<String> uuids() {
        Set<String> uuids = new TreeSet<>();
        this.processes.forEach((one) -> uuids.add(one.key().uuid()));
        return uuids;
    }

    /** Returns the time when it left each of its GPUs, by UUID. */
    public Map<String, Long> ends() {
        Map<String, Long> ends = new HashMap<>();
        this.processes.forEach((one) -> ends.merge(one.key().uuid(), one.seenAt(), Math::max));
        return ends;
    }

    public Set<Integer> pids() {
        Set<Integer> pids = new TreeSet<>();
        this.processes.forEach((one) -> pids.add(one.key().pid()));
        return pids;
    }

    /** Returns how often it was started, with no process left, on the GPU where that was most often. */
    public int starts() {
        Map<String, Integer> starts = new HashMap<>();
        Map<String, Long> ends = new HashMap<>();
        for (ProcessAccount one : this.processes) {
            String uuid = one.key().uuid();
            if (one.key().beganAt() >= ends.getOrDefault(uuid, Long.MIN_VALUE)) {
                starts.merge(uuid, 1, Integer::sum);
            }
            ends.merge(uuid, one.seenAt(), Math::max);
        }
        return starts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Returns whether one of its processes was on a GPU then. */
    public boolean isOn(String uuid, long at) {
        long end = time().end(Long.MAX_VALUE);
        return this.processes.stream()
                .anyMatch((one) -> one.key().uuid().equals(uuid)
                        && one.key().beganAt() <= at
                        && (one.ended() ? one.seenAt() : end) >= at - AT_ONCE);
    }

    /** Makes it the continuation of an earlier job. */
    void restarts(GpuJob ended) {
        this.earlier = ended;
        ended.restarted = true;
    }

    public @Nullable GpuJob earlier() {
        return this.earlier;
    }

    public boolean isRestarted() {
        return this.restarted;
    }
}
