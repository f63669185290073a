package io.gpulse.metric;

/** The metrics of {@code nvmlGpmMetricsGet}: NVML's {@code NVML_GPM_METRIC_SM_UTIL} is {@code SM_UTIL}. */
public enum NvmlGpmMetric implements NvmlNumber {
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

    private final int number;

    NvmlGpmMetric(int number) {
        this.number = number;
    }

    @Override
    public int number() {
        return this.number;
    }
}
