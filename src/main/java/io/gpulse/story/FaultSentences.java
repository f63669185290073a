package io.gpulse.story;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.text.EventText;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The sentences about events: the title of each, with what became of the job. */
final class FaultSentences {

    private static final Map<EventKind, StoryKind> KINDS = new EnumMap<>(Map.ofEntries(
            Map.entry(EventKind.XID, StoryKind.XID),
            Map.entry(EventKind.OPERATIONAL, StoryKind.XID),
            Map.entry(EventKind.GPU_LOST, StoryKind.LOST),
            Map.entry(EventKind.GPU_FAILED, StoryKind.LOST),
            Map.entry(EventKind.GPU_STUCK, StoryKind.STUCK),
            Map.entry(EventKind.DRIVER_GONE, StoryKind.DRIVER),
            Map.entry(EventKind.DRIVER_RENEWED, StoryKind.DRIVER),
            Map.entry(EventKind.ECC_UNCORRECTED, StoryKind.INSIGHT),
            Map.entry(EventKind.MEMORY_REPAIR, StoryKind.INSIGHT),
            Map.entry(EventKind.RECOVERY_ACTION, StoryKind.INSIGHT),
            Map.entry(EventKind.LINK_ERRORS, StoryKind.INSIGHT),
            Map.entry(EventKind.CLOCKS, StoryKind.INSIGHT),
            Map.entry(EventKind.P_STATE, StoryKind.INSIGHT),
            Map.entry(EventKind.INSIGHT, StoryKind.INSIGHT),
            Map.entry(EventKind.SETTINGS, StoryKind.SETTING)));

    /** Events that happened at a moment; the title of others is a state. */
    private static final Set<EventKind> MOMENTS = EnumSet.of(EventKind.XID, EventKind.GPU_LOST);

    private static final long LEAST_HOURS = 6 * Stretch.MINUTE;
    private static final long SOON = 30 * Stretch.MINUTE;
    private static final int NEWEST = 16;
    private static final EventGpu ANY = new EventGpu(0, "");

    private final Past past;
    private final List<GpuJob> jobs;

    FaultSentences(Past past, List<GpuJob> jobs) {
        this.past = past;
        this.jobs = jobs;
    }

    List<Sentence> all() {
        return groups().stream().map(this::sentence).toList();
    }

    /** Returns the events by sentence. */
    private List<FaultGroup> groups() {
        List<FaultGroup> groups = new ArrayList<>();
        Map<Long, FaultGroup> byId = new HashMap<>();
        Map<String, List<FaultGroup>> byCause = new HashMap<>();
        this.past.events().stream()
                .filter((one) -> KINDS.containsKey(one.event().kind()) && !isUnnamed(one.event()))
                .filter((one) -> !this.past.isPartOfHeld(one))
                .sorted(Comparator.comparing((one) -> one.event().at()))
                .forEach((one) -> {
                    FaultGroup cause = byId.get(cause(one.event()));
                    if (cause != null) {
                        cause.addConsequence(one);
                    }
                    byId.put(one.event().id(), cause == null ? equal(byCause, groups, one) : cause);
                });
        return groups;
    }

    /** Adds an event to the group that it belongs to, of the newest ones; to a new one if there is none. */
    private static FaultGroup equal(Map<String, List<FaultGroup>> byCause, List<FaultGroup> all, LoggedEvent event) {
        List<FaultGroup> groups = byCause.computeIfAbsent(causeText(event.event()), (first) -> new ArrayList<>());
        for (FaultGroup group : groups.subList(Math.max(0, groups.size() - NEWEST), groups.size())) {
            if (group.isJoinedBy(event)) {
                group.add(event);
                return group;
            }
        }
        FaultGroup group = new FaultGroup(event);
        groups.add(group);
        all.add(group);
        return group;
    }

    /** The text of a rule that has none names the rule. */
    private static boolean isUnnamed(GpuEvent event) {
        return event.kind() == EventKind.INSIGHT
                && event.facts().getOrDefault(EventAttribute.SENTENCE, "").isEmpty();
    }

