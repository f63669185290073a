package io.gpulse.doctor.report;

import io.gpulse.doctor.comparison.Secret;
import io.gpulse.recording.Pseudonyms;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final Pseudonyms pseudonyms = new Pseudonyms();
    private final List<Map.Entry<Pattern, String>> words = new ArrayList<>();

    /** Returns a mask that changes nothing. */
    public static UnaryOperator<String> none() {
        return UnaryOperator.identity();
    }

    /** Returns a mask for the secrets of a report. */
    public static Mask of(List<Secret> secrets) {
        Mask mask = new Mask();
        secrets.forEach(mask::learn);
        return mask;
    }

    private static boolean isIdentifying(String value) {
        return value.length() >= 2 && !COMMON.contains(value) && !value.matches("[0.:x-]*");
    }

    /** Registers a value to replace, unless it is a common word. */
    public synchronized void learn(Secret secret) {
        if (!isIdentifying(secret.value())) {
            return;
        }
        if (UUID.matcher(secret.value()).matches()) {
            token(secret.value());
            return;
        }
        if (this.tokens.containsKey(secret.value())) {
            return;
        }
        String token = next(secret.kind(), secret.value());
        this.tokens.put(secret.value(), token);
        Pattern word = Pattern.compile("(?<![\\p{Alnum}_])" + Pattern.quote(secret.value()) + "(?![\\p{Alnum}_])");
        this.words.add(Map.entry(word, Matcher.quoteReplacement(token)));
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
        return HomePaths.replaced(masked, this::home);
    }

    /** Masks a name in a path, even one too short or too irregular to be replaced elsewhere. */
    private String home(String name) {
        if (COMMON.contains(name) || this.tokens.containsValue(name)) {
            return name;
        }
        String known = this.tokens.get(name);
        String token = known == null ? next("user", name) : known;
        this.tokens.put(name, token);
        return token;
    }

    /** Returns the replacement of a UUID. */
    private String token(String uuid) {
        String known = this.tokens.get(uuid);
        if (known != null) {
            return known;
        }
        Matcher kind = UUID.matcher(uuid);
        String token = next(kind.matches() && kind.group(1) != null ? kind.group(1) + "-masked" : "uuid", uuid);
        this.tokens.put(uuid, token);
        return token;
    }

    private String next(String kind, String value) {
        return kind + "-" + this.pseudonyms.number(kind, value);
    }
}
