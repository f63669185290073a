package io.gpulse.metric;

import java.util.regex.Pattern;

/**
 * The conversion of a text of the kernel, the driver or a program for terminals and documents. Names come from
 * arbitrary programs: control characters, bidirectional overrides, invisible characters, line separators and characters
 * that XML cannot contain become {@code ?}.
 */
public final class PrintableText {

    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\uFFFE\\uFFFF]");

    private PrintableText() {}

    public static String of(String text) {
        return isAscii(text) ? text : UNPRINTABLE.matcher(text).replaceAll("?");
    }

    private static boolean isAscii(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) < ' ' || text.charAt(at) > '~') {
                return false;
            }
        }
        return true;
    }
}
