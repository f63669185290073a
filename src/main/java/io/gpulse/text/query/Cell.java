package io.gpulse.text.query;

import io.gpulse.metric.Reason;

/**
 * What stands in one place of a table.
 *
 * @param text a value without its unit, or why there is none
 * @param isValue whether it is a value
 */
public record Cell(String text, boolean isValue) {

    /** What nvidia-smi says of what a GPU does not have. */
    static final String NOT_AVAILABLE = "N/A";

    static Cell value(String text) {
        return new Cell(text, true);
    }

    /** Why there is no value; the CSV puts that in brackets. */
    static Cell reason(String words) {
        return new Cell("[" + words + "]", false);
    }

    /** Why there is no value, where the CSV prints it without brackets. */
    static Cell bare(String words) {
        return new Cell(words, false);
    }

    /** A property that nvidia-smi knows and this machine, or the public driver library, does not tell. */
    static Cell notAvailable() {
        return reason(NOT_AVAILABLE);
    }

    /** Whether the driver has no function that could tell it. */
    boolean isBeyondDriver() {
        return !this.isValue && plain().equals(Absence.words(Reason.DRIVER_TOO_OLD));
    }

    /** The reason without brackets, or the value. */
    String plain() {
        return this.text.startsWith("[") && !this.isValue ? this.text.substring(1, this.text.length() - 1) : this.text;
    }
}
