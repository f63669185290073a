package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.event.xid.ResetAdvice;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the text of an event from messages. Placeholders are the attributes of the event, and {@code {gpus}},
 * {@code {who}} (the process; {@code {Who}} at the start of a sentence), {@code {time}} and {@code {count}}. A value
 * that is unknown is printed as {@code ?}.
 */
final class EventTextBuilder {

    private final GpuEvent event;
    private final Map<String, Object> values;
    private LocalizedText title = LocalizedText.NONE;
    private LocalizedText detail = LocalizedText.NONE;
    private LocalizedText action = LocalizedText.NONE;
    private Precedence precedence = Precedence.NOTHING;
    private RepairAction repair = RepairAction.NONE;
    private List<String> blame = List.of();
    private boolean past;

    EventTextBuilder(GpuEvent event) {
        this.event = event;
        this.values = new HashMap<>(event.facts());
        put("gpus", subject());
        put("who", process());
        put("time", time());
        put("count", event.count());
    }

    private LocalizedText subject() {
        EventGpu gpu = this.event.gpu();
        String several = attribute(EventAttribute.GPUS, "");
        if (gpu != null) {
            return gpus(String.valueOf(gpu.index()));
        }
        return several.isEmpty() ? Messages.text("gpus.unknown") : gpus(several);
    }

    /**
     * Returns the GPUs as people write them.
     *
     * @param indexes such as {@code 0-3,6}
     */
    static LocalizedText gpus(String indexes) {
        boolean isOne = indexes.chars().allMatch(Character::isDigit);
        return Messages.text("gpus")
                .numbered(!isOne)
                .with(Map.of("indexes", indexes.replace('-', '–').replace(",", ", ")));
    }

    private @Nullable LocalizedText process() {
        if (!has(EventAttribute.PID)) {
            return null;
        }
        LocalizedText id = filled(has(EventAttribute.USER) ? "process.pid-user" : "process.pid");
        LocalizedText job = EventText.job(this.event.facts());
        put("id", job.isEmpty() ? id : id.then(LocalizedText.COMMA).then(job));
        put(EventAttribute.PROCESS, this.event.facts().get(EventAttribute.PROGRAM));
        boolean named = has(EventAttribute.PROCESS);
        LocalizedText process = filled(named ? "process.named" : "process.unnamed");
        put("Who", named ? process : process.capitalized());
        return process;
    }

    private @Nullable LocalizedText time() {
        if (has(EventAttribute.SECONDS)) {
            return Quantities.exactDuration(Long.parseLong(attribute(EventAttribute.SECONDS, "")));
        }
        return this.event.until() == null
                ? null
                : Quantities.exactDuration(
                        Duration.between(this.event.at(), this.event.until()).toSeconds());
    }

    /** Writes in the past tense: the event is over. */
    EventTextBuilder inPast() {
        this.past = true;
        return this;
    }

    GpuEvent event() {
        return this.event;
    }

    /** Returns whether the value of a placeholder is known. */
    boolean has(String name) {
        return this.values.containsKey(name);
    }

    String attribute(String name, String otherwise) {
        return this.event.facts().getOrDefault(name, otherwise);
    }

    /** Sets the value of a placeholder; null leaves it unknown. */
    EventTextBuilder put(String name, @Nullable Object value) {
        if (value != null) {
            this.values.put(name, value);
        }
        return this;
    }

    /** Returns a message with its placeholders replaced. */
    LocalizedText filled(String key) {
        return filled(Messages.text(key));
    }

    private LocalizedText filled(LocalizedText text) {
        boolean several = this.event.gpu() == null && this.event.facts().containsKey(EventAttribute.GPUS);
        Map<String, Object> known = new HashMap<>(this.values);
        text.placeholders().forEach((name) -> known.putIfAbsent(name, "?"));
        return text.inTense(this.past).numbered(several).with(known);
    }

    /** Sets the title: the first message of which the values of all placeholders are known, otherwise the last. */
    EventTextBuilder title(String... keys) {
        String last = keys[keys.length - 1];
        return title(Messages.text(
                Arrays.stream(keys).filter(this::isComplete).findFirst().orElse(last)));
    }

    private boolean isComplete(String key) {
        return this.values.keySet().containsAll(Messages.text(key).placeholders());
    }

    EventTextBuilder title(LocalizedText text) {
        this.title = filled(text);
        return this;
    }

    /** Appends a sentence if the values of all its placeholders are known. */
    EventTextBuilder detail(String key) {
        return detailIf(isComplete(key), key);
    }

    EventTextBuilder detailIf(boolean condition, String key) {
        return condition ? detail(filled(key)) : this;
    }

    EventTextBuilder detail(LocalizedText sentence) {
        this.detail = this.detail.thenSentence(sentence);
        return this;
    }

    /** Appends the reason of the driver or of gpulse, which is not translated. */
    EventTextBuilder reason() {
        String reason = attribute(EventAttribute.REASON, "");
        return reason.isBlank() ? this : detail(LocalizedText.of(reason));
    }

    EventTextBuilder action(Remedy remedy) {
        return action(remedy, remedy.precedence());
    }

    EventTextBuilder action(Remedy remedy, Precedence own) {
        Remedy fitting = remedy.with(has(EventAttribute.SOLDERED));
        return fitting == Remedy.NOTHING ? this : action(fitting.words(), own, fitting.action());
    }

    EventTextBuilder action(LocalizedText sentence, Precedence own) {
        return action(sentence, own, own.action());
    }

    /** Appends advice; the strongest precedence is that of all, and the greatest effort. */
    private EventTextBuilder action(LocalizedText sentence, Precedence own, RepairAction next) {
        this.repair = next.compareTo(this.repair) > 0 ? next : this.repair;
        this.precedence = own.compareTo(this.precedence) < 0 ? own : this.precedence;
        return action(sentence);
    }

    EventTextBuilder action(LocalizedText sentence) {
        this.action = ResetAdvice.complete(this.action.thenSentence(sentence));
        return this;
    }

    EventTextBuilder blame(List<String> likely) {
        this.blame = likely;
        return this;
    }

    EventText build() {
        detailIf(has(EventAttribute.ON_BATTERY), "on-battery");
        detailIf(has(EventAttribute.END_UNKNOWN), "end-unknown");
        return new EventText(
                this.title, orNull(this.detail), orNull(this.action), this.precedence, this.repair, this.blame);
    }

    private static @Nullable LocalizedText orNull(LocalizedText text) {
        return text.isEmpty() ? null : text;
    }
}
