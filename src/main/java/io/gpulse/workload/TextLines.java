package io.gpulse.workload;

import io.gpulse.metric.PrintableText;

/** Lines of at most 80 columns for a terminal. */
public final class TextLines {

    private static final int COLUMNS = 80;

    private final StringBuilder text = new StringBuilder();
    private int column;

    /** Adds a paragraph, which continues under the end of its begin. */
    public void paragraph(String begin, String sentence) {
        this.text.append(begin);
        this.column = begin.length();
        for (String word : PrintableText.of(sentence).split("(?<=[^0-9] )", -1)) {
            if (this.column + width(word.stripTrailing()) > COLUMNS && this.column > begin.length()) {
                next(begin.length());
            }
            word.codePoints().forEach((letter) -> add(letter, begin.length()));
        }
        endLine();
    }

    /** Adds a character. A word that is longer than a line is continued on the next one. */
    private void add(int letter, int indent) {
        if (letter != ' ' && this.column + width(letter) > COLUMNS) {
            next(indent);
        }
        this.text.appendCodePoint(Character.getType(letter) == Character.CONTROL ? '?' : letter);
        this.column += width(letter);
    }

    private void next(int indent) {
        endLine();
        this.text.append(" ".repeat(indent));
        this.column = indent;
    }

    private void endLine() {
        while (!this.text.isEmpty() && this.text.charAt(this.text.length() - 1) == ' ') {
            this.text.setLength(this.text.length() - 1);
        }
        this.text.append('\n');
    }

    private static int width(String word) {
        return word.codePoints().map(TextLines::width).sum();
    }

    /** Returns the columns of a character: two for those of Chinese, and for the wide forms of punctuation. */
    private static int width(int letter) {
        return Character.isIdeographic(letter)
                        || (letter >= 0x3000 && letter <= 0x303f)
                        || (letter >= 0xff00 && letter <= 0xff60)
                ? 2
                : 1;
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
