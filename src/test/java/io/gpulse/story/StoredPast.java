package io.gpulse.story;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.history.states.StatesResponse.SegmentResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A past of some GPUs, in minutes since its begin. */
final class StoredPast {

    static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    private final int minutes;
    private final Map<String, KnownGpu> gpus = new LinkedHashMap<>();
    private final Map<String, GpuPast> states = new LinkedHashMap<>();
    private final List<LoggedEvent> events = new ArrayList<>();
    private final List<ProcessAccount> processes = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private long now;

    StoredPast(int minutes) {
        this.minutes = minutes;
        this.now = at(minutes);
    }

    static long at(double minute) {
        return START + Math.round(minute * 60_000);
    }

    static String uuid(int gpu) {
        return "GPU-0000000" + gpu;
    }

    /** Ends long before now. */
    StoredPast isOver() {
        this.now += 86_400_000;
        return this;
    }

    /**
     * Adds a GPU.
     *
     * @param states such as {@code busy 0-60}; what is missing has no samples
     */
    StoredPast gpu(int gpu, String... states) {
        List<SegmentResponse> segments = new ArrayList<>();
        long end = START;
        for (String state : states) {
            String[] words = state.split("[ -]");
            long from = at(Integer.parseInt(words[1]));
            if (from > end) {
                segments.add(new SegmentResponse(end, from, "no_samples", "gap"));
            }
            end = at(Integer.parseInt(words[2]));
            segments.add(new SegmentResponse(from, end, words[0], null));
        }
        if (end < at(this.minutes)) {
            segments.add(new SegmentResponse(end, at(this.minutes), "no_samples", "gap"));
        }
        this.gpus.put(uuid(gpu), new KnownGpu(uuid(gpu), gpu, "NVIDIA H100", Instant.EPOCH));
        this.states.put(uuid(gpu), new GpuPast(segments, true));
        return this;
    }

    /** Adds GPUs with the same states. */
    StoredPast gpus(int count, String... states) {
        for (int gpu = 0; gpu < count; gpu++) {
            gpu(gpu, states);
        }
        return this;
    }

    /**
     * Adds a process.
     *
     * @param name such as {@code train.py of mchen}; a program without a user, or nothing at all
     * @param until minute of its end; null while it runs
     */
    StoredPast process(int gpu, String name, double from, @Nullable Double until) {
        return process(key(gpu, from), name, until == null ? this.minutes : until, until != null);
    }

    /** Adds a process that was last seen at a minute, and is not known to have ended. */
    StoredPast lostProcess(int gpu, String name, double from, double seen) {
        return process(key(gpu, from), name, seen, false);
    }

    private ProcessKey key(int gpu, double from) {
        return new ProcessKey(uuid(gpu), 4711 + this.processes.size(), at(from));
    }

    private StoredPast process(ProcessKey key, String name, double seen, boolean ended) {
        String[] words = name.split(" of ");
        this.processes.add(new ProcessAccount(
                key,
                at(seen),
                ended,
                new ProcessAccount.Identity(
                        ProcessSample.Type.COMPUTE,
                        null,
                        name.isEmpty() ? null : words[0],
                        words.length > 1 ? words[1] : null,
                        null,
                        null,
                        null,
                        Membership.NONE),
                Double.NaN));
        return this;
    }

    static EventDraft draft(EventKind kind, Severity severity, @Nullable Integer gpu, double minute) {
        return EventDraft.of(
                Instant.ofEpochMilli(at(minute)), kind, severity, gpu == null ? null : new EventGpu(gpu, uuid(gpu)));
    }

    StoredPast xid(int gpu, int number, double minute) {
        return moment(draft(EventKind.XID, Severity.WARNING, gpu, minute).withXid(number));
    }

    /** Adds an event without duration. */
    StoredPast moment(EventDraft draft) {
        return event(draft, null, false);
    }

    /** @param until minute of its end; null while it lasts */
    StoredPast lasting(EventDraft draft, @Nullable Double until) {
        return event(draft, until, until == null);
    }

    private StoredPast event(EventDraft draft, @Nullable Double until, boolean open) {
        long id = this.events.size() + 1;
        GpuEvent event = new GpuEvent(
                id,
                id,
                draft.at(),
                until == null ? null : Instant.ofEpochMilli(at(until)),
                draft.kind(),
                draft.severity(),
                draft.gpu(),
                draft.xid(),
                1,
                draft.facts());
        this.events.add(new LoggedEvent(event, open));
        return this;
    }

    StoredPast mark(long id, double minute, String text) {
        this.marks.add(new Mark(id, at(minute), text, Set.of()));
        return this;
    }

    Story story() {
        TimeRange span = new TimeRange(Instant.ofEpochMilli(START), Instant.ofEpochMilli(at(this.minutes)));
        Past past = new Past(
                span,
                this.now,
                this.gpus,
                true,
                this.states,
                at(this.minutes),
                this.events,
                List.of(),
                this.processes,
                this.marks);
        return StoryReader.story(past, 0);
    }

    List<String> texts() {
        return story().sentences().stream().map((one) -> one.text().en()).toList();
    }

    Sentence only() {
        List<Sentence> all = story().sentences();
        if (all.size() != 1) {
            throw new AssertionError(texts());
        }
        return all.get(0);
    }
}
