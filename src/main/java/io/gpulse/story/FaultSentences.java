package io.gpulse.story;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.text.EventText;
import io.gpulse.event.xid.Outage;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** Returns the events with one cause: equal ones that began together, and the consequences of a fault. */
    private List<List<LoggedEvent>> groups() {
        List<List<LoggedEvent>> groups = new ArrayList<>();
        Map<Long, List<LoggedEvent>> byId = new HashMap<>();
        Map<String, List<LoggedEvent>> latest = new HashMap<>();
        this.past.events().stream()
                .filter((one) -> KINDS.containsKey(one.event().kind()) && !isUnnamed(one.event()))
                .filter((one) -> !this.past.isPartOfHeld(one))
                .sorted(Comparator.comparing((one) -> one.event().at()))
                .forEach((one) -> {
                    List<LoggedEvent> group = byId.get(cause(one.event()));
                    if (group == null) {
                        group = equal(latest, one);
                    }
                    if (group.isEmpty()) {
                        groups.add(group);
                    }
                    group.add(one);
                    byId.put(one.event().id(), group);
                });
        return groups;
    }

    /** Returns the group that an event belongs to; an empty one if it is the first of its kind for some time. */
    private static List<LoggedEvent> equal(Map<String, List<LoggedEvent>> latest, LoggedEvent event) {
        String cause = causeText(event.event());
        List<LoggedEvent> group = latest.get(cause);
        if (group == null || !(Stretch.isSameTime(at(group.get(0)), at(event)) || goesOn(group, event))) {
            group = new ArrayList<>();
            latest.put(cause, group);
        }
        return group;
    }

    /** Returns whether an event of some seconds is on the same GPUs, and began soon after those before had ended. */
    private static boolean goesOn(List<LoggedEvent> group, LoggedEvent next) {
        return isTimed(next.event())
                && gpus(group).containsAll(next.event().gpus())
                && Stretch.isSameTime(time(group).end(at(next)), at(next));
    }

    private static boolean isTimed(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.SECONDS);
    }

    /** Returns the first event with the seconds of all: of the GPU with most of them. */
    private static GpuEvent together(List<LoggedEvent> group) {
        GpuEvent first = group.get(0).event();
        if (group.size() == 1 || !isTimed(first)) {
            return first;
        }
        Map<List<EventGpu>, Long> seconds = group.stream()
                .map(LoggedEvent::event)
                .filter(FaultSentences::isTimed)
                .collect(Collectors.groupingBy(GpuEvent::gpus, Collectors.summingLong(FaultSentences::seconds)));
        return first.with(EventAttribute.SECONDS, Long.toString(Collections.max(seconds.values())));
    }

    private static long seconds(GpuEvent event) {
        return Long.parseLong(event.facts().getOrDefault(EventAttribute.SECONDS, "0"));
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
        GpuEvent timeless = isTimed(event) ? event.with(EventAttribute.SECONDS, "0") : event;
        return event.kind()
                + title(event.gpu() == null ? timeless : timeless.about(List.of(ANY)))
                        .en();
    }

    private static long at(LoggedEvent event) {
        return event.event().at().toEpochMilli();
    }

    private static LocalizedText title(GpuEvent event) {
        return EventText.of(event).title();
    }

    /** Returns the GPUs of the events of one kind: those of a consequence are not those of its cause. */
    private static List<EventGpu> gpus(List<LoggedEvent> group) {
        EventKind kind = group.get(0).event().kind();
        Map<String, EventGpu> gpus = new LinkedHashMap<>();
        group.stream()
                .map(LoggedEvent::event)
                .filter((event) -> event.kind() == kind)
                .flatMap((event) -> event.gpus().stream())
                .forEach((gpu) -> gpus.putIfAbsent(gpu.uuid(), gpu));
        return gpus.values().stream()
                .sorted(Comparator.comparingInt(EventGpu::index))
                .toList();
    }

    private Sentence sentence(List<LoggedEvent> group) {
        GpuEvent first = together(group);
        List<EventGpu> gpus = gpus(group);
        LocalizedText title = title(first.gpu() == null || gpus.size() < 2 ? first : first.about(gpus));
        StoryKind kind = Objects.requireNonNull(KINDS.get(first.kind()));
        Stretch time = time(group);
        List<LocalizedText> parts = new ArrayList<>(List.of(withoutStop(title)));
        long idle = kind.isFault() ? addFate(parts, gpus, first) : 0;
        if (time.lasts() && !isTimed(first)) {
            addDuration(parts, group, time, gpus);
        }
        Severity worst = group.stream().map((one) -> one.event().severity()).reduce(Severity.INFO, Severity::max);
        List<Long> ids = group.stream().map((one) -> one.event().id()).toList();
        LocalizedText text = LocalizedText.join(LocalizedText.SEMICOLON, parts).sentence();
        return Sentence.of(kind, time, gpus, text)
                .costs(Math.max(idle, cost(group, time, gpus)))
                .of(ids, worst);
    }

    /** Adds how long it lasts, or how long ago it was: a lost GPU is a moment, and costs time from then on. */
    private void addDuration(List<LocalizedText> parts, List<LoggedEvent> group, Stretch time, List<EventGpu> gpus) {
        GpuEvent first = group.get(0).event();
        LocalizedText duration = StoryPhrases.time(time.length(this.past.now()));
        Map<String, LocalizedText> values = Map.of("time", duration);
        boolean several = gpus.size() > 1;
        boolean open = time.until() == null;
        boolean removed = first.facts().containsKey(EventAttribute.BUS);
        boolean unusable = !removed && isUnusable(group);
        boolean ago = open && (removed || (unusable && MOMENTS.contains(first.kind())));
        if (ago) {
            parts.set(0, Messages.text("story.ago", Map.of("title", parts.get(0), "time", duration)));
        }
        if (unusable) {
            String ongoing = ago ? "story.unusable-since" : "story.unusable-still";
            LocalizedText loss = Messages.text(open ? ongoing : "story.unusable");
            parts.add(withHours(loss.numbered(several).with(values), loss(time, gpus), several));
        } else if (removed && !open) {
            parts.add(Messages.text("story.back-after").numbered(several).with(values));
        } else if (!removed) {
            parts.add(Messages.text(open ? "story.lasts" : "story.lasted", values));
        }
    }

    /** Adds the GPU-hours of several GPUs; those of one are the duration. */
    private static LocalizedText withHours(LocalizedText text, long millis, boolean several) {
        return several && millis >= LEAST_HOURS
                ? Messages.text("story.with-hours", Map.of("text", text, "hours", StoryPhrases.hours(millis)))
                : text;
    }

    /** Returns the GPU time in which GPUs could not be used, or were idle, in ms. A removed GPU costs nothing. */
    private long cost(List<LoggedEvent> group, Stretch time, List<EventGpu> gpus) {
        if (Past.isIdleAlert(group.get(0))) {
            return held(gpus, time.at(), time.end(this.past.knownUntil()));
        }
        return isUnusable(group) && time.lasts() ? loss(time, gpus) : 0;
    }

    private long loss(Stretch time, List<EventGpu> gpus) {
        return time.within(this.past.from(), this.past.knownUntil()) * gpus.size();
    }

    /** Returns whether GPUs could not be used; one that answers late can, and a removed one is not missed. */
    private static boolean isUnusable(List<LoggedEvent> group) {
        return group.stream().map(LoggedEvent::event).anyMatch((event) -> switch (event.kind()) {
            case XID -> event.facts().containsKey(EventAttribute.STATE);
            case GPU_LOST, GPU_FAILED, GPU_STUCK ->
                event.severity() != Severity.INFO && Outage.of(event) != Outage.SLOW;
            default -> false;
        });
    }

    private static LocalizedText withoutStop(LocalizedText title) {
        return new LocalizedText(title.en().replaceFirst("\\.$", ""), title.zh().replaceFirst("。$", ""));
    }

    private static Stretch time(List<LoggedEvent> group) {
        long begin = at(group.get(0));
        boolean open = group.stream().anyMatch(LoggedEvent::open);
        long end = group.stream()
                .map((one) -> one.event().until())
                .filter(Objects::nonNull)
                .mapToLong((until) -> until.toEpochMilli())
                .max()
                .orElse(begin);
        return new Stretch(begin, open ? null : end);
    }

    private long held(List<EventGpu> gpus, long from, long to) {
        long begin = Math.max(from, this.past.from());
        return gpus.stream()
                .mapToLong((gpu) -> this.past.states(gpu.uuid()).in(GpuUse.HELD_IDLE, begin, to))
                .sum();
    }

    /** Adds what became of the job, and returns the GPU time in which it was idle, in ms. */
    private long addFate(List<LocalizedText> parts, List<EventGpu> gpus, GpuEvent event) {
        long at = event.at().toEpochMilli();
        List<GpuJob> on = this.jobs.stream()
                .filter((job) -> gpus.stream().anyMatch((gpu) -> job.isOn(gpu.uuid(), at)))
                .toList();
        if (on.size() != 1) {
            return 0;
        }
        GpuJob job = on.get(0);
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
            parts.add(
                    Messages.text("story.on-it").numbered(gpus.size() > 1).with(Map.of("who", StoryPhrases.who(job))));
        }
        return 0;
    }
}
