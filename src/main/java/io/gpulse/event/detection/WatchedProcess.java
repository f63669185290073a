package io.gpulse.event.detection;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A process, on however many GPUs. */
final class WatchedProcess {

    /** Whether its start is told: when a process was there before anybody looked, nobody knows when it came. */
    enum Start {
        /** It was there before. */
        NOT_SEEN,
        /** To be told when it is known who it is. */
        PENDING,
        TOLD,
        /** There were too many. */
        SUMMARIZED
    }

    /** The kernel tells a start by that of the machine, which moves by a second while the clock is kept right. */
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

    /** Since when a GPU has answered without it. */
    private record Missing(Instant at, long nanos) {}

    WatchedProcess(int pid, Instant firstSeen, Start start) {
        this.pid = pid;
        this.firstSeen = firstSeen;
        this.start = start;
    }

    /** Whether this may be it: process ids are used again. */
    boolean isSame(ProcessSample sample) {
        Instant start = this.startedAt;
        Instant told = sample.startedAt();
        return start == null
                || told == null
                || Duration.between(start, told).abs().compareTo(SAME_START) <= 0;
    }

    void see(ProcessSample sample, EventGpu gpu) {
        this.seenOn.add(gpu.uuid());
        boolean isAnother = this.gpus.put(gpu.uuid(), gpu.index()) == null;
        this.startedAt = sample.startedAt() == null ? this.startedAt : sample.startedAt();
        this.name = sample.name() == null ? this.name : sample.name();
        this.user = sample.readings().word(Metric.PROCESS_USER).orElse(this.user);
        this.goneAt = null;
        Incident told = this.row;
        if (isAnother && told != null) {
            EventDraft now = started();
            told.change((change) -> now.facts().forEach(change.of(now.gpu())::fact));
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

    /** The row that tells of its start. A program takes its GPUs one after the other. */
    void startedIn(Incident told) {
        this.start = Start.TOLD;
        this.row = told;
    }

    /**
     * Ends the round of a process that is still on a GPU: those that have answered without it for long enough are no
     * longer its own.
     *
     * @return the event of these GPUs; null when there are none
     */
    @Nullable
    EventDraft leave(Set<String> listed, TimedSnapshot round, Duration after) {
        for (String uuid : this.gpus.keySet()) {
            if (this.seenOn.contains(uuid) || !listed.contains(uuid)) {
                this.missing.remove(uuid);
            } else {
                this.missing.putIfAbsent(uuid, new Missing(round.snapshot().takenAt(), round.nanos()));
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

    /** All its GPUs answered without it. */
    void miss(Instant at, long nanos) {
        if (this.goneAt == null) {
            this.goneAt = at;
            this.goneNanos = nanos;
        }
    }

    /** One of its GPUs did not answer: it may be there. */
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
        EventGpu alone = on.size() == 1
                ? on.entrySet().stream()
                        .map((gpu) -> new EventGpu(gpu.getValue(), gpu.getKey()))
                        .findFirst()
                        .orElse(null)
                : null;
        return EventDraft.of(at, kind, Severity.INFO, alone)
                .with(EventAttribute.PID, this.pid)
                .with(EventAttribute.PROCESS, this.name)
                .with(EventAttribute.USER, this.user)
                .with(EventAttribute.GPUS, EventGpu.indexes(new TreeSet<>(on.values())))
                .with(EventAttribute.UUIDS, alone == null ? String.join(" ", on.keySet()) : null);
    }
}
