package io.gpulse.story;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.history.accounting.ProcessAccount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Processes of one program and user that were started together, or one after the other on the same GPU. */
final class PastJob {

    private final List<ProcessAccount> processes = new ArrayList<>();
    private @Nullable PastJob earlier;
    private boolean restarted;

    PastJob(ProcessAccount first) {
        this.processes.add(first);
    }

    /**
     * Adds a process if it belongs to this job.
     *
     * @param isFault whether a GPU, by UUID, had a fault within a time: then the next process is a new start
     */
    boolean add(ProcessAccount process, FaultTimes isFault) {
        boolean joins = this.processes.stream().anyMatch((own) -> isTogether(own, process, isFault));
        return joins && this.processes.add(process);
    }

    /** Times of faults. */
    @FunctionalInterface
    interface FaultTimes {

        boolean within(String uuid, long from, long to);
    }

    private static boolean isTogether(ProcessAccount own, ProcessAccount next, FaultTimes isFault) {
        String uuid = next.key().uuid();
        if (own.key().uuid().equals(uuid)) {
            return own.ended()
                    && Stretch.isSameTime(own.seenAt(), next.key().beganAt())
                    && !isFault.within(uuid, own.key().beganAt(), next.key().beganAt());
        }
        return Stretch.isSameTime(own.key().beganAt(), next.key().beganAt());
    }

    /** Returns the name of its program and user, by which jobs are distinguished. */
    static List<String> key(ProcessAccount process) {
        return List.of(
                Objects.requireNonNullElse(program(process), ""),
                Objects.requireNonNullElse(process.identity().user(), ""));
    }

    private static @Nullable String program(ProcessAccount process) {
        return process.identity().program() == null
                ? process.identity().name()
                : process.identity().program();
    }

    LocalizedText who() {
        ProcessAccount one = this.processes.get(0);
        return StoryPhrases.who(program(one), one.identity().user());
    }

    /** Returns its time; the end is that of the last process, null while one runs. */
    Stretch time() {
        long begin = this.processes.stream()
                .mapToLong((one) -> one.key().beganAt())
                .min()
                .orElseThrow();
        boolean ended = this.processes.stream().allMatch(ProcessAccount::ended);
        long last =
                this.processes.stream().mapToLong(ProcessAccount::seenAt).max().orElseThrow();
        return new Stretch(begin, ended ? Math.max(begin, last) : null);
    }

    Set<String> uuids() {
        Set<String> uuids = new TreeSet<>();
        this.processes.forEach((one) -> uuids.add(one.key().uuid()));
        return uuids;
    }

    /** Returns the time when it left each of its GPUs, by UUID. */
    Map<String, Long> ends() {
        Map<String, Long> ends = new HashMap<>();
        this.processes.forEach((one) -> ends.merge(one.key().uuid(), one.seenAt(), Math::max));
        return ends;
    }

    Set<Integer> pids() {
        Set<Integer> pids = new TreeSet<>();
        this.processes.forEach((one) -> pids.add(one.key().pid()));
        return pids;
    }

    /** Returns how often it was started on the GPU where that was most often. */
    int starts() {
        Map<String, Integer> starts = new HashMap<>();
        this.processes.forEach((one) -> starts.merge(one.key().uuid(), 1, Integer::sum));
        return starts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Returns whether one of its processes was on a GPU then. */
    boolean isOn(String uuid, long at) {
        return this.processes.stream()
                .anyMatch((one) -> one.key().uuid().equals(uuid)
                        && one.key().beganAt() <= at
                        && (!one.ended() || one.seenAt() >= at - Stretch.MINUTE / 2));
    }

    /** Makes it the continuation of an earlier job. */
    void restarts(PastJob ended) {
        this.earlier = ended;
        ended.restarted = true;
    }

    @Nullable
    PastJob earlier() {
        return this.earlier;
    }

    boolean isRestarted() {
        return this.restarted;
    }
}
