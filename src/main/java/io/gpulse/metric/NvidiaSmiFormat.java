package io.gpulse.metric;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of a value in nvidia-smi, which also labels the codes of states. */
@SuppressWarnings("ImmutableEnumChecker") // labels are data and never change
public enum NvidiaSmiFormat {
    /** A whole number without a unit: {@code 41}. */
    INTEGER,
    /** {@code 53 %}. */
    PERCENT("%"),
    /** {@code 100.00 %}. */
    DECIMAL_PERCENT("%"),
    /** Bytes as whole mebibytes: {@code 76346 MiB}. */
    MEBIBYTES("MiB"),
    /** Bytes of the GPU's own memory; newer nvidia-smi round them up: {@code 76346 MiB}. */
    FRAMEBUFFER("MiB"),
    /** {@code 367.20 W}. */
    WATTS("W"),
    /** {@code 1980 MHz}. */
    MEGAHERTZ("MHz"),
    /** Seconds as whole microseconds: {@code 250 us}. */
    MICROSECONDS("us"),
    /** Seconds as whole microseconds, without their unit: {@code 62844}. */
    BARE_MICROSECONDS,
    /** {@code 8640000 seconds}. */
    WHOLE_SECONDS("seconds"),
    /** A number with two decimals and no unit; nvidia-smi has no such property. */
    DECIMAL,
    RATIO,
    /** {@code 0x3}. */
    HEX,
    /** {@code 0x8f00}. */
    LOWER_HEX,
    /** {@code 0x0C}. */
    HEX2,
    /** {@code 0x0000}. */
    HEX4,
    /** {@code 0x233010DE}. */
    HEX8,
    /** A mask: {@code 0x0000000000000004}. */
    HEX16,
    /** {@code P0} … {@code P15}. */
    P_STATE,
    /** {@code Hopper}. */
    ARCHITECTURE(CodeLabels.from(2, "Kepler", "Maxwell", "Pascal", "Volta", "Turing", "Ampere")
            .and(8, "Ada Lovelace")
            .and(9, "Hopper")
            .and(10, "Blackwell")
            .and(11, "Orin")
            .and(13, "Rubin")),
    /** {@code Enabled} or {@code Disabled}. */
    ENABLED_DISABLED(CodeLabels.yesOrNo("Enabled", "Disabled")),
    /** {@code Active} or {@code Not Active}. */
    ACTIVE(CodeLabels.yesOrNo("Active", "Not Active")),
    /** {@code Yes} or {@code No}. */
    YES_NO(CodeLabels.yesOrNo("Yes", "No")),
    /** {@code Default}, {@code Exclusive_Process} … */
    COMPUTE_MODE(CodeLabels.from(0, "Default", "Exclusive_Thread", "Prohibited", "Exclusive_Process")),
    /** {@code GeForce}, {@code Tesla} … */
    BRAND(CodeLabels.from(1, "Quadro", "Tesla", "NVS", "Grid", "GeForce", "Titan")
            .and(7, "NVIDIA Virtual Applications")
            .and(8, "NVIDIA Virtual PC")
            .and(9, "NVIDIA Virtual Compute Server")
            .and(10, "NVIDIA RTX Virtual Workstation")
            .and(11, "NVIDIA Cloud Gaming")
            .and(12, "Quadro RTX")
            .and(13, "NVIDIA RTX")
            .and(14, "NVIDIA")
            .and(15, "GeForce RTX")
            .and(16, "Titan RTX")
            .and(17, "NVIDIA DLA")
            .and(18, "NVIDIA vGameDev")
            .and(19, "NVIDIA NPU")),
    /** {@code WDDM}, {@code TCC}, {@code MCDM}. */
    DRIVER_MODEL(CodeLabels.from(0, "WDDM", "TCC", "MCDM")),
    /** {@code Completed} … */
    FABRIC_STATE(CodeLabels.from(0, "Not Supported", "Not Started", "In Progress", "Completed")),
    /** {@code Full} or {@code Degraded}. */
    FABRIC_BANDWIDTH(CodeLabels.from(1, "Degraded", "Full")),
    /** {@code Healthy} … */
    FABRIC_HEALTH(CodeLabels.from(1, "Healthy", "Unhealthy", "Limited Capacity")),
    /** The fault of a fabric's configuration. */
    FABRIC_CONFIGURATION(
            CodeLabels.from(1, "None", "Incorrect SysGuid", "Incorrect Chassis Serial Number", "No Partition")
                    .and(5, "Insufficient NVLinks")
                    .and(6, "Incompatible GPU Firmware")
                    .and(7, "Invalid Location")
                    .and(8, "Invalid GPU State")),
    /** {@code True} or {@code False}. */
    TRUE_FALSE(CodeLabels.from(1, "True", "False")),
    /** {@code HMM}, {@code ATS} or {@code None}. */
    ADDRESSING_MODE(CodeLabels.from(0, "None", "HMM", "ATS")),
    /** {@code Shared with the system}. */
    MEMORY_KIND(CodeLabels.from(1, "Shared with the system")),
    /** {@code All On}, {@code Compute}, {@code Low Double Precision}. */
    OPERATION_MODE(CodeLabels.from(0, "All On", "Compute", "Low Double Precision")),
    /** {@code None}, {@code GPU Reset} … */
    RECOVERY_ACTION(CodeLabels.from(0, "None", "GPU Reset", "Node Reboot", "Drain P2P", "Drain and Reset")
            .and(5, "Recover IMEX")
            .and(6, "Bus Reset")
            .and(7, "System Reboot")),
    /** {@code Direct Connected} or {@code Switch Connected}. */
    PEER_TYPE(CodeLabels.from(0, "Direct Connected", "Switch Connected")),
    /** {@code None}, {@code Pass-Through}, {@code VGPU} … */
    VIRTUALIZATION_MODE(CodeLabels.from(0, "None", "Pass-Through", "VGPU", "Host VGPU", "Host VSGA")),
    /** {@code Non SR-IOV} or {@code SR-IOV}. */
    HOST_VGPU_MODE(CodeLabels.from(0, "Non SR-IOV", "SR-IOV")),
    /** {@code Licensed} or {@code Unlicensed}. */
    LICENSE_STATUS(CodeLabels.yesOrNo("Licensed", "Unlicensed")),
    /** {@code High Speed} or {@code Low Power}; not in nvidia-smi. */
    LINK_POWER(CodeLabels.from(0, "High Speed", "Low Power")),
    /** {@code 4.0}; not in nvidia-smi. */
    NVLINK_VERSION(CodeLabels.from(1, "1.0", "2.0", "2.2", "3.0", "3.1", "4.0", "5.0", "6.0")),
    /** {@code Full Power} or {@code Low Power}; not in nvidia-smi. */
    C2C_POWER(CodeLabels.from(0, "Full Power", "Low Power")),
    /** {@code AC} …; not in nvidia-smi. */
    POWER_SOURCE(CodeLabels.from(0, "AC", "Battery", "Undersized")),
    /** {@code Success}, or the driver's code. */
    STATUS(CodeLabels.from(0, "Success")),
    /** The unchanged text. */
    WORD;

