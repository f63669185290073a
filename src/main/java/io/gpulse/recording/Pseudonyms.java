package io.gpulse.recording;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pseudonyms by running number, with one series for each kind. Equal values have equal numbers. */
public final class Pseudonyms {

    private static final Pattern OLD_FORM_OF_INSTANCE = Pattern.compile("MIG-(GPU-.{36})(/\\d+/\\d+)");

    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();

    /** Returns the number of a value, from 1 on. */
    public synchronized int number(String kind, String value) {
        Map<String, Integer> known = this.numbers.computeIfAbsent(kind, (first) -> new HashMap<>());
        return known.computeIfAbsent(value, (first) -> known.size() + 1);
    }

    /**
     * Returns a pseudonym in the form of the driver: {@code GPU-00000000-0000-0000-0000-000000000001}. The older form
     * of a MIG instance, {@code MIG-GPU-…/1/0}, contains the UUID of the GPU.
     */
    String uuid(String value) {
        Matcher old = OLD_FORM_OF_INSTANCE.matcher(value);
        if (old.matches()) {
            return "MIG-" + uuid(old.group(1)) + old.group(2);
        }
        int digits = value.length() - 36;
        String kind = digits > 0 ? value.substring(0, digits) : "";
        return kind + "00000000-0000-0000-0000-" + String.format(Locale.ROOT, "%012d", number("uuid", value));
    }

    /** Returns a pseudonym of the length of the value: {@code 0000000000001}. */
    String digits(String kind, String value) {
        String number = String.valueOf(number(kind, value));
        return "0".repeat(Math.max(0, value.length() - number.length())) + number;
    }
}
