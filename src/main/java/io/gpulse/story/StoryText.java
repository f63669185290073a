package io.gpulse.story;

import io.gpulse.event.message.Messages;
import io.gpulse.story.StoryQuery.Language;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a story in lines of a terminal: a heading, and a paragraph for each sentence, which begins with its time. */
final class StoryText {

    private static final int COLUMNS = 80;
    private static final DateTimeFormatter TIME = formatter("uuuu-MM-dd HH:mm");
    private static final DateTimeFormatter SHORT = formatter("MM-dd HH:mm  ");

    private final StringBuilder text = new StringBuilder();
    private int column;

    private static DateTimeFormatter formatter(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** @param host null when unknown */
    static String of(StoryResponse story, Language language, @Nullable String host) {
        StoryText text = new StoryText();
        Map<String, String> values = Map.of(
                "host",
                host == null ? "" : StoryPhrases.printable(host),
                "from",
                TIME.format(story.from()),
                "to",
                TIME.format(story.to()));
        String heading = host == null ? "story.heading" : "story.heading-of";
        text.paragraph("", StoryPhrases.in(language, Messages.text(heading, values)));
        if (story.quiet() != null) {
            text.paragraph("", story.quiet());
        }
        story.sentences().forEach((one) -> text.paragraph(time(one.at()), one.text()));
        return text.text.toString();
    }

    private static String time(Instant at) {
        return SHORT.format(at);
    }

    private void paragraph(String begin, String sentence) {
        this.text.append(begin);
        this.column = begin.length();
        for (String word : sentence.split("(?<=[^0-9] )", -1)) {
            if (this.column + width(word.stripTrailing()) > COLUMNS && this.column > begin.length()) {
                next(begin.length());
            }
            word.codePoints().forEach((letter) -> add(letter, begin.length()));
        }
        endLine();
    }

    /** Adds a character. A word that is longer than a line is continued on the next one. */
    private void add(int letter, int indent) {
        if (letter != ' ' && this.column + width(letter) > COLUMNS) {
            next(indent);
        }
        this.text.appendCodePoint(Character.getType(letter) == Character.CONTROL ? '?' : letter);
        this.column += width(letter);
    }

    private void next(int indent) {
        endLine();
        this.text.append(" ".repeat(indent));
        this.column = indent;
    }

    private void endLine() {
        while (!this.text.isEmpty() && this.text.charAt(this.text.length() - 1) == ' ') {
            this.text.setLength(this.text.length() - 1);
        }
        this.text.append('\n');
    }

    private static int width(String word) {
        return word.codePoints().map(StoryText::width).sum();
    }

    /** Returns the columns of a character: two for those of Chinese, and for the wide forms of punctuation. */
    private static int width(int letter) {
        return Character.isIdeographic(letter)
                        || (letter >= 0x3000 && letter <= 0x303f)
                        || (letter >= 0xff00 && letter <= 0xff60)
                ? 2
                : 1;
    }
}
