package io.gpulse.event.message;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One text in two languages.
 *
 * <p>It may have placeholders: {@code {name}} is replaced by a value, {@code {name:one|many}} by the word for that
 * count, {@code {is|are}} by the word for one GPU or for several, and {@code {does/did}} or {@code {is|are/was|were}}
 * by that for the present or the past.
 *
 * @param en English
 * @param zh Simplified Chinese
 */
public record LocalizedText(String en, String zh) {

    public static final LocalizedText NONE = new LocalizedText("", "");
    public static final LocalizedText COLON = new LocalizedText(": ", "：");
    public static final LocalizedText COMMA = new LocalizedText(", ", "，");
    public static final LocalizedText SEMICOLON = new LocalizedText("; ", "；");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-zA-Z]+)(?::([a-zA-Z ]*)\\|([a-zA-Z ]*))?}");
    private static final Pattern TENSE = Pattern.compile("\\{([^{}/]*)/([^{}/]*)}");
    private static final Pattern NUMBER = Pattern.compile("\\{([a-zA-Z ]*)\\|([a-zA-Z ]*)}");

    /** Returns a text that is the same in both languages. */
    public static LocalizedText of(String both) {
        return new LocalizedText(both, both);
    }

    /**
     * Replaces the named placeholders.
     *
     * @param values a {@code LocalizedText} each, or anything that is written the same in both languages
     * @throws IllegalArgumentException when a placeholder has no value
     */
    public LocalizedText with(Map<String, ?> values) {
        return new LocalizedText(fill(this.en, values, LocalizedText::en), fill(this.zh, values, LocalizedText::zh));
    }

    private static String fill(String text, Map<String, ?> values, Function<LocalizedText, String> language) {
        return PLACEHOLDER
                .matcher(text)
                .replaceAll((found) -> Matcher.quoteReplacement(value(found, values, language)));
    }

    private static String value(MatchResult found, Map<String, ?> values, Function<LocalizedText, String> language) {
        Object value = values.get(found.group(1));
        if (value == null) {
            throw new IllegalArgumentException("No value for " + found.group());
        }
        String text = value instanceof LocalizedText localized ? language.apply(localized) : value.toString();
        if (found.group(2) == null) {
            return text;
        }
        return text.equals("1") ? found.group(2) : found.group(3);
    }

    /** Resolves {@code {is|are}} for one GPU or for several. */
    public LocalizedText numbered(boolean several) {
        String group = several ? "$2" : "$1";
        return new LocalizedText(
                NUMBER.matcher(this.en).replaceAll(group),
                NUMBER.matcher(this.zh).replaceAll(group));
    }

    /** Resolves {@code {does/did}} for the present or for the past; a choice by number is left. */
    public LocalizedText inTense(boolean past) {
        return new LocalizedText(inTense(this.en, past), inTense(this.zh, past));
    }

    private static String inTense(String text, boolean past) {
        return TENSE.matcher(text).replaceAll((found) -> {
            String words = found.group(past ? 2 : 1);
            return Matcher.quoteReplacement(words.contains("|") ? "{" + words + "}" : words);
        });
    }

    /** Returns the names of the placeholders of both languages. */
    public Set<String> placeholders() {
        Set<String> names = new HashSet<>();
        PLACEHOLDER.matcher(this.en + this.zh).results().forEach((found) -> names.add(found.group(1)));
        return names;
    }

    /** Appends a text without a space. */
    public LocalizedText then(LocalizedText next) {
        return new LocalizedText(this.en + next.en, this.zh + next.zh);
    }

    /** Appends a sentence, with a space in English. */
    public LocalizedText thenSentence(LocalizedText next) {
        return isEmpty() ? next : new LocalizedText(this.en + " " + next.en, this.zh + next.zh);
    }

    /** Replaces each occurrence of a text. */
    public LocalizedText replaced(LocalizedText part, LocalizedText other) {
        return new LocalizedText(this.en.replace(part.en, other.en), this.zh.replace(part.zh, other.zh));
    }

    public static LocalizedText join(LocalizedText separator, List<LocalizedText> parts) {
        return parts.stream()
                .reduce((all, part) -> all.then(separator).then(part))
                .orElse(NONE);
    }

    /** Returns the text as a sentence: with a capital and a full stop. */
    public LocalizedText sentence() {
        return new LocalizedText(capitalized().en + ".", this.zh + "。");
    }

    public LocalizedText capitalized() {
        return isEmpty()
                ? this
                : new LocalizedText(this.en.substring(0, 1).toUpperCase(Locale.ROOT) + this.en.substring(1), this.zh);
    }

    /** Removes spaces at both ends, which an empty placeholder may leave. */
    public LocalizedText strip() {
        return new LocalizedText(this.en.strip(), this.zh.strip());
    }

    public boolean isEmpty() {
        return this.en.isEmpty();
    }

    public static @Nullable String english(@Nullable LocalizedText text) {
        return text == null ? null : text.en;
    }

    public static @Nullable String chinese(@Nullable LocalizedText text) {
        return text == null ? null : text.zh;
    }
}
