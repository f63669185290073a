package io.gpulse.parity;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The driver's native form of a value that nvidia-smi prints. */
enum NativeForm {
    /** A whole number. */
    NUMBER,
    /** Watts, reported in milliwatts. */
    MILLIWATTS,
    /** Mebibytes, reported in bytes. */
    BYTES,
    /** Microseconds, reported in nanoseconds. */
    NANOSECONDS,
    /** A hexadecimal number. */
    HEX,
    /** P0 and so on. */
    P_STATE,
    /** A word for a code. */
    CODE,
    /** A text to the driver too. */
    TEXT,
    /** A version such as 9.0, reported as 9 and 0. */
    PAIR,
    /** Derived from other properties, without a report of its own. */
    DERIVED;

    private static final Map<String, Integer> CODES = Map.ofEntries(
            Map.entry("Enabled", 1),
            Map.entry("Disabled", 0),
            Map.entry("Yes", 1),
            Map.entry("No", 0),
            Map.entry("Default", 0),
            Map.entry("Prohibited", 2),
            Map.entry("Exclusive_Process", 3),
            Map.entry("None", 0),
            Map.entry("HMM", 1),
            Map.entry("ATS", 2),
            Map.entry("WDDM", 0),
            Map.entry("TCC", 1),
            Map.entry("Completed", 3),
            Map.entry("Success", 0),
            Map.entry("Direct Connected", 0));

    private static final Map<String, Integer> REFUSALS = Map.of(
            "[N/A]", 3,
            "N/A", 3,
            "[Insufficient Permissions]", 4,
            "[Function Not Found]", 13,
            "[GPU is lost]", 15,
            "[Requested functionality has been deprecated]", 26,
            "[Unknown Error]", 999);

    /** The code with which the driver refuses it; null for a value. */
    static @Nullable Integer refusal(String cell) {
        return REFUSALS.get(cell);
    }

    /** Returns the driver's values: two for a pair, none for a derived property. */
    List<String> values(String cell) {
        String value = cell.split(" ", 2)[0];
        return switch (this) {
            case NUMBER -> List.of(value);
            case MILLIWATTS ->
                List.of(new BigDecimal(value)
                        .movePointRight(3)
                        .toBigIntegerExact()
                        .toString());
            case BYTES -> List.of(Long.toString(Long.parseLong(value) << 20));
            case NANOSECONDS -> List.of("u64:" + Long.parseLong(value) * 1000);
            case HEX -> List.of(value);
            case P_STATE -> List.of(value.substring(1));
            case CODE -> List.of(Integer.toString(code(cell)));
            case TEXT -> List.of(cell);
            case PAIR -> List.of(cell.split("\\."));
            case DERIVED -> List.of();
        };
    }

    private static int code(String word) {
        Integer code = CODES.get(word);
        if (code == null) {
            throw new IllegalArgumentException("No code for " + word);
        }
        return code;
    }
}
