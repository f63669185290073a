package io.gpulse.prometheus;

import io.gpulse.metric.Metric;
import java.util.Set;

/** The metrics of a small page: what boards show and alerts need, none per link, core, disk or network. */
final class CoreMetrics {

    static final Set<Metric> ALL = Set.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_MEMORY,
            Metric.ACTIVITY_SM,
            Metric.ACTIVITY_TENSOR,
            Metric.ACTIVITY_DRAM,
            Metric.MEMORY_TOTAL,
            Metric.MEMORY_USED,
            Metric.MEMORY_FREE,
            Metric.TEMPERATURE_GPU,
            Metric.TEMPERATURE_MEMORY,
            Metric.TEMPERATURE_TLIMIT,
            Metric.FAN_SPEED,
            Metric.POWER_DRAW,
            Metric.ENFORCED_POWER_LIMIT,
            Metric.ENERGY_TOTAL,
            Metric.CLOCKS_SM,
            Metric.CLOCKS_MEMORY,
            Metric.PSTATE,
            Metric.HELD_BACK_BY_POWER_CAP,
            Metric.HELD_BACK_BY_SW_THERMAL,
            Metric.HELD_BACK_BY_HW_THERMAL,
            Metric.HELD_BACK_BY_POWER_BRAKE,
            Metric.PCIE_RX,
            Metric.PCIE_TX,
            Metric.PCIE_REPLAYS,
            Metric.NVLINK_LINKS,
            Metric.NVLINK_LINKS_UP,
            Metric.NVLINK_RX,
            Metric.NVLINK_TX,
            Metric.ECC_CORRECTED_VOLATILE_TOTAL,
            Metric.ECC_UNCORRECTED_VOLATILE_TOTAL,
            Metric.RETIRED_PAGES_PENDING,
            Metric.REMAPPED_ROWS_UNCORRECTABLE,
            Metric.REMAPPED_ROWS_PENDING,
            Metric.REMAPPED_ROWS_FAILURE,
            Metric.GPU_RECOVERY_ACTION,
            Metric.PROCESSES_RUNNING,
            Metric.MIG_MEMORY_TOTAL,
            Metric.MIG_MEMORY_USED,
            Metric.MIG_ACTIVITY_GRAPHICS,
            Metric.HOST_CPU_UTILIZATION,
            Metric.HOST_CPU_IOWAIT,
            Metric.HOST_LOAD_1M,
            Metric.HOST_MEMORY_TOTAL,
            Metric.HOST_MEMORY_AVAILABLE,
            Metric.HOST_GPUS_ON_BUS);

    private CoreMetrics() {}
}
