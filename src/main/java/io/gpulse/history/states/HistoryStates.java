package io.gpulse.history.states;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.sqlite.StateStore;
import io.gpulse.history.states.StateTimeline.Segment;
import io.gpulse.history.states.StatesResponse.GpuReference;
import io.gpulse.history.states.StatesResponse.GpuResponse;
import io.gpulse.history.states.StatesResponse.SecondsResponse;
import io.gpulse.history.states.StatesResponse.SegmentResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the states of GPUs in a time span: from runs where they are stored, from minutes before that. */
public final class HistoryStates {

    private static final long MINUTE = 60_000;

    private final StateStore store;
    private final Request request;
    private final Map<String, KnownTime> known = new LinkedHashMap<>();
    private final Map<String, StateTimeline> timelines = new LinkedHashMap<>();
    private final long from;
    private final long to;
    private final long until;
    private final long step;

    /**
     * The requested states.
     *
     * @param points maximum number of segments of one GPU, at least 4
     * @param now in epoch ms; the time span may end later
     * @param every time between rounds
     */
    public record Request(Collection<KnownGpu> gpus, TimeRange span, int points, long now, Duration every) {

        /** Returns the width of steps, at most two segments in each of which are at most as many as requested. */
        long step(long length) {
            return Math.max(1, -Math.floorDiv(-length, this.points / 2 - 1));
        }
    }

    /**
     * The time of a GPU whose state is known.
     *
     * @param since begin, in epoch ms
     * @param runsSince begin of the time with runs, in epoch ms
     */
    private record KnownTime(long since, long runsSince) {

        boolean hasMinutes(long from, long to) {
            return Math.max(this.since, from) < Math.min(this.runsSince, to);
        }
    }

    public HistoryStates(HistoryStore store, Request request) {
        this.store = store.states();
        this.request = request;
        List<GpuAccount> accounts = store.accounting().accounts();
        this.until = knownUntil(accounts);
        readKnownTimes(accounts);
        TimeRange span = request.span();
        TimeRange minutes = span.aligned(MINUTE);
        this.from = hasMinutes(span.fromMillis(), span.toMillis()) ? minutes.fromMillis() : span.fromMillis();
        this.to = hasMinutes(span.toMillis() - 1, span.toMillis()) ? minutes.toMillis() : span.toMillis();
        this.step = request.step(this.to - this.from);
        this.known.forEach((uuid, time) -> this.timelines.put(uuid, timeline(time)));
    }

    /** Returns the end of the stored time of all GPUs, in epoch ms: of the newest round, or now without recent ones. */
    private long knownUntil(List<GpuAccount> accounts) {
        return accounts.stream()
                .mapToLong((account) -> account.knownUntil(this.request.now(), this.request.every()))
                .filter((until) -> until < this.request.now())
                .max()
                .orElse(this.request.now());
    }

    private void readKnownTimes(List<GpuAccount> accounts) {
        List<String> uuids = this.request.gpus().stream().map(KnownGpu::uuid).toList();
        Map<String, Long> firstRuns = this.store.firstRuns(uuids);
        Map<String, Long> firstMinutes = this.store.firstMinutes(uuids);
        for (GpuAccount account : accounts) {
            if (uuids.contains(account.uuid())) {
                long runs = firstRuns.getOrDefault(account.uuid(), this.until);
                long minutes = firstMinutes.getOrDefault(account.uuid(), account.since());
                long since = since(account.since(), minutes, runs);
                // The minute in which runs begin also counts the time before them.
                boolean hasEarlier = since < floor(runs) || (since < runs && account.since() < floor(runs));
                this.known.put(account.uuid(), new KnownTime(since, hasEarlier ? ceiling(runs) : since));
            }
        }
    }

    /** Returns the first sample, or the begin of the oldest minute: of deleted ones, or of a simulated past. */
    private static long since(long firstSample, long firstMinute, long firstRun) {
        if (firstMinute < floor(firstSample)) {
            return firstMinute == floor(firstRun) ? firstRun : firstMinute;
        }
        return Math.max(firstMinute, firstSample);
    }

    private static long floor(long at) {
        return Math.floorDiv(at, MINUTE) * MINUTE;
    }

    private static long ceiling(long at) {
        return -Math.floorDiv(-at, MINUTE) * MINUTE;
    }

    private boolean hasMinutes(long from, long to) {
        return this.known.values().stream().anyMatch((time) -> time.hasMinutes(from, to));
    }

    private StateTimeline timeline(KnownTime time) {
        long begin = Math.max(this.from, time.since);
        return new StateTimeline(
                begin, Math.max(begin, Math.min(this.to, this.until)), this.step, this.request.points());
    }

    public StatesResponse response(boolean simulated) {
        addMinutes();
        this.store.runs(this.known.keySet(), this.from, this.to, this::add);
        this.timelines.values().forEach((timeline) -> timeline.fill(this.to));
        return new StatesResponse(
                this.from,
                Math.max(this.from, Math.min(this.to, this.until)),
                this.step,
                simulated,
                this.request.gpus().stream().map(this::gpu).toList());
    }

    /** Adds the minutes of all GPUs, several at once if a step is longer. */
    private void addMinutes() {
        SortedSet<Long> bounds = bounds();
        long begin = this.from;
        for (long end : bounds.tailSet(this.from + 1)) {
            long from = begin;
            this.store.minutes(from, end, (uuid, seconds) -> add(uuid, seconds, from, end));
            begin = end;
        }
    }

    /** Returns the ends of the spans of minutes, where runs begin too. */
    private SortedSet<Long> bounds() {
        SortedSet<Long> bounds = new TreeSet<>();
        long last = this.from;
        for (KnownTime time : this.known.values()) {
            if (time.hasMinutes(this.from, this.to)) {
                long end = Math.min(ceiling(this.to), time.runsSince);
                bounds.add(end);
                last = Math.max(last, end);
            }
        }
        long width = ceiling(this.step);
        for (long at = this.from; at < last; at += width) {
            bounds.add(at);
        }
        return bounds;
    }

    private void add(String uuid, UseSeconds seconds, long from, long to) {
        KnownTime time = this.known.get(uuid);
        StateTimeline timeline = this.timelines.get(uuid);
        if (time != null && timeline != null && to <= time.runsSince) {
            timeline.addInAnyOrder(seconds, Math.max(from, time.since), Math.min(to, this.until));
        }
    }

    private void add(StateRun run) {
        KnownTime time = this.known.get(run.uuid());
        StateTimeline timeline = this.timelines.get(run.uuid());
        if (time != null && timeline != null) {
            timeline.add(new Segment(Math.max(run.from(), time.runsSince), run.to(), run.use(), run.cause()));
        }
    }

    private GpuResponse gpu(KnownGpu gpu) {
        StateTimeline timeline = this.timelines.get(gpu.uuid());
        GpuReference reference = new GpuReference(gpu.index(), gpu.uuid());
        if (timeline == null) {
            return new GpuResponse(reference, SecondsResponse.of(new UseSeconds()), List.of());
        }
        List<SegmentResponse> segments = timeline.segments().stream()
                .map((one) ->
                        new SegmentResponse(one.from(), one.to(), one.use().label(), one.cause()))
                .toList();
        return new GpuResponse(reference, SecondsResponse.of(timeline.seconds()), segments);
    }
}