    private static final double MEBIBYTE = 1 << 20;

    private final String unit;
    private final @Nullable CodeLabels labels;

    NvidiaSmiFormat() {
        this("", null);
    }

    NvidiaSmiFormat(String unit) {
        this(unit, null);
    }

    NvidiaSmiFormat(CodeLabels labels) {
        this("", labels);
    }

    NvidiaSmiFormat(String unit, @Nullable CodeLabels labels) {
        this.unit = unit;
        this.labels = labels;
    }

    /** Returns the unit behind a number and, in brackets, in a column's header; empty for none. */
    public String unit() {
        return this.unit;
    }

    /** Returns the word of a code. */
    public String word(long code) {
        return switch (this) {
            case HEX -> hex(code, 1);
            case LOWER_HEX -> hex(code, 1).toLowerCase(Locale.ROOT);
            case HEX2 -> hex(code, 2);
            case HEX4 -> hex(code, 4);
            case HEX8 -> hex(code, 8);
            case HEX16 -> hex(code, 16);
            case P_STATE -> "P" + code;
            default -> this.labels == null ? Long.toUnsignedString(code) : this.labels.of(code);
        };
    }

    /** A present value as a cell of the newest nvidia-smi, without its unit. */
    public String cell(Reading.Present present) {
        return cell(present, SmiGeneration.NEWEST);
    }

    /** A present value as a cell without its unit. */
    public String cell(Reading.Present present, SmiGeneration generation) {
        if (present instanceof Reading.Quantity quantity) {
            return this == FRAMEBUFFER && generation.roundsMemoryUp()
                    ? Long.toString((long) Math.ceil(quantity.value() / MEBIBYTE))
                    : number(quantity.value());
        }
        return present.word().orElseThrow();
    }

    private String number(double value) {
        return switch (this) {
            // nvidia-smi divides milliwatts in single precision.
            case WATTS -> twoDecimals((float) value);
            case DECIMAL, DECIMAL_PERCENT -> twoDecimals(value);
            case RATIO -> Double.toString(value);
            case MICROSECONDS, BARE_MICROSECONDS -> Long.toString(Math.round(value * 1e6));
            case MEBIBYTES, FRAMEBUFFER -> Long.toString((long) (value / MEBIBYTE));
            default -> Long.toString(Math.round(value));
        };
    }

    private static String hex(long code, int digits) {
        String written = Long.toHexString(code).toUpperCase(Locale.ROOT);
        return "0x" + "0".repeat(Math.max(0, digits - written.length())) + written;
    }

    /** Rounds as C does: the binary number, not its decimal notation. */
    private static String twoDecimals(double value) {
        return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    }
}
