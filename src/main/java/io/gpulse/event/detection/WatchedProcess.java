package io.gpulse.event.detection;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Workload;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
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

    /** Names of processes are looked up concurrently with the rounds. */
    private static final int ROUNDS_FOR_NAME = 4;

    private final int pid;
    private final Instant firstSeen;
    private final @Nullable Instant listedBefore;
    private final Map<String, Integer> gpus = new TreeMap<>();
    private final Set<String> seenOn = new HashSet<>();

    /** The last round in which each GPU listed it, and that in which any did. */
    private final Map<String, Snapshot> lastSeenOn = new HashMap<>();

    private Snapshot lastSeen;

    /** The first round since which a GPU has been listing its processes without this one. */
    private final Map<String, Snapshot> missing = new HashMap<>();

    /** The first round since which all its GPUs have been listing their processes without it. */
    private @Nullable Snapshot gone;

    private @Nullable Instant startedAt;
    private @Nullable String name;
    private @Nullable String program;
    private @Nullable String user;
    private @Nullable Workload workload;
    private Start start;
    private int rounds;
    private @Nullable Incident row;

    /**
     * Creates a process that a GPU lists for the first time.
     *
     * @param listedBefore when the GPU listed its processes before; null when it never did
     */
    WatchedProcess(int pid, Snapshot first, Start start, @Nullable Instant listedBefore) {
        this.pid = pid;
        this.firstSeen = first.takenAt();
        this.lastSeen = first;
        this.start = start;
        this.listedBefore = listedBefore;
    }

    boolean isSame(ProcessSample sample) {
        return ProcessSample.isSame(this.startedAt, sample.startedAt());
    }

    void update(ProcessSample sample, EventGpu gpu, Snapshot round) {
        this.seenOn.add(gpu.uuid());
        this.lastSeenOn.put(gpu.uuid(), round);
        this.lastSeen = round;
        boolean isAnother = this.gpus.put(gpu.uuid(), gpu.index()) == null;
        this.startedAt = sample.startedAt() == null ? this.startedAt : sample.startedAt();
        this.name = sample.name() == null ? this.name : sample.name();
        this.program = sample.program() == null ? this.program : sample.program();
        this.user = sample.readings().word(Metric.PROCESS_USER).orElse(this.user);
        this.workload = sample.workload() == null ? this.workload : sample.workload();
        if (this.start == Start.NOT_SEEN && this.startedAt != null && isAfterListing(this.startedAt)) {
            this.start = Start.PENDING;
        }
        Incident recorded = this.row;
        if (isAnother && recorded != null) {
            EventDraft now = started();
            recorded.change((change) -> now.facts().forEach(change.of(now.gpu())::fact));
        }
    }

    /** Returns whether it started after its GPU listed its processes without it, in an earlier round. */
    private boolean isAfterListing(Instant started) {
        return this.listedBefore != null && started.isAfter(this.listedBefore);
    }

    /** Returns whether a GPU lists it in this round. */
    boolean isSeen() {
        return !this.seenOn.isEmpty();
    }

    /** Returns whether its start must be reported in this round, in which it was seen. */
    boolean isStartDue() {
        return this.start == Start.PENDING && (++this.rounds >= ROUNDS_FOR_NAME || this.name != null);
    }

    Start start() {
        return this.start;
    }

    void summarizeStart() {
        this.start = Start.SUMMARIZED;
    }

    /** Sets the row of the start, which changes while the program opens further GPUs. */
    void startedIn(Incident started) {
        this.start = Start.RECORDED;
        this.row = started;
    }

    /**
     * Removes the GPUs that have answered without it for a time, while it uses others.
     *
     * @param listed the GPUs that list their processes in this round
     * @return the event about these GPUs; null if there are none
     */
    @Nullable
    EventDraft leave(Set<String> listed, Snapshot round) {
        for (String uuid : this.gpus.keySet()) {
            if (this.seenOn.contains(uuid) || !listed.contains(uuid)) {
                this.missing.remove(uuid);
            } else {
                this.missing.putIfAbsent(uuid, round);
            }
        }
        Map<String, Integer> left = new TreeMap<>(this.gpus);
        left.keySet().removeIf((uuid) -> !isOver(this.missing.get(uuid), round));
        return left.isEmpty() ? null : leave(left);
    }

    private static boolean isOver(@Nullable Snapshot since, Snapshot round) {
        return since != null && round.nanos() - since.nanos() >= ProcessSample.GONE_AFTER.toNanos();
    }

    private EventDraft leave(Map<String, Integer> left) {
        Instant at = left.keySet().stream()
                .map((uuid) -> endedAt(
                        Objects.requireNonNull(this.missing.remove(uuid)),
                        Objects.requireNonNull(this.lastSeenOn.remove(uuid))))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        this.gpus.keySet().removeAll(left.keySet());
        return lasting(draft(at, EventKind.PROCESS_ENDED, left), at)
                .with(EventAttribute.REMAINING_GPUS, EventGpu.indexes(new TreeSet<>(this.gpus.values())));
    }

    /** Ends a round. Returns whether it has ended; one of its GPUs that is not listed may still be in use. */
    boolean isGone(Set<String> listed, Snapshot round) {
        boolean isMissing = !isSeen() && listed.containsAll(this.gpus.keySet());
        this.seenOn.clear();
        Snapshot since = this.gone == null ? round : this.gone;
        this.gone = isMissing ? since : null;
        return isOver(this.gone, round);
    }

    EventDraft started() {
        return draft(this.firstSeen, EventKind.PROCESS_STARTED, this.gpus)
                .with(EventAttribute.STARTED_AT, this.startedAt);
    }

    EventDraft ended(Snapshot now) {
        Instant at = endedAt(this.gone == null ? now : this.gone, this.lastSeen);
        return lasting(draft(at, EventKind.PROCESS_ENDED, this.gpus), at);
    }

    /** Returns the first round without it, or the last one with it if there was a time without a list in between. */
    private static Instant endedAt(Snapshot missing, Snapshot lastSeen) {
        return (missing.isGap(missing.since(lastSeen.nanos())) ? lastSeen : missing).takenAt();
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
                .with(EventAttribute.PROGRAM, this.program)
                .with(EventAttribute.USER, this.user)
                .with(this.workload)
                .with(EventAttribute.GPUS, EventGpu.indexes(new TreeSet<>(on.values())));
    }
}
