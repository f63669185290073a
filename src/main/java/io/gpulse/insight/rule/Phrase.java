package io.gpulse.insight.rule;

import io.gpulse.event.xid.LocalizedText;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The same in both languages.
 *
 * @param en in English
 * @param zh in simplified Chinese
 */
public record Phrase(String en, String zh) {

    public static final Phrase NONE = new Phrase("", "");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]+)}");

    /** {@code {holds|hold}}: for one GPU, and for several. */
    private static final Pattern NUMBER = Pattern.compile("\\{([a-zA-Z ]*)\\|([a-zA-Z ]*)}");

    /** Equal in both. */
    public static Phrase of(String both) {
        return new Phrase(both, both);
    }

    static Phrase of(LocalizedText words) {
        return new Phrase(words.en(), words.zh());
    }

    /**
     * The same with words in the place of {@code {names}}.
     *
     * @throws IllegalArgumentException when one of them has no word
     */
    public Phrase with(Map<String, Phrase> words) {
        return new Phrase(
                PLACEHOLDER.matcher(this.en).replaceAll((found) -> word(found.group(1), words).en),
                PLACEHOLDER.matcher(this.zh).replaceAll((found) -> word(found.group(1), words).zh));
    }

    private static Phrase word(String name, Map<String, Phrase> words) {
        Phrase found = words.get(name);
        if (found == null) {
            throw new IllegalArgumentException("Nothing was said of {" + name + "}");
        }
        return new Phrase(Matcher.quoteReplacement(found.en), Matcher.quoteReplacement(found.zh));
    }

    /** The same with {@code {holds|hold}} resolved. */
    public Phrase numbered(boolean several) {
        String group = several ? "$2" : "$1";
        return new Phrase(
                NUMBER.matcher(this.en).replaceAll(group),
                NUMBER.matcher(this.zh).replaceAll(group));
    }

    /** One after the other. */
    Phrase then(Phrase next) {
        return new Phrase(this.en + next.en, this.zh + next.zh);
    }

    /** The same without blanks at the ends: a word at an end may be empty. */
    Phrase strip() {
        return new Phrase(this.en.strip(), this.zh.strip());
    }

    boolean isNone() {
        return this.en.isEmpty();
    }
}
