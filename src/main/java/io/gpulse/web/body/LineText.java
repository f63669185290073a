package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.util.PrimitiveIterator;

/**
 * One line of text that is shown to people. Characters that are invisible, that change the direction of what follows or
 * that end a line are refused: two such texts would look the same, or not as they were written.
 */
public final class LineText {

    /** The same as a regular expression of a contract, except for what it depends on the neighbours of a character. */
    public static final String PATTERN = "^(?=[\\s\\S]*[^\\s])[^\\u0000-\\u001f\\u007f-\\u009f\\u061c"
            + "\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]*$";

    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    /** Scripts and emoji that joiners belong to have none of the characters below. */
    private static final int FIRST_JOINED = 0x300;

    /** Letters and symbols without a picture. */
    private static final String BLANK = "\u115f\u1160\u2800\u3164\uffa0";

    private LineText() {}

    /**
     * Returns the text without blanks at its ends.
     *
     * @param field its name, for the refusal
     * @param most the largest number of characters
     * @throws ProblemException when it is empty, too long or has a character that is refused
     */
    public static String checked(String field, String text, int most) {
        if (text.codePointCount(0, text.length()) > most) {
            throw ProblemException.badRequest(field + " may have " + most + " characters at most.");
        }
        int previous = -1;
        for (PrimitiveIterator.OfInt rest = text.codePoints().iterator(); rest.hasNext(); ) {
            int next = rest.nextInt();
            boolean joins = isJoiner(next) && previous >= FIRST_JOINED && !isJoiner(previous) && rest.hasNext();
            if (!joins && isRefused(next)) {
                throw ProblemException.badRequest(String.format(
                        "%s is one line of visible text; it may not contain the character U+%04X.", field, next));
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

    private static boolean isRefused(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> isNoCharacter(character);
        };
    }

    /** Code points that Unicode keeps for the inside of programs. */
    private static boolean isNoCharacter(int character) {
        return (character & 0xFFFE) == 0xFFFE || character >= 0xFDD0 && character <= 0xFDEF;
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.FORMAT, Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.SPACE_SEPARATOR ->
                false;
            default -> !Character.isWhitespace(character) && BLANK.indexOf(character) < 0;
        };
    }
}
