package io.gpulse.story;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventReader;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.TimeRange;
import io.gpulse.history.sqlite.AccountingStore.ProcessSums;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.history.states.HistoryStates;
import io.gpulse.history.states.StatesResponse;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Jobs;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads what is stored about a time span, and chooses its sentences. Blocks. */
final class StoryReader {

    /** Maximum number of events of one severity in memory, the newest; further ones are counted. */
    static final int MOST_EVENTS = 1000;

    private static final int MOST_MARKS = 1000;

    /** Maximum number of segments of states in memory. */
    private static final int MOST_SEGMENTS = 32_000;

    private static final int MOST_POINTS = 8000;
    private static final Set<EventKind> OF_PROCESSES = EnumSet.of(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED);
    private static final Set<EventKind> OTHERS =
            EnumSet.complementOf(EnumSet.of(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED));

    private final EventReader events;
    private final InstantSource clock;
    private final PublishedSnapshots published;

    StoryReader(EventReader events, InstantSource clock, PublishedSnapshots published) {
        this.events = events;
        this.clock = clock;
        this.published = published;
    }

    /** @param names the requested GPUs; null for all */
    Story read(HistoryStore store, TimeRange span, @Nullable String names) {
        Snapshot latest = this.published.snapshot();
        List<KnownGpu> stored = store.gpus();
        Map<String, KnownGpu> gpus = SeriesSelection.gpus(names, stored, latest);
        StatesResponse states = new HistoryStates(store, request(gpus, span)).response(false);
        Map<String, GpuPast> byGpu = new LinkedHashMap<>();
        states.gpus().forEach((gpu) -> byGpu.put(gpu.gpu().uuid(), GpuPast.of(gpu)));
        Criteria criteria = criteria(span, names == null ? Set.of() : gpus.keySet());
        List<LoggedEvent> others = new ArrayList<>();
        int unread = readOthers(store, criteria, others);
        Past past = new Past(
                span,
                this.clock.millis(),
                gpus,
                gpus.size() >= stored.size(),
                byGpu,
                states.to(),
                others,
                read(store, of(criteria, OF_PROCESSES, EnumSet.allOf(Severity.class))),
                store
                        .accounting()
                        .usage(new UsageSpan(span.fromMillis(), span.toMillis(), gpus.keySet()))
                        .longest()
                        .stream()
                        .map(ProcessSums::process)
                        .toList(),
                marks(store, span, names == null ? null : gpus.keySet()));
        return story(past, unread);
    }

    private HistoryStates.Request request(Map<String, KnownGpu> gpus, TimeRange span) {
        int points = Math.max(4, Math.min(MOST_POINTS, MOST_SEGMENTS / Math.max(1, gpus.size())));
        return new HistoryStates.Request(gpus.values(), span, points, this.clock.millis(), this.published.every());
    }

    private static Criteria criteria(TimeRange span, Set<String> gpus) {
        return new Criteria(span.fromMillis(), span.toMillis(), Long.MAX_VALUE, Set.of(), Set.of(), gpus);
    }

    private static Criteria of(Criteria criteria, Set<EventKind> kinds, Set<Severity> severities) {
        return new Criteria(
                criteria.from(),
                criteria.to(),
                criteria.belowId(),
                kinds.stream().map(EventKind::label).collect(Collectors.toUnmodifiableSet()),
                severities.stream().map(Severity::label).collect(Collectors.toUnmodifiableSet()),
                criteria.gpus());
    }

    /**
     * Reads each severity by itself: many mild events do not displace the faults.
     *
     * @param all receives the events
     * @return the number of those that are not read
     */
    private int readOthers(HistoryStore store, Criteria criteria, List<LoggedEvent> all) {
        int unread = 0;
        for (Severity severity : Severity.values()) {
            Criteria own = of(criteria, OTHERS, EnumSet.of(severity));
            List<LoggedEvent> read = read(store, own);
            all.addAll(read);
            unread += Math.max(0, store.events().count(own) - read.size());
        }
        return unread;
    }

    private List<LoggedEvent> read(HistoryStore store, Criteria criteria) {
        return List.copyOf(this.events.read(criteria, null, MOST_EVENTS, store));
    }

    /** @param gpus the requested GPUs; null for all */
    private static List<Mark> marks(HistoryStore store, TimeRange span, @Nullable Set<String> gpus) {
        return store.marks().between(span.fromMillis(), span.toMillis(), MOST_MARKS).stream()
                .filter((mark) -> gpus == null || mark.gpus().isEmpty() || !Collections.disjoint(mark.gpus(), gpus))
                .toList();
    }

    /** @param unread number of events that were not read */
    static Story story(Past past, int unread) {
        List<GpuJob> jobs = Jobs.of(past.processes(), past.knownUntil(), past::hasFault);
        StateSentences states = new StateSentences(past, jobs);
        List<Sentence> all = new ArrayList<>(new FaultSentences(past, jobs).all());
        all.addAll(new JobSentences(past).of(jobs));
        all.addAll(states.held());
        all.addAll(states.gaps());
        all.addAll(states.marks());
        Long sampledFrom = past.states().values().stream()
                .map(GpuPast::sampledFrom)
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(null);
        List<Sentence> chosen = Story.choose(all, past.knownUntil(), past.gpus().size());
        return new Story(
                sampledFrom,
                chosen,
                all.size() - chosen.size() + unread,
                all.isEmpty() ? quiet(sampledFrom, jobs.size()) : null);
    }

    private static LocalizedText quiet(@Nullable Long sampledFrom, int jobs) {
        if (sampledFrom == null) {
            return Messages.text("story.unknown");
        }
        return jobs == 0 ? Messages.text("story.quiet") : Messages.text("story.quiet-jobs", Map.of("n", jobs));
    }
}
