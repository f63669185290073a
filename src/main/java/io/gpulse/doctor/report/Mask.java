package io.gpulse.doctor.report;

import io.gpulse.recording.Pseudonyms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces values that identify a user, a machine or a board, for example by {@code serial-1}; equal values get the
 * same replacement.
 */
public final class Mask implements UnaryOperator<String> {

    /** Also an abbreviated UUID, as containers accept it, and one without its prefix. */
    private static final Pattern UUID =
            Pattern.compile("\\b(?:(MIG-GPU|GPU|MIG)-[0-9a-fA-F]{4}[0-9a-fA-F-]*(?:/\\d+/\\d+)?"
                    + "|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\\b");

    /** Common words that identify nothing. */
    private static final Set<String> COMMON = Set.of(
            "root",
            "nvidia",
            "localhost",
            "unknown",
            "nothing",
            "gpu",
            "video",
            "render",
            "users",
            "user",
            "wheel",
            "sudo",
            "adm",
            "docker",
            "nobody",
            "nogroup",
            "daemon",
            "sys");

    /** Names of users in paths; below Users, which is not a folder of Linux, a name can have blanks. */
    private static final Pattern HOME = Pattern.compile("(?<=/home/)[^/\\\\:;,\"'\\s]+"
            + "|(?<=[/\\\\]Users[/\\\\])(?:[^/\\\\:;,\"'\\s]+(?: [^/\\\\:;,\"'\\s]+)*(?=[/\\\\])|[^/\\\\:;,\"'\\s]+)");

    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final List<Map.Entry<Pattern, String>> words = new ArrayList<>();

    /** Returns the names of users in the paths of a text. */
    static Stream<String> homes(String text) {
        return HOME.matcher(text).results().map(MatchResult::group);
    }

    private static boolean isIdentifying(String value) {
        return value.length() >= 2 && !COMMON.contains(value) && !value.matches("[0.:x-]*");
    }

    /**
     * Registers a value to replace, unless it is a common word.
     *
     * @param kind the replacement, before a number: {@code serial}
     */
    public synchronized void learn(String kind, String value) {
        if (!isIdentifying(value)) {
            return;
        }
        if (UUID.matcher(value).matches()) {
            token(value);
            return;
        }
        if (this.tokens.containsKey(value)) {
            return;
        }
        Pattern word = Pattern.compile("(?<![\\p{Alnum}_])" + Pattern.quote(value) + "(?![\\p{Alnum}_])");
        this.words.add(Map.entry(word, Matcher.quoteReplacement(next(kind, value))));
        // A name that another begins with is looked for after that.
        this.words.sort(Comparator.comparingInt((Map.Entry<Pattern, String> entry) ->
                        entry.getKey().pattern().length())
                .reversed());
    }

    @Override
    public synchronized String apply(String text) {
        String masked = UUID.matcher(text).replaceAll((found) -> Matcher.quoteReplacement(token(found.group())));
        for (Map.Entry<Pattern, String> word : this.words) {
            masked = word.getKey().matcher(masked).replaceAll(word.getValue());
        }
        return HOME.matcher(masked).replaceAll((found) -> Matcher.quoteReplacement(home(found.group())));
    }

    /** Masks a name in a path, even one too short or too irregular to be replaced elsewhere. */
    private String home(String name) {
        if (COMMON.contains(name) || this.tokens.containsValue(name)) {
            return name;
        }
        String known = this.tokens.get(name);
        return known == null ? next("user", name) : known;
    }

    /** Returns the replacement of a UUID. */
    private String token(String uuid) {
        String known = this.tokens.get(uuid);
        if (known != null) {
            return known;
        }
        Matcher kind = UUID.matcher(uuid);
        return next(kind.matches() && kind.group(1) != null ? kind.group(1) + "-masked" : "uuid", uuid);
    }

    private String next(String kind, String value) {
        String token = kind + "-" + this.pseudonyms.number(kind, value);
        this.tokens.put(value, token);
        return token;
    }
}
