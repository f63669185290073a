package io.gpulse.story;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The sentences about GPUs that were held idle, about times without samples, and about marks. */
final class StateSentences {

    private static final double WHOLE = 0.95;
    private static final String STOPPED = "restart";

    private final Past past;
    private final List<GpuJob> jobs;

    StateSentences(Past past, List<GpuJob> jobs) {
        this.past = past;
        this.jobs = jobs;
    }

    /**
     * The time of one cause, on several GPUs.
     *
     * @param partly whether it may have been longer
     */
    private record Held(Stretch time, LocalizedText who, Set<String> uuids, long sum, boolean partly) {

        boolean isLike(Held other) {
            return this.who.equals(other.who) && Stretch.isSameTime(this.time.at(), other.time.at());
        }

        Held with(Held other) {
            Set<String> both = new TreeSet<>(this.uuids);
            both.addAll(other.uuids);
            Stretch time = this.time.length(0) >= other.time.length(0) ? this.time : other.time;
            return new Held(time, this.who, both, this.sum + other.sum, this.partly || other.partly);
        }
    }

    /** Returns the GPUs that were held idle for long, without those of which an alert reports it. */
    List<Sentence> held() {
        List<Held> causes = new ArrayList<>();
        this.past
                .states()
                .forEach((uuid, states) -> states.held().stream()
                        .filter((time) -> !this.past.isReported(uuid, time))
                        .map((time) -> held(uuid, time, states.in(GpuUse.HELD_IDLE, time.at(), time.end(0))))
                        .filter((one) -> one.sum >= Past.LONG_IDLE)
                        .forEach((one) -> {
                            int like = indexOf(causes, one);
                            if (like < 0) {
                                causes.add(one);
                            } else {
                                causes.set(like, causes.get(like).with(one));
                            }
                        }));
        return causes.stream().map(this::sentence).toList();
    }

    private static int indexOf(List<Held> causes, Held one) {
        for (int i = 0; i < causes.size(); i++) {
            if (causes.get(i).isLike(one)) {
                return i;
            }
        }
        return -1;
    }

    private Held held(String uuid, Stretch time, long sum) {
        long end = time.end(0);
        boolean still = this.past.isStill(end);
        long moment = still ? end : time.at() + time.length(0) / 2;
        List<LocalizedText> names = this.jobs.stream()
                .filter((job) -> job.isOn(uuid, moment))
                .map(StoryPhrases::who)
                .distinct()
                .toList();
        LocalizedText who = switch (names.size()) {
            case 0 -> Messages.text("story.a-program");
            case 1 -> names.get(0);
            case 2 -> Messages.text("story.two", Map.of("first", names.get(0), "second", names.get(1)));
            default -> Messages.text("story.programs", Map.of("n", names.size()));
        };
        GpuPast states = this.past.states(uuid);
        boolean partly = states.isUnknownBefore(time.at()) || (!still && states.isUnknownAfter(end));
        return new Held(time, who, Set.of(uuid), sum, partly);
    }

    private Sentence sentence(Held held) {
        List<EventGpu> gpus = this.past.named(held.uuids);
        long end = held.time.end(0);
        boolean still = this.past.isStill(end);
        long each = held.sum / held.uuids.size();
        boolean whole = each >= WHOLE * held.time.length(0);
        String key = still ? (whole ? "story.holds" : "story.holds-of") : (whole ? "story.held" : "story.held-of");
        LocalizedText text = StoryPhrases.sentence(
                key,
                gpus,
                Map.of(
                        "who",
                        held.who,
                        "time",
                        StoryPhrases.atLeast(held.partly, StoryPhrases.time(each)),
                        "all",
                        StoryPhrases.time(held.time.length(0))));
        return Sentence.of(StoryKind.INSIGHT, new Stretch(held.time.at(), still ? null : end), gpus, text)
                .costs(held.sum)
                .of(reports(held), Severity.WARNING);
    }

    /** Returns the alerts about parts of the time. */
    private List<Long> reports(Held held) {
        return this.past.idleAlerts().stream()
                .filter((one) -> held.uuids.stream().anyMatch((uuid) -> Past.isAbout(one, uuid)))
                .filter((one) -> Past.time(one).overlaps(held.time, this.past.knownUntil()))
                .map((one) -> one.event().id())
                .toList();
    }

    /** Returns the times without samples of any of the GPUs. */
    List<Sentence> gaps() {
        Map<Stretch, List<GpuEvent>> gaps = new LinkedHashMap<>();
        List<LoggedEvent> events = this.past.events().stream()
                .filter((one) -> one.event().kind() == EventKind.GAP)
                .filter((one) -> Past.time(one).length(0) >= Stretch.MINUTE)
                .toList();
        unsampled().forEach((gap) -> gaps.put(gap, new ArrayList<>()));
        for (LoggedEvent event : events) {
            Stretch time = Past.time(event);
            Stretch known = gaps.keySet().stream()
                    .filter((gap) -> gap.overlaps(time, this.past.knownUntil()))
                    .findFirst()
                    .orElse(time);
            List<GpuEvent> reports = Objects.requireNonNullElse(gaps.remove(known), new ArrayList<>());
            reports.add(event.event());
            gaps.put(known.and(time), reports);
        }
        List<Sentence> sentences = new ArrayList<>();
        gaps.forEach((time, known) -> sentences.add(gap(time, known)));
        return sentences;
    }

    private List<Stretch> unsampled() {
        List<Stretch> sampled = this.past.states().values().stream()
                .flatMap((states) -> states.sampled().stream())
                .sorted(Comparator.comparingLong(Stretch::at))
                .toList();
        if (sampled.isEmpty()) {
            return sampled;
        }
        List<Stretch> gaps = new ArrayList<>();
        long end = this.past.from();
        for (Stretch one : sampled) {
            if (one.at() - Stretch.MINUTE >= end) {
                gaps.add(new Stretch(end, one.at()));
            }
            end = Math.max(end, one.end(0));
        }
        if (end <= this.past.knownUntil() - Stretch.MINUTE) {
            gaps.add(new Stretch(end, this.past.isStill(this.past.knownUntil()) ? null : this.past.knownUntil()));
        }
        return gaps;
    }

    private Sentence gap(Stretch time, List<GpuEvent> events) {
        List<EventGpu> gpus = this.past.allGpus()
                ? List.of()
                : this.past.named(this.past.gpus().keySet());
        boolean stopped =
                events.stream().anyMatch((event) -> STOPPED.equals(event.facts().get(EventAttribute.REASON)));
        long knownUntil = this.past.knownUntil();
        boolean partly = time.at() == this.past.from() || Objects.equals(time.until(), knownUntil);
        Map<String, Object> values =
                Map.of("time", StoryPhrases.atLeast(partly, StoryPhrases.time(time.length(knownUntil))));
        LocalizedText text = gpus.isEmpty()
                ? Messages.text(stopped ? "story.stopped" : "story.gap", values)
                : StoryPhrases.sentence("story.gap-of", gpus, values);
        List<Long> ids = events.stream().map(GpuEvent::id).toList();
        return Sentence.of(StoryKind.GAP, time, gpus, text).of(ids, Severity.INFO);
    }

    List<Sentence> marks() {
        return this.past.marks().stream().map(this::mark).toList();
    }

    private Sentence mark(Mark mark) {
        LocalizedText text =
                Messages.text("story.mark", Map.of("text", mark.text().replaceAll("\\p{C}+", " ")));
        return Sentence.of(StoryKind.MARK, Stretch.moment(mark.at()), this.past.named(mark.gpus()), text)
                .quotes(mark.id());
    }
}
