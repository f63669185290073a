package io.gpulse.text.query;

import io.gpulse.device.GpuState;
import io.gpulse.metric.Reason;

/** The driver's texts for absent values, as nvidia-smi prints them. */
final class Absence {

    private static final String UNKNOWN = "Unknown Error";
    private static final String NO_DATA = "No data";

    private Absence() {}

    static String words(Reason reason) {
        return switch (reason) {
            case NOT_SUPPORTED, MIG_ENABLED -> Cell.NOT_AVAILABLE;
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
            case ATTACHING, OK, SLEEPING -> NO_DATA;
            case ERROR -> UNKNOWN;
        };
    }
}
