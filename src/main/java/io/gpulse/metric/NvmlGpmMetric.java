package io.gpulse.metric;

import java.util.EnumSet;
import java.util.Set;

/** The metrics of {@code nvmlGpmMetricsGet}: NVML's {@code NVML_GPM_METRIC_SM_UTIL} is {@code SM_UTIL}. */
public enum NvmlGpmMetric implements NvmlNumber {
    GRAPHICS_UTIL(1),
    SM_UTIL(2),
    SM_OCCUPANCY(3),
    INTEGER_UTIL(4),
    ANY_TENSOR_UTIL(5),
    DFMA_TENSOR_UTIL(6),
    HMMA_TENSOR_UTIL(7),
    DMMA_TENSOR_UTIL(8),
    IMMA_TENSOR_UTIL(9),
    DRAM_BW_UTIL(10),
    FP64_UTIL(11),
    FP32_UTIL(12),
    FP16_UTIL(13),
    PCIE_TX_PER_SEC(20),
    PCIE_RX_PER_SEC(21),
    NVLINK_TOTAL_RX_PER_SEC(60),
    NVLINK_TOTAL_TX_PER_SEC(61),
    C2C_TOTAL_TX_PER_SEC(100),
    C2C_TOTAL_RX_PER_SEC(101),
    C2C_DATA_TX_PER_SEC(102),
    C2C_DATA_RX_PER_SEC(103);

    /** One kind of tensor activity, or the payload of all bytes. */
    private static final Set<NvmlGpmMetric> PARTS = EnumSet.of(
            DFMA_TENSOR_UTIL,
            HMMA_TENSOR_UTIL,
            DMMA_TENSOR_UTIL,
            IMMA_TENSOR_UTIL,
            C2C_DATA_TX_PER_SEC,
            C2C_DATA_RX_PER_SEC);

    private final int number;

    NvmlGpmMetric(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return this.number;
    }

    /** Returns whether the metric of a number is a part of another one. */
    static boolean isPart(int number) {
        return PARTS.stream().anyMatch((part) -> part.number == number);
    }
}
