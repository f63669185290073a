package io.gpulse.metric;

import java.util.Locale;
import java.util.Map;

/** How nvidia-smi prints a value; states get the word that they stand for from here too. */
public enum Printing {
    /** A whole number without a unit: {@code 41}. */
    INTEGER(""),
    /** {@code 53 %}. */
    PERCENT("%"),
    /** Bytes as whole mebibytes: {@code 76346 MiB}. */
    MEBIBYTES("MiB"),
    /** {@code 367.20 W}. */
    WATTS("W"),
    /** {@code 1980 MHz}. */
    MEGAHERTZ("MHz"),
    /** Seconds as whole microseconds: {@code 250 us}. */
    MICROSECONDS("us"),
    /** A number with two decimals and no unit; nvidia-smi has no such property. */
    DECIMAL(""),
    /** A mask: {@code 0x0000000000000004}. */
    HEX16(""),
    /** {@code P0} … {@code P15}. */
    P_STATE(""),
    /** {@code Hopper}. */
    ARCHITECTURE(""),
    /** {@code Enabled} or {@code Disabled}. */
    ENABLED_DISABLED(""),
    /** {@code Active} or {@code Not Active}. */
    ACTIVE(""),
    /** {@code Yes} or {@code No}. */
    YES_NO(""),
    /** {@code Default}, {@code Exclusive_Process} … */
    COMPUTE_MODE(""),
    /** The word as it is. */
    WORD("");

    private static final Map<Long, String> ARCHITECTURES = Map.of(
            2L,
            "Kepler",
            3L,
            "Maxwell",
            4L,
            "Pascal",
            5L,
            "Volta",
            6L,
            "Turing",
            7L,
            "Ampere",
            8L,
            "Ada",
            9L,
            "Hopper",
            10L,
            "Blackwell",
            13L,
            "Rubin");

    private static final Map<Long, String> COMPUTE_MODES =
            Map.of(0L, "Default", 1L, "Exclusive_Thread", 2L, "Prohibited", 3L, "Exclusive_Process");

    private final String unit;

    Printing(String unit) {
        this.unit = unit;
    }

    /** The unit behind a number and, in brackets, in a column's header; empty for none. */
    public String unit() {
        return this.unit;
    }

    /** The word that a code stands for. */
    public String word(long code) {
        return switch (this) {
            case HEX16 -> String.format(Locale.ROOT, "0x%016X", code);
            case P_STATE -> "P" + code;
            case ARCHITECTURE -> ARCHITECTURES.getOrDefault(code, "Unknown (" + code + ")");
            case COMPUTE_MODE -> COMPUTE_MODES.getOrDefault(code, "Unknown (" + code + ")");
            case ENABLED_DISABLED -> code == 0 ? "Disabled" : "Enabled";
            case ACTIVE -> code == 0 ? "Not Active" : "Active";
            case YES_NO -> code == 0 ? "No" : "Yes";
            default -> Long.toUnsignedString(code);
        };
    }

    /** A present value as a cell without its unit. */
    public String cell(Reading.Present present) {
        if (present instanceof Reading.Quantity quantity) {
            return number(quantity.value());
        }
        return present.word().orElseThrow();
    }

    private String number(double value) {
        return switch (this) {
            case WATTS, DECIMAL -> String.format(Locale.ROOT, "%.2f", value);
            case MICROSECONDS -> Long.toString(Math.round(value * 1e6));
            case MEBIBYTES -> Long.toString((long) (value / (1 << 20)));
            default -> Long.toString(Math.round(value));
        };
    }
}
