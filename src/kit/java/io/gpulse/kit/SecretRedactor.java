package io.gpulse.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces values that identify the machine, a board or a user; equal values get the same replacement. */
final class SecretRedactor {

    private static final Pattern UUID =
            Pattern.compile("\\b(?:(?:GPU|MIG)-)?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\b");
    private static final Pattern HOME = Pattern.compile("(?<=/home/)[^/\\s`'\"|]+");

    /** Properties of nvidia-smi and lines of its log whose values are secret. */
    private static final Pattern NAMES =
            Pattern.compile("(?i)serial|uuid|part.?number|guid|hostname|host.?id|\\bpdi\\b|process(es)? / .*(name|id)");

    private static final int SHORTEST = 3;

    private final Map<String, String> words = new LinkedHashMap<>();
    private int count;

    static boolean isSecret(String name) {
        return NAMES.matcher(name).find();
    }

    /** Registers a value to replace. */
    void learn(String kind, String value) {
        if (value.length() >= SHORTEST
                && !value.equals("root")
                && !value.startsWith("[")
                && !value.matches("N/A|0*|localhost|None|Not Found|Not Active")) {
            this.words.computeIfAbsent(value, (word) -> "(" + kind + " " + ++this.count + ")");
        }
    }

    String apply(String text) {
        String masked = text;
        for (Map.Entry<String, String> word : this.words.entrySet()) {
            Pattern whole = Pattern.compile("(?<![\\w-])" + Pattern.quote(word.getKey()) + "(?![\\w-])");
            masked = whole.matcher(masked).replaceAll(Matcher.quoteReplacement(word.getValue()));
        }
        masked = UUID.matcher(masked).replaceAll("(uuid)");
        return HOME.matcher(masked).replaceAll("(user)");
    }
}
