package io.gpulse.insight.rule;

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

    /** Equal in both. */
    public static Phrase of(String both) {
        return new Phrase(both, both);
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

    /** One after the other. */
    Phrase then(Phrase next) {
        return new Phrase(this.en + next.en, this.zh + next.zh);
    }

    boolean isNone() {
        return this.en.isEmpty();
    }
}
