package io.gpulse.metric;

/** What getters of NVML are asked for, by NVML's names without their prefix. */
public final class NvmlNumbers {

    private NvmlNumbers() {}

    /** Clock domains: {@code NVML_CLOCK_…}. */
    public enum Clock implements NvmlNumber {
        GRAPHICS(0),
        SM(1),
        MEM(2),
        VIDEO(3);

        private final int number;

        Clock(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Sensors: {@code NVML_TEMPERATURE_…}. The hot spot is newer than the published header. */
    public enum TemperatureSensor implements NvmlNumber {
        GPU(0),
        HOT_SPOT(1);

        private final int number;

        TemperatureSensor(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Thresholds: {@code NVML_TEMPERATURE_THRESHOLD_…}. */
    public enum TemperatureThreshold implements NvmlNumber {
        SHUTDOWN(0),
        SLOWDOWN(1),
        MEM_MAX(2),
        GPU_MAX(3),
        ACOUSTIC_MIN(4),
        ACOUSTIC_CURR(5),
        ACOUSTIC_MAX(6);

        private final int number;

        TemperatureThreshold(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }

        /** Whether drivers that are in use may not know it. */
        public static boolean isNewer(int threshold) {
            return threshold > GPU_MAX.number;
        }
    }

    /** Kinds of memory errors: {@code NVML_MEMORY_ERROR_TYPE_…}. */
    public enum MemoryError implements NvmlNumber {
        CORRECTED(0),
        UNCORRECTED(1);

        private final int number;

        MemoryError(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Since when errors are counted: {@code NVML_…_ECC}. */
    public enum EccCounter implements NvmlNumber {
        VOLATILE(0),
        AGGREGATE(1);

        private final int number;

        EccCounter(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Places of memory errors: {@code NVML_MEMORY_LOCATION_…}. */
    public enum MemoryLocation implements NvmlNumber {
        L1_CACHE(0),
        L2_CACHE(1),
        DRAM(2),
        REGISTER_FILE(3),
        TEXTURE_MEMORY(4),
        CBU(6),
        SRAM(7);

        private final int number;

        MemoryLocation(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Why pages were retired: {@code NVML_PAGE_RETIREMENT_CAUSE_…}. */
    public enum RetirementCause implements NvmlNumber {
        MULTIPLE_SINGLE_BIT_ECC_ERRORS(0),
        DOUBLE_BIT_ECC_ERROR(1);

        private final int number;

        RetirementCause(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** What the driver samples by itself: {@code NVML_…_SAMPLES}. */
    public enum SamplingType implements NvmlNumber {
        TOTAL_POWER(0),
        GPU_UTILIZATION(1);

        private final int number;

        SamplingType(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Directions of PCIe: {@code NVML_PCIE_UTIL_…}. */
    public enum PcieCounter implements NvmlNumber {
        TX_BYTES(0),
        RX_BYTES(1);

        private final int number;

        PcieCounter(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Errors of a link: {@code NVML_NVLINK_ERROR_…}. */
    public enum NvLinkError implements NvmlNumber {
        DL_REPLAY(0),
        DL_RECOVERY(1),
        DL_CRC_FLIT(2);

        private final int number;

        NvLinkError(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** Objects of the InfoROM: {@code NVML_INFOROM_…}. */
    public enum InforomObject implements NvmlNumber {
        OEM(0),
        ECC(1),
        POWER(2);

        private final int number;

        InforomObject(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }

    /** What power is of: {@code NVML_POWER_SCOPE_…}. */
    public enum PowerScope implements NvmlNumber {
        GPU(0),
        MODULE(1),
        MEMORY(2),
        GPU_BASE(3);

        private final int number;

        PowerScope(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return this.number;
        }
    }
}
