package io.gpulse.text.table;

import java.util.Map;

/**
 * Text of printable ASCII, one column per character. Names come from arbitrary programs, and must neither control the
 * terminal nor shift the table.
 */
final class Ascii {

    private static final char UNKNOWN = '?';

    private static final Map<Integer, String> SPELT = Map.of(
            (int) '\u2026', "...",
            (int) '\u2013', "-",
            (int) '\u2014', "-",
            (int) '\u2018', "'",
            (int) '\u2019', "'",
            (int) '\u201c', "\"",
            (int) '\u201d', "\"",
            (int) '\u00d7', "x",
            (int) '\u00a0', " ");

    private Ascii() {}

    static String of(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach((letter) -> {
            if (letter >= ' ' && letter <= '~') {
                plain.append((char) letter);
            } else {
                plain.append(SPELT.getOrDefault(letter, String.valueOf(UNKNOWN)));
            }
        });
        return plain.toString();
    }

    /** Truncates a text that is too long. */
    static String shortened(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        return width > 3 ? text.substring(0, width - 3) + "..." : text.substring(0, width);
    }
}
