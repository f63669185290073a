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

    /** Two events that are not further apart happened at once, in ms. */
    static final long AT_ONCE = 10_000;

    /** In the order of their begin. */
    private final List<ProcessAccount> processes = new ArrayList<>();

    private final Past past;
    private @Nullable PastJob earlier;
    private boolean restarted;

    PastJob(ProcessAccount first, Past past) {
        this.processes.add(first);
        this.past = past;
    }

    /** Adds a process if it belongs to this job, and did not begin before the others. */
    boolean add(ProcessAccount process) {
        boolean joins = this.processes.stream().anyMatch((own) -> isTogether(own, process));
        return joins && this.processes.add(process);
    }

    /** After a fault of its GPU, the next process is a new start. */
    private boolean isTogether(ProcessAccount own, ProcessAccount next) {
        String uuid = next.key().uuid();
        long began = next.key().beganAt();
        boolean together = Stretch.isSameTime(own.key().beganAt(), began);
        if (!own.key().uuid().equals(uuid)) {
            return together;
        }
        if (own.ended() && own.seenAt() <= began) {
            return Stretch.isSameTime(own.seenAt(), began)
                    && !this.past.hasFault(uuid, own.key().beganAt(), began);
        }
        return together || (own.ended() && next.ended() && Stretch.isSameTime(own.seenAt(), next.seenAt()));
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

    /** Returns its time; the end is the time when its last process was seen, null while one runs. */
    Stretch time() {
        long begin = this.processes.stream()
                .mapToLong((one) -> one.key().beganAt())
                .min()
                .orElseThrow();
        long last =
                this.processes.stream().mapToLong(ProcessAccount::seenAt).max().orElseThrow();
        return new Stretch(begin, isOver() ? last : null);
    }

    /** The processes of a lost GPU are no longer listed: they are over when others of the job are. */
    private boolean isOver() {
        long recent = this.past.knownUntil() - 2 * Stretch.MINUTE;
        return this.processes.stream().anyMatch(ProcessAccount::ended)
                && this.processes.stream().allMatch((one) -> one.ended() || one.seenAt() < recent);
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

    /** Returns how often it was started, with no process left, on the GPU where that was most often. */
    int starts() {
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
    boolean isOn(String uuid, long at) {
        long end = time().end(Long.MAX_VALUE);
        return this.processes.stream()
                .anyMatch((one) -> one.key().uuid().equals(uuid)
                        && one.key().beganAt() <= at
                        && (one.ended() ? one.seenAt() : end) >= at - AT_ONCE);
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
