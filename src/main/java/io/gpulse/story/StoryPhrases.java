package io.gpulse.story;

import io.gpulse.event.EventGpu;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.text.EventText;
import io.gpulse.workload.GpuJob;
import io.gpulse.workload.Stretch;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Parts of sentences. */
final class StoryPhrases {

    private static final int LONGEST_NAME = 64;

    private StoryPhrases() {}

    static LocalizedText gpus(Collection<EventGpu> gpus) {
        TreeSet<Integer> indexes = new TreeSet<>();
        gpus.forEach((gpu) -> indexes.add(gpu.index()));
        return EventText.gpus(indexes);
    }

    static LocalizedText who(GpuJob job) {
        return who(job.program(), job.user());
    }

    /** Returns a program and its user, as far as they are known. */
    static LocalizedText who(@Nullable String program, @Nullable String user) {
        LocalizedText name = program == null ? Messages.text("story.a-program") : LocalizedText.of(printable(program));
        return user == null
                ? name
                : Messages.text("story.who", Map.of("program", name, "user", LocalizedText.of(printable(user))));
    }

    /** Replaces characters that control a terminal or the direction of text, and shortens what is very long. */
    static String printable(String name) {
        String plain = name.replaceAll("\\p{C}", "?");
        return plain.codePointCount(0, plain.length()) <= LONGEST_NAME
                ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…";
    }

    /** Returns a duration; at least a second, since 0 is not known. */
    static LocalizedText time(long millis) {
        return Quantities.exactDuration(Math.max(1, millis / 1000));
    }

    static LocalizedText hours(long millis) {
        return Messages.text("story.gpu-hours", Map.of("n", String.format(Locale.ROOT, "%.1f", Stretch.hours(millis))));
    }

    /** Returns a quantity of which a part may be unknown. */
    static LocalizedText atLeast(boolean partly, LocalizedText quantity) {
        return partly ? Messages.text("story.at-least", Map.of("quantity", quantity)) : quantity;
    }

    /** Returns a sentence about GPUs. */
    static LocalizedText sentence(String key, Collection<EventGpu> gpus, Map<String, ?> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("gpus", gpus(gpus));
        return Messages.text(key).numbered(gpus.size() > 1).with(all);
    }
}
