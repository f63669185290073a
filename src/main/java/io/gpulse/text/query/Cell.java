package io.gpulse.text.query;

import io.gpulse.metric.Reason;

/**
 * One cell of a table.
 *
 * @param text a value without its unit, or the reason of its absence
 * @param isValue whether the text is a value
 */
public record Cell(String text, boolean isValue) {

    /** The text of nvidia-smi for properties that a GPU does not have. */
    static final String NOT_AVAILABLE = "N/A";

    static Cell value(String text) {
        return new Cell(text, true);
    }

    /** Returns the reason of an absence, which the CSV prints in brackets. */
    static Cell reason(String words) {
        return new Cell("[" + words + "]", false);
    }

    /** Returns the reason of an absence that the CSV prints without brackets. */
    static Cell bare(String words) {
        return new Cell(words, false);
    }

    /** Returns the cell for a property that this machine, or the public driver library, does not report. */
    static Cell notAvailable() {
        return reason(NOT_AVAILABLE);
    }

    /** Returns whether the driver has no function for the property. */
    boolean isBeyondDriver() {
        return !this.isValue && plain().equals(Absence.words(Reason.DRIVER_TOO_OLD));
    }

    /** Returns the reason without brackets, or the value. */
    String plain() {
        return this.text.startsWith("[") && !this.isValue ? this.text.substring(1, this.text.length() - 1) : this.text;
    }
}
