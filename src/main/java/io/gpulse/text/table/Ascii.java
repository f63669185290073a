package io.gpulse.text.table;

import java.util.Map;

/**
 * Text that every terminal shows, one column to a letter. Names come from programs that anybody may have written, so
 * nothing but printable ASCII gets out: a name must neither steer the terminal nor shift the table.
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

    /** Its beginning, when it is too long. */
    static String shortened(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        return width > 3 ? text.substring(0, width - 3) + "..." : text.substring(0, width);
    }
}
