package io.gpulse.event.detection;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A process on one or several GPUs. */
final class WatchedProcess {

    /** The state of the report of the start. */
    enum Start {
        /** The process ran before gpulse sampled the GPU. */
        NOT_SEEN,
        /** To be reported once the name of the process is known. */
        PENDING,
        RECORDED,
        /** Counted in a shared row. */
        SUMMARIZED
    }

    /** Start times are relative to the boot time, which moves by a second while the clock is adjusted. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private final int pid;
    private final Instant firstSeen;
    private final Map<String, Integer> gpus = new TreeMap<>();
    private final Set<String> seenOn = new HashSet<>();
    private final Map<String, Missing> missing = new HashMap<>();
    private @Nullable Instant startedAt;
    private @Nullable String name;
    private @Nullable String user;
    private Start start;
    private int rounds;
    private @Nullable Incident row;
    private @Nullable Instant goneAt;
    private long goneNanos;

    /** The time since which a GPU has answered without listing the process. */
    private record Missing(Instant at, long nanos) {}

    WatchedProcess(int pid, Instant firstSeen, Start start) {
        this.pid = pid;
        this.firstSeen = firstSeen;
        this.start = start;
    }

    /** Returns whether a sample may be of this process: process ids are reused. */
    boolean isSame(ProcessSample sample) {
        Instant start = this.startedAt;
        Instant reported = sample.startedAt();
        return start == null
                || reported == null
                || Duration.between(start, reported).abs().compareTo(SAME_START) <= 0;
    }

    void update(ProcessSample sample, EventGpu gpu) {
        this.seenOn.add(gpu.uuid());
        boolean isAnother = this.gpus.put(gpu.uuid(), gpu.index()) == null;
        this.startedAt = sample.startedAt() == null ? this.startedAt : sample.startedAt();
        this.name = sample.name() == null ? this.name : sample.name();
        this.user = sample.readings().word(Metric.PROCESS_USER).orElse(this.user);
        this.goneAt = null;
        Incident recorded = this.row;
        if (isAnother && recorded != null) {
            EventDraft now = started();
            recorded.change((change) -> now.facts().forEach(change.of(now.gpu())::fact));
        }
    }

    void countRound() {
        this.rounds++;
    }

    int rounds() {
        return this.rounds;
    }

    boolean isNamed() {
        return this.name != null;
    }

    Start start() {
        return this.start;
    }

    void setStart(Start next) {
        this.start = next;
    }

    Collection<String> uuids() {
        return this.gpus.keySet();
    }

    /** Sets the row of the start, which changes while the program opens further GPUs. */
    void startedIn(Incident started) {
        this.start = Start.RECORDED;
        this.row = started;
    }

    /**
     * Ends the round of a process that still uses a GPU, and removes the GPUs that have answered without it for a time.
     *
     * @return the event about these GPUs; null if there are none
     */
    @Nullable
    EventDraft leave(Set<String> listed, Snapshot round, Duration after) {
        for (String uuid : this.gpus.keySet()) {
            if (this.seenOn.contains(uuid) || !listed.contains(uuid)) {
                this.missing.remove(uuid);
            } else {
                this.missing.putIfAbsent(uuid, new Missing(round.takenAt(), round.nanos()));
            }
        }
        this.seenOn.clear();
        Map<String, Integer> left = new TreeMap<>(this.gpus);
        left.keySet().removeIf((uuid) -> {
            Missing since = this.missing.get(uuid);
            return since == null || round.nanos() - since.nanos < after.toNanos();
        });
        return left.isEmpty() ? null : leave(left);
    }

    private EventDraft leave(Map<String, Integer> left) {
        Instant at = left.keySet().stream()
                .map((uuid) -> Objects.requireNonNull(this.missing.remove(uuid)).at)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        this.gpus.keySet().removeAll(left.keySet());
        return lasting(draft(at, EventKind.PROCESS_ENDED, left), at)
                .with(EventAttribute.REMAINING_GPUS, EventGpu.indexes(new TreeSet<>(this.gpus.values())));
    }

    /** Records that all its GPUs answered without it. */
    void miss(Instant at, long nanos) {
        if (this.goneAt == null) {
            this.goneAt = at;
            this.goneNanos = nanos;
        }
    }

    /** Records that one of its GPUs did not answer, and may still be in use. */
    void unmiss() {
        this.goneAt = null;
    }

    boolean isGone(long nanos, Duration after) {
        return this.goneAt != null && nanos - this.goneNanos >= after.toNanos();
    }

    EventDraft started() {
        return draft(this.firstSeen, EventKind.PROCESS_STARTED, this.gpus)
                .with(EventAttribute.STARTED_AT, this.startedAt);
    }

    EventDraft ended(Instant now) {
        Instant at = this.goneAt == null ? now : this.goneAt;
        return lasting(draft(at, EventKind.PROCESS_ENDED, this.gpus), at);
    }

    private EventDraft lasting(EventDraft end, Instant at) {
        EventDraft draft = end.with(EventAttribute.STARTED_AT, this.startedAt);
        Instant since = this.startedAt == null && this.start != Start.NOT_SEEN ? this.firstSeen : this.startedAt;
        return since == null || since.isAfter(at)
                ? draft
                : draft.with(EventAttribute.SECONDS, Duration.between(since, at).toSeconds());
    }

    private EventDraft draft(Instant at, EventKind kind, Map<String, Integer> on) {
        List<EventGpu> used = on.entrySet().stream()
                .map((gpu) -> new EventGpu(gpu.getValue(), gpu.getKey()))
                .toList();
        return EventDraft.about(at, kind, Severity.INFO, used)
                .with(EventAttribute.PID, this.pid)
                .with(EventAttribute.PROCESS, this.name)
                .with(EventAttribute.USER, this.user)
                .with(EventAttribute.GPUS, EventGpu.indexes(new TreeSet<>(on.values())));
    }
}
