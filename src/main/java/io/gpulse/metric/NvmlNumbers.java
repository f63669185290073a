package io.gpulse.metric;

/** The arguments of NVML's getters, by NVML's names without their prefix. */
public final class NvmlNumbers {

    private NvmlNumbers() {}

    /** Clock domains: {@code NVML_CLOCK_…}. */
    public enum Clock implements NvmlNumber {
        GRAPHICS,
        SM,
        MEM,
        VIDEO
    }

    /** Sensors: {@code NVML_TEMPERATURE_…}. The hot spot is newer than the published header. */
    public enum TemperatureSensor implements NvmlNumber {
        GPU,
        HOT_SPOT
    }

    /** Thresholds: {@code NVML_TEMPERATURE_THRESHOLD_…}. */
    public enum TemperatureThreshold implements NvmlNumber {
        SHUTDOWN,
        SLOWDOWN,
        MEM_MAX,
        GPU_MAX,
        ACOUSTIC_MIN,
        ACOUSTIC_CURR,
        ACOUSTIC_MAX;

        /** Returns whether drivers in use may not know it. */
        public static boolean isNewer(int threshold) {
            return threshold > GPU_MAX.number();
        }
    }

    /** Kinds of memory errors: {@code NVML_MEMORY_ERROR_TYPE_…}. */
    public enum MemoryError implements NvmlNumber {
        CORRECTED,
        UNCORRECTED
    }

    /** The beginning of a count of errors: {@code NVML_…_ECC}. */
    public enum EccCounter implements NvmlNumber {
        VOLATILE,
        AGGREGATE
    }

    /** Places of memory errors: {@code NVML_MEMORY_LOCATION_…}. */
    public enum MemoryLocation implements NvmlNumber {
        L1_CACHE,
        L2_CACHE,
        DRAM,
        REGISTER_FILE,
        TEXTURE_MEMORY,
        TEXTURE_SHM,
        CBU,
        SRAM
    }

    /** The causes of retired pages: {@code NVML_PAGE_RETIREMENT_CAUSE_…}. */
    public enum RetirementCause implements NvmlNumber {
        MULTIPLE_SINGLE_BIT_ECC_ERRORS,
        DOUBLE_BIT_ECC_ERROR
    }

    /** The samples that the driver takes by itself: {@code NVML_…_SAMPLES}. */
    public enum SamplingType implements NvmlNumber {
        TOTAL_POWER,
        GPU_UTILIZATION
    }

    /** Directions of PCIe: {@code NVML_PCIE_UTIL_…}. */
    public enum PcieCounter implements NvmlNumber {
        TX_BYTES,
        RX_BYTES
    }

    /** Errors of a link: {@code NVML_NVLINK_ERROR_…}. */
    public enum NvLinkError implements NvmlNumber {
        DL_REPLAY,
        DL_RECOVERY,
        DL_CRC_FLIT
    }

    /** Objects of the InfoROM: {@code NVML_INFOROM_…}. */
    public enum InforomObject implements NvmlNumber {
        OEM,
        ECC,
        POWER
    }

    /** The scopes of power: {@code NVML_POWER_SCOPE_…}. */
    public enum PowerScope implements NvmlNumber {
        GPU,
        MODULE,
        MEMORY,
        GPU_BASE
    }
}
