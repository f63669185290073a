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
    /** {@code GeForce}, {@code Tesla} … */
    BRAND(""),
    /** {@code WDDM}, {@code TCC}, {@code MCDM}. */
    DRIVER_MODEL(""),
    /** {@code Completed} … */
    FABRIC_STATE(""),
    /** {@code Success}, or the driver's code. */
    STATUS(""),
    /** The word as it is. */
    WORD("");

    private static final Map<Printing, Words> WORDS = Map.of(
            ARCHITECTURE,
                    Words.from(2, "Kepler", "Maxwell", "Pascal", "Volta", "Turing", "Ampere", "Ada", "Hopper")
                            .and(10, "Blackwell")
                            .and(13, "Rubin"),
            COMPUTE_MODE, Words.from(0, "Default", "Exclusive_Thread", "Prohibited", "Exclusive_Process"),
            BRAND,
                    Words.from(1, "Quadro", "Tesla", "NVS", "GRID", "GeForce", "Titan")
                            .and(7, "NVIDIA Virtual Applications")
                            .and(8, "NVIDIA Virtual PC")
                            .and(9, "NVIDIA Virtual Compute Server")
                            .and(10, "NVIDIA RTX Virtual Workstation")
                            .and(11, "NVIDIA Cloud Gaming")
                            .and(12, "Quadro RTX")
                            .and(13, "NVIDIA RTX")
                            .and(14, "NVIDIA")
                            .and(15, "GeForce RTX")
                            .and(16, "Titan RTX"),
            DRIVER_MODEL, Words.from(0, "WDDM", "TCC", "MCDM"),
            FABRIC_STATE, Words.from(0, "Not Supported", "Not Started", "In Progress", "Completed"),
            STATUS, Words.from(0, "Success"),
            ENABLED_DISABLED, Words.yesOrNo("Enabled", "Disabled"),
            ACTIVE, Words.yesOrNo("Active", "Not Active"),
            YES_NO, Words.yesOrNo("Yes", "No"));

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
            default -> {
                Words words = WORDS.get(this);
                yield words == null ? Long.toUnsignedString(code) : words.of(code);
            }
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
