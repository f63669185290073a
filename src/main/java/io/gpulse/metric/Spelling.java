package io.gpulse.metric;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The spelling of names: that of constants in texts, and the nearest name of a misspelt one. */
public final class Spelling {

    private Spelling() {}

    /** Returns the name of a constant as parameters, properties and labels have it: {@code timed-out}. */
    public static String dashed(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the Levenshtein distance: the number of characters to insert, remove or change. */
    public static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        Arrays.setAll(row, (column) -> column);
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }

    /** Returns the nearest of some names; the first of equally near ones. */
    public static String nearest(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt((other) -> distance(name, other)))
                .orElseThrow();
    }
}
