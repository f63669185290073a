package io.gpulse.smi;

import io.gpulse.metric.Reason;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The texts of nvidia-smi in place of a value. */
final class AbsentText {

    private static final Map<String, Reason> REASONS = Map.ofEntries(
            Map.entry("", Reason.NO_DATA),
            Map.entry("no data", Reason.NO_DATA),
            Map.entry("timeout", Reason.TIMED_OUT),
            Map.entry("n/a", Reason.NOT_SUPPORTED),
            Map.entry("not supported", Reason.NOT_SUPPORTED),
            Map.entry("not available in wddm driver model", Reason.NOT_SUPPORTED),
            Map.entry("not found", Reason.NO_DATA),
            Map.entry("no permission", Reason.NO_PERMISSION),
            Map.entry("insufficient permissions", Reason.NO_PERMISSION),
            Map.entry("function not found", Reason.DRIVER_TOO_OLD),
            Map.entry("requested functionality has been deprecated", Reason.DEPRECATED),
            Map.entry("deprecated", Reason.DEPRECATED),
            Map.entry("gpu is lost", Reason.GPU_LOST),
            Map.entry("gpu requires reset", Reason.ERROR),
            Map.entry("unknown error", Reason.ERROR));

    private AbsentText() {}

    /** Returns the reason that a text names, with or without brackets; null for any other text. */
    static @Nullable Reason reason(String text) {
        boolean bracketed = text.startsWith("[") && text.endsWith("]") && text.length() > 1;
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        return REASONS.get(bare.strip().toLowerCase(Locale.ROOT));
    }
}