    private static long cause(GpuEvent event) {
        String cause = event.facts().getOrDefault(EventAttribute.CAUSE, "");
        return cause.matches("\\d{1,18}") ? Long.parseLong(cause) : -1;
    }

    /** Returns what an event reports, without its GPU and its seconds. */
    private static String causeText(GpuEvent event) {
        GpuEvent timeless = FaultGroup.isTimed(event) ? event.with(EventAttribute.SECONDS, "0") : event;
        return event.kind()
                + title(event.gpu() == null ? timeless : timeless.about(List.of(ANY)))
                        .en();
    }

    private static LocalizedText title(GpuEvent event) {
        return EventText.of(event).title();
    }

    private Sentence sentence(FaultGroup group) {
        GpuEvent first = group.event();
        List<EventGpu> gpus = group.gpus();
        GpuEvent named = first.gpu() == null || gpus.size() < 2 ? first : first.about(gpus);
        StoryKind kind = Objects.requireNonNull(KINDS.get(first.kind()));
        Stretch time = group.time();
        boolean lasts = time.lasts() && !group.isTimed();
        LocalizedText title = time.until() == null ? title(named) : EventText.pastTitle(named);
        List<LocalizedText> parts = new ArrayList<>(List.of(withoutStop(title)));
        if (lasts && group.isRepeated()) {
            parts.add(Messages.text("story.times", Map.of("n", group.times())));
        }
        long idle = kind.isFault() ? addFate(parts, group) : 0;
        if (lasts) {
            addDuration(parts, group);
        }
        List<Long> ids = group.all().stream().map((one) -> one.event().id()).toList();
        LocalizedText text = LocalizedText.join(LocalizedText.SEMICOLON, parts).sentence();
        return Sentence.of(kind, time, gpus, text)
                .costs(Math.max(idle, cost(group)))
                .of(ids, group.worst());
    }

    /** Adds how long it lasts, or how long ago it was: a lost GPU is a moment, and costs time from then on. */
    private void addDuration(List<LocalizedText> parts, FaultGroup group) {
        GpuEvent first = group.event();
        Stretch time = group.time();
        boolean several = group.gpus().size() > 1;
        boolean open = time.until() == null;
        boolean removed = first.facts().containsKey(EventAttribute.BUS);
        boolean unusable = !removed && group.isUnusable();
        boolean ago = open && (removed || (unusable && MOMENTS.contains(first.kind())));
        Map<String, LocalizedText> values = Map.of("time", duration(group));
        if (ago) {
            LocalizedText since = StoryPhrases.time(time.length(this.past.now()));
            parts.set(0, Messages.text("story.ago", Map.of("title", parts.get(0), "time", since)));
        }
        if (unusable) {
            String ongoing = ago ? "story.unusable-since" : "story.unusable-still";
            LocalizedText loss = Messages.text(open ? ongoing : "story.unusable");
            parts.add(withHours(loss.numbered(several).with(values), loss(group), several));
        } else if (removed && !open && !group.isRepeated()) {
            parts.add(Messages.text("story.back-after").numbered(several).with(values));
        } else if (!ago) {
            parts.add(Messages.text(open ? "story.lasts" : "story.lasted", values));
        }
    }

    /** Returns how long it lasted: in all if it was repeated, and a bound if that differs from GPU to GPU. */
    private LocalizedText duration(FaultGroup group) {
        Stretch time = group.time();
        List<Long> lengths = group.lengths(time.at(), time.end(this.past.now()));
        LocalizedText shortest = StoryPhrases.time(Collections.min(lengths));
        LocalizedText longest = StoryPhrases.time(Collections.max(lengths));
        boolean differs = !shortest.equals(longest);
        if (time.until() == null) {
            return StoryPhrases.atLeast(differs, shortest);
        }
        String key = group.isRepeated() ? "story.in-all" : "story.up-to";
        return differs || group.isRepeated() ? Messages.text(key, Map.of("time", longest)) : longest;
    }

