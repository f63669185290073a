package io.gpulse.text.query;

import io.gpulse.device.GpuState;
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

    private static final String UNKNOWN = "Unknown Error";
    private static final String NO_DATA = "No data";

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
        return !this.isValue && plain().equals(words(Reason.DRIVER_TOO_OLD));
    }

    /** Returns the reason without brackets, or the value. */
    String plain() {
        return this.text.startsWith("[") && !this.isValue ? this.text.substring(1, this.text.length() - 1) : this.text;
    }

    /** Returns the driver's text for an absent value, as nvidia-smi prints it. */
    static String words(Reason reason) {
        return switch (reason) {
            case NOT_SUPPORTED, MIG_ENABLED, NOT_IN_SOURCE -> NOT_AVAILABLE;
            case NO_PERMISSION, HIDDEN -> "Insufficient Permissions";
            case DRIVER_TOO_OLD -> "Function Not Found";
            case DEPRECATED -> "Requested functionality has been deprecated";
            case GPU_LOST -> "GPU is lost";
            case TIMED_OUT -> "Timeout";
            case NO_DATA -> NO_DATA;
            case ERROR, IMPLAUSIBLE -> UNKNOWN;
        };
    }

    /** Returns the text for a GPU without readings. */
    static String words(GpuState state) {
        return switch (state) {
            case LOST -> "GPU is lost";
            case STUCK -> "Timeout";
            case RESET_REQUIRED -> "GPU requires reset";
            case ATTACHING, OK, SLOW, SLEEPING, STALE -> NO_DATA;
            case ERROR -> UNKNOWN;
        };
    }
}
