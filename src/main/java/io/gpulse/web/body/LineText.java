package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.util.PrimitiveIterator;

/**
 * One line of text for people. Characters that are invisible, change the text direction or end a line are rejected:
 * different texts would look equal, or a text would look different from what was written.
 */
public final class LineText {

    /** The rule as a regular expression for the contract, without the conditions on neighbouring characters. */
    public static final String PATTERN = "^(?=[\\s\\S]*[^\\s])[^\\u0000-\\u001f\\u007f-\\u009f\\u061c"
            + "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]*$";

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /** First code point of the scripts and emoji that use joiners. */
    private static final int FIRST_JOINED = 0x300;

    /** Letters and symbols without a glyph. */
    private static final String BLANK = "\u115f\u1160\u2800\u3164\uffa0";

    private LineText() {}

    /**
     * Returns the text without blanks at its ends.
     *
     * @param field name of the field, for the error
     * @param max maximum number of characters
     * @throws ProblemException when the text is empty, too long or has an invalid character
     */
    public static String checked(String field, String text, int max) {
        if (text.codePointCount(0, text.length()) > max) {
            throw ProblemException.badRequest(field + " may have " + max + " characters at most.");
        }
        int previous = -1;
        for (PrimitiveIterator.OfInt rest = text.codePoints().iterator(); rest.hasNext(); ) {
            int next = rest.nextInt();
            boolean joins = isJoiner(next) && previous >= FIRST_JOINED && !isJoiner(previous) && rest.hasNext();
            if (!joins && isInvalid(next)) {
                throw ProblemException.badRequest(String.format(
                        "%s is one line of visible text; the character U+%04X is not permitted.", field, next));
            }
            previous = next;
        }
        if (text.codePoints().noneMatch(LineText::isVisible)) {
            throw ProblemException.badRequest(field + " is empty.");
        }
        return text.strip();
    }

    private static boolean isJoiner(int character) {
        return character == ZERO_WIDTH_JOINER || character == ZERO_WIDTH_NON_JOINER;
    }

    private static boolean isInvalid(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> isNoncharacter(character);
        };
    }

    /** Noncharacters of Unicode, which are reserved for internal use. */
    private static boolean isNoncharacter(int character) {
        return (character & 0xFFFE) == 0xFFFE || (character >= 0xFDD0 && character <= 0xFDEF);
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.FORMAT, Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.SPACE_SEPARATOR ->
                false;
            default -> !Character.isWhitespace(character) && BLANK.indexOf(character) < 0;
        };
    }
}
