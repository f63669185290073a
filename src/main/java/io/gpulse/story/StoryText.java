package io.gpulse.story;

import io.gpulse.event.message.Language;
import io.gpulse.event.message.Messages;
import io.gpulse.workload.TextLines;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a story in lines of a terminal: a heading, and a paragraph for each sentence, which begins with its time. */
final class StoryText {

    private static final DateTimeFormatter TIME = formatter("uuuu-MM-dd HH:mm");
    private static final DateTimeFormatter SHORT = formatter("MM-dd HH:mm  ");

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** @param host null when unknown */
    static String of(StoryResponse story, Language language, @Nullable String host) {
        TextLines text = new TextLines();
        Map<String, String> values = Map.of(
                "host",
                host == null ? "" : StoryPhrases.printable(host),
                "from",
                TIME.format(story.from()),
                "to",
                TIME.format(story.to()));
        String heading = host == null ? "story.heading" : "story.heading-of";
        text.paragraph("", language.of(Messages.text(heading, values)));
        if (story.quiet() != null) {
            text.paragraph("", story.quiet());
        }
        story.sentences().forEach((one) -> text.paragraph(time(one.at()), one.text()));
        return text.toString();
    }

    private static String time(Instant at) {
        return SHORT.format(at);
    }
}
