package io.gpulse.text;

/** Shows a text in the place of the one before, by what every terminal since the VT100 understands. */
final class TerminalScreen {

    private static final String ESCAPE = "\u001b[";
    private static final String HOME = ESCAPE + "H";
    private static final String CLEAR_LINE = ESCAPE + "K";
    private static final String CLEAR_BELOW = ESCAPE + "J";

    /** An empty screen to begin with. */
    static final String CLEARED = HOME + ESCAPE + "2J";

    private TerminalScreen() {}

    /** Each line is written over the old one and cleared behind it: a screen that is cleared first flickers. */
    static String of(String text) {
        return HOME + text.replace("\n", CLEAR_LINE + "\n") + CLEAR_BELOW;
    }
}
