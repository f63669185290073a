package io.gpulse;

import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.NvidiaSmiFormat;
import org.jspecify.annotations.Nullable;

/**
 * The expected JSON of a row: a number, a word, or both; a number that depends on the clock, with a tolerance. Its
 * conversions are independent of the catalogue: a thousand milliwatts are a watt, and so on.
 */
record Expected(@Nullable Double value, @Nullable String fact, double within) {

    Expected(@Nullable Double value, @Nullable String fact) {
        this(value, fact, 0);
    }

    static Expected about(double value) {
        return new Expected(value, null, 0.01);
    }

    static Expected of(MetricSpec spec, long raw) {
        return switch (spec.kind()) {
            case GAUGE, COUNTER -> new Expected(inOurUnit(spec, raw), null);
            case STATE -> new Expected((double) raw, word(spec.printing(), raw));
            case TEXT -> new Expected(null, word(spec.printing(), raw));
        };
    }

    private static double inOurUnit(MetricSpec spec, long raw) {
        return switch (spec.unit()) {
            case WATTS, JOULES -> raw / 1000.0;
            case SECONDS ->
                raw / (spec.key().contains(".stats.") ? 1e6 : spec.key().startsWith("bbx.") ? 1 : 1e9);
            default -> raw;
        };
    }

    private static String word(NvidiaSmiFormat printing, long raw) {
        return switch (printing) {
            case P_STATE -> "P5";
            case ARCHITECTURE -> "Hopper";
            case HEX, LOWER_HEX, HEX2, HEX4, HEX8, HEX16 -> mask(printing);
            case INTEGER -> Long.toString(raw);
            case ADDRESSING_MODE -> "HMM";
            case OPERATION_MODE -> "Compute";
            case VIRTUALIZATION_MODE -> "Pass-Through";
            case HOST_VGPU_MODE -> "SR-IOV";
            case LICENSE_STATUS -> "Licensed";
            case RECOVERY_ACTION -> "GPU Reset";
            case PEER_TYPE -> "Switch Connected";
            case ENABLED_DISABLED -> "Enabled";
            case COMPUTE_MODE -> "Exclusive_Thread";
            case ACTIVE -> "Active";
            case YES_NO -> "Yes";
            case DRIVER_MODEL -> "TCC";
            case FABRIC_STATE -> "Completed";
            case FABRIC_HEALTH -> "Healthy";
            case STATUS -> "Unknown (1)";
            case LINK_POWER -> "Low Power";
            case NVLINK_VERSION -> "5.0";
            case POWER_SOURCE -> "Battery";
            case BRAND -> "Quadro";
            default -> throw new AssertionError("No word for " + raw);
        };
    }

    private static String mask(NvidiaSmiFormat printing) {
        return switch (printing) {
            case HEX4 -> "0x0024";
            case HEX8 -> "0x00000024";
            case HEX16 -> "0x0000000000000024";
            default -> "0x24";
        };
    }
}