    /** Adds the GPU-hours of several GPUs; those of one are the duration. */
    private static LocalizedText withHours(LocalizedText text, long millis, boolean several) {
        return several && millis >= LEAST_HOURS
                ? Messages.text("story.with-hours", Map.of("text", text, "hours", StoryPhrases.hours(millis)))
                : text;
    }

    /** Returns the GPU time in which GPUs could not be used, or were idle, in ms. A removed GPU costs nothing. */
    private long cost(FaultGroup group) {
        if (Past.isIdleAlert(group.equal().get(0))) {
            return group.equal().stream()
                    .mapToLong((one) -> held(
                            one.event().gpus(),
                            FaultGroup.at(one),
                            Past.time(one).end(this.past.knownUntil())))
                    .sum();
        }
        return group.isUnusable() ? loss(group) : 0;
    }

    private long loss(FaultGroup group) {
        return group.lengths(this.past.from(), this.past.knownUntil()).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static LocalizedText withoutStop(LocalizedText title) {
        return new LocalizedText(title.en().replaceFirst("\\.$", ""), title.zh().replaceFirst("。$", ""));
    }

    private long held(List<EventGpu> gpus, long from, long to) {
        long begin = Math.max(from, this.past.from());
        return gpus.stream()
                .mapToLong((gpu) -> this.past.states(gpu.uuid()).in(GpuUse.HELD_IDLE, begin, to))
                .sum();
    }

    /** Returns the GPUs of a group on which a job was when it happened to them. */
    private static List<EventGpu> gpus(GpuJob job, FaultGroup group) {
        return group.equal().stream()
                .flatMap((one) -> gpus(job, one))
                .distinct()
                .toList();
    }

    private static Stream<EventGpu> gpus(GpuJob job, LoggedEvent event) {
        return event.event().gpus().stream().filter((gpu) -> job.isOn(gpu.uuid(), FaultGroup.at(event)));
    }

    /** Returns when it happened first to a GPU on which the job was. */
    private static long at(GpuJob job, FaultGroup group) {
        return group.equal().stream()
                .filter((one) -> gpus(job, one).findAny().isPresent())
                .mapToLong(FaultGroup::at)
                .findFirst()
                .orElse(group.time().at());
    }

    /** Adds what became of the job, and returns the GPU time in which it was idle, in ms. */
    private long addFate(List<LocalizedText> parts, FaultGroup group) {
        List<GpuJob> on =
                this.jobs.stream().filter((job) -> !gpus(job, group).isEmpty()).toList();
        if (on.size() != 1) {
            return 0;
        }
        GpuJob job = on.get(0);
        List<EventGpu> gpus = gpus(job, group);
        long at = at(job, group);
        GpuPast states = this.past.states(gpus.get(0).uuid());
        Stretch still = states.from(GpuUse.HELD_IDLE, at);
        Long end = job.time().until();
        if (still != null && still.length(0) >= Stretch.MINUTE) {
            LocalizedText time =
                    StoryPhrases.atLeast(states.isUnknownAfter(still.end(0)), StoryPhrases.time(still.length(0)));
            parts.add(Messages.text("story.idle-then", Map.of("who", StoryPhrases.who(job), "time", time)));
            return held(this.past.named(job.uuids()), still.at(), still.end(0));
        }
        if (end != null && end - at <= SOON) {
            String key = end - at <= GpuJob.AT_ONCE ? "story.ended-with" : "story.ended-later";
            parts.add(Messages.text(key, Map.of("who", StoryPhrases.who(job), "time", StoryPhrases.time(end - at))));
        } else {
            parts.add(wasOn(job, gpus, group.gpus().size()));
        }
        return 0;
    }

    /** @param all number of the GPUs that the sentence is about */
    private static LocalizedText wasOn(GpuJob job, List<EventGpu> gpus, int all) {
        Map<String, LocalizedText> values = Map.of("who", StoryPhrases.who(job), "gpus", StoryPhrases.gpus(gpus));
        return gpus.size() < all
                ? Messages.text("story.on-gpus", values)
                : Messages.text("story.on-it").numbered(all > 1).with(values);
    }
}
