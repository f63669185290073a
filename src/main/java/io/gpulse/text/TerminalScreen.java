package io.gpulse.text;

/** Shows a text in place of the previous one, with control sequences of the VT100. */
final class TerminalScreen {

    private static final String ESCAPE = "\u001b[";
    private static final String HOME = ESCAPE + "H";
    private static final String CLEAR_LINE = ESCAPE + "K";
    private static final String CLEAR_BELOW = ESCAPE + "J";

    /** Clears the screen. */
    static final String CLEARED = HOME + ESCAPE + "2J";

    private TerminalScreen() {}

    /** Overwrites each line and clears its rest. Clearing the whole screen first would flicker. */
    static String of(String text) {
        return HOME + text.replace("\n", CLEAR_LINE + "\n") + CLEAR_BELOW;
    }
}
