package io.gpulse.event.text;

import io.gpulse.device.workload.Workload;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RepairAction;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The text of an event.
 *
 * @param title subject and fact; no sentence
 * @param detail sentences; null when there is nothing to add
 * @param action the advice, in sentences; null when there is nothing to do
 * @param precedence that of the action
 * @param repair what the action amounts to
 * @param blame the likely causes, the likeliest first
 */
public record EventText(
        LocalizedText title,
        @Nullable LocalizedText detail,
        @Nullable LocalizedText action,
        Precedence precedence,
        RepairAction repair,
        List<String> blame) {

    public EventText {
        blame = List.copyOf(blame);
    }

    public static EventText of(GpuEvent event) {
        EventTextBuilder text = new EventTextBuilder(event);
        EventTexts.add(text);
        return text.build();
    }

    /** Returns the title of an event that is over, in the past tense. */
    public static LocalizedText pastTitle(GpuEvent event) {
        EventTextBuilder text = new EventTextBuilder(event).inPast();
        EventTexts.add(text);
        return text.build().title();
    }

    /**
     * Returns the text of an event whose advice may give way to that of another one.
     *
     * @param active that of active events, by id
     */
    public static EventText of(GpuEvent event, Map<Long, Advice> active) {
        EventText text = of(event);
        if (text.action == null || !active.containsKey(event.id())) {
            return text;
        }
        LocalizedText action = text.advice(event, text.action).among(active.values());
        return new EventText(text.title, text.detail, action, text.precedence, text.repair, text.blame);
    }

    /** Returns the name of GPUs, as {@code GPUs 0–3, 6}. */
    public static LocalizedText gpus(SortedSet<Integer> indexes) {
        return EventTextBuilder.gpus(EventGpu.indexes(indexes));
    }

    /**
     * Returns the name of a job, as {@code slurm job 7}.
     *
     * @param system its scheduler; null when unknown
     */
    public static LocalizedText job(@Nullable String system, String id) {
        return Messages.text("process.job", Map.of("system", Objects.requireNonNullElse(system, ""), "id", id))
                .strip();
    }

    /** Returns the name of the job of a process; empty when it has none. */
    public static LocalizedText job(Map<String, String> facts) {
        return Workload.Kind.JOB.name().equals(facts.get(EventAttribute.WORKLOAD))
                ? job(facts.get(EventAttribute.WORKLOAD_SYSTEM), facts.getOrDefault(EventAttribute.WORKLOAD_ID, "?"))
                : LocalizedText.NONE;
    }

    /** Returns the advice of events, by id. */
    public static Map<Long, Advice> advice(Collection<GpuEvent> events) {
        Map<Long, Advice> advice = new LinkedHashMap<>();
        events.forEach((event) -> readable(event, Map.of())
                .flatMap((text) -> Optional.ofNullable(text.action).map((action) -> text.advice(event, action)))
                .ifPresent((own) -> advice.put(event.id(), own)));
        return advice;
    }

    /**
     * Returns the text of an event; empty for a stored event whose facts do not fit its kind.
     *
     * @param active the advice of active events, by id
     */
    public static Optional<EventText> readable(GpuEvent event, Map<Long, Advice> active) {
        try {
            event.checkFacts();
            return Optional.of(of(event, active));
        } catch (RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private Advice advice(GpuEvent event, LocalizedText action) {
        Map<String, Integer> gpus = new LinkedHashMap<>();
        event.gpus().forEach((gpu) -> gpus.put(gpu.uuid(), gpu.index()));
        return new Advice(action, this.precedence, this.repair, this.title, gpus);
    }
}
