package io.gpulse.event.text;

import io.gpulse.event.GpuEvent;
import io.gpulse.event.message.LocalizedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of an event.
 *
 * @param title subject and fact; no sentence
 * @param detail sentences; null when there is nothing to add
 * @param action the advice, in sentences; null when there is nothing to do
 * @param blame the likely causes, the likeliest first
 */
public record EventText(
        LocalizedText title,
        @Nullable LocalizedText detail,
        @Nullable LocalizedText action,
        List<String> blame) {

    public EventText {
        blame = List.copyOf(blame);
    }

    public static EventText of(GpuEvent event) {
        EventTextBuilder text = new EventTextBuilder(event);
        EventTexts.add(text);
        return text.build();
    }
}
