package io.gpulse.story;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sentences about jobs: one for the start again, and one for the end or, if it runs, the start. */
final class JobSentences {

    /** A shorter job is only counted. */
    private static final long SHORTEST = 10 * Stretch.MINUTE;

    private final Past past;

    JobSentences(Past past) {
        this.past = past;
    }

    List<Sentence> of(List<GpuJob> jobs) {
        List<Sentence> sentences = new ArrayList<>();
        for (GpuJob job : jobs) {
            Stretch time = job.time();
            GpuJob earlier = job.earlier();
            Long end = time.until();
            if (earlier != null && lasts(earlier.time()) && this.past.includes(time.at())) {
                sentences.add(with(job, restarted(job, earlier)));
            }
            if (end != null && this.past.includes(end)) {
                Sentence ended = job.isRestarted() ? null : ended(job, end);
                if (ended != null) {
                    sentences.add(with(job, ended));
                }
            } else if (earlier == null && isStartKnown(time.at()) && lasts(time)) {
                sentences.add(with(job, started(job)));
            }
        }
        return sentences;
    }

    private boolean lasts(Stretch time) {
        return time.length(this.past.knownUntil()) >= SHORTEST;
    }

    /** Returns whether a job began in the time span: one that is seen first with the first sample may be older. */
    private boolean isStartKnown(long at) {
        return this.past.includes(at)
                && this.past.states().values().stream()
                        .flatMap((states) -> states.sampled().stream())
                        .anyMatch((sampled) -> sampled.at() < at - Stretch.MINUTE && sampled.end(0) >= at);
    }

    private Sentence started(GpuJob job) {
        List<EventGpu> gpus = gpus(job);
        return Sentence.of(
                StoryKind.STARTED,
                job.time(),
                gpus,
                StoryPhrases.sentence("story.started", gpus, Map.of("who", StoryPhrases.who(job))));
    }

    private Sentence restarted(GpuJob job, GpuJob earlier) {
        List<EventGpu> gpus = gpus(job);
        long at = job.time().at();
        long end = earlier.time().end(at);
        long free = job.uuids().stream()
                .mapToLong((uuid) -> this.past.states(uuid).in(GpuUse.FREE, end, at))
                .sum();
        LocalizedText hours = StoryPhrases.atLeast(end < this.past.from(), StoryPhrases.hours(free));
        LocalizedText text = StoryPhrases.sentence(
                free >= Stretch.MINUTE ? "story.restarted-free" : "story.restarted",
                gpus,
                Map.of("who", StoryPhrases.who(job), "time", StoryPhrases.time(at - end), "hours", hours));
        return Sentence.of(StoryKind.RESTARTED, new Stretch(end, at), gpus, text)
                .costs(free);
    }

    private @Nullable Sentence ended(GpuJob job, long end) {
        Map<String, Stretch> free = free(job);
        if (!free.isEmpty()) {
            return free(job, free);
        }
        if (!lasts(job.time())) {
            return null;
        }
        LocalizedText text = StoryPhrases.sentence(
                job.starts() > 1 ? "story.ended-series" : "story.ended",
                gpus(job),
                Map.of(
                        "who",
                        StoryPhrases.who(job),
                        "n",
                        job.starts(),
                        "time",
                        StoryPhrases.time(job.time().length(end))));
        return Sentence.of(StoryKind.ENDED, Stretch.moment(end), gpus(job), text);
    }

    /** Returns the time after a job by GPU; empty unless all of its GPUs with samples were free. */
    private Map<String, Stretch> free(GpuJob job) {
        Map<String, Stretch> all = new HashMap<>();
        for (Map.Entry<String, Long> left : job.ends().entrySet()) {
            GpuPast states = this.past.states(left.getKey());
            Stretch free = states.from(GpuUse.FREE, left.getValue());
            if (free != null && free.length(0) >= SHORTEST) {
                all.put(left.getKey(), free);
            } else if (states.isSampledAfter(left.getValue())) {
                return Map.of();
            }
        }
        return all;
    }

    /** @param free the time after the job on its GPUs */
    private Sentence free(GpuJob job, Map<String, Stretch> free) {
        List<EventGpu> gpus = this.past.named(free.keySet());
        long from = free.values().stream().mapToLong(Stretch::at).max().orElseThrow();
        long to = free.values().stream().mapToLong((one) -> one.end(0)).max().orElseThrow();
        LongSummaryStatistics lengths =
                free.values().stream().mapToLong((one) -> one.length(0)).summaryStatistics();
        boolean still = this.past.isStill(to);
        boolean partly = free.entrySet().stream()
                .anyMatch((one) -> this.past
                        .states(one.getKey())
                        .isUnknownAfter(one.getValue().end(0)));
        boolean differs = !Stretch.isSameTime(lengths.getMin(), lengths.getMax());
        long all = lengths.getSum();
        LocalizedText text = StoryPhrases.sentence(
                differs ? "story.free-each" : still ? "story.free-still" : "story.free",
                gpus,
                Map.of(
                        "who",
                        StoryPhrases.who(job),
                        "time",
                        StoryPhrases.atLeast(partly && !still, StoryPhrases.time(lengths.getMax())),
                        "hours",
                        StoryPhrases.atLeast(partly, StoryPhrases.hours(all))));
        return Sentence.of(StoryKind.FREE, new Stretch(from, still ? null : to), gpus, text)
                .costs(all);
    }

    private List<EventGpu> gpus(GpuJob job) {
        return this.past.named(job.uuids());
    }

    /** Adds the ids of the events of its processes. */
    private Sentence with(GpuJob job, Sentence sentence) {
        List<String> pids = job.pids().stream().map(String::valueOf).toList();
        List<Long> ids = this.past.ofProcesses().stream()
                .map(LoggedEvent::event)
                .filter((event) -> pids.contains(event.facts().getOrDefault(EventAttribute.PID, "")))
                .filter((event) -> Stretch.isSameTime(
                        event.at().toEpochMilli(), sentence.time().at()))
                .map((event) -> event.id())
                .toList();
        return sentence.of(ids, Severity.INFO);
    }
}
