package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesNameTests {

    @ParameterizedTest
    @CsvSource({
        "UTILIZATION_GPU, gpulse_gpu_utilization_ratio",
        "UTILIZATION_MEMORY, gpulse_gpu_utilization_memory_ratio",
        "MEMORY_TOTAL, gpulse_gpu_memory_total_bytes",
        "UTILIZATION_GPU_MAX, gpulse_gpu_utilization_max_ratio",
        "ACTIVITY_TENSOR, gpulse_gpu_activity_tensor_ratio",
        "PCIE_RX, gpulse_gpu_pcie_rx_bytes_per_second",
        "LINK_TX_TOTAL, gpulse_gpu_link_nvlink_tx_bytes_total",
        "SHARE_BY_POWER_CAP, gpulse_gpu_clocks_event_reasons_share_sw_power_cap_ratio",
        "LINK_EFFECTIVE_BER, gpulse_gpu_link_nvlink_ber_effective_ratio",
        "LINK_RECOVERIES_ALL, gpulse_gpu_link_nvlink_recovery_total",
        "NVLINK_RECOVERIES_FAILED, gpulse_gpu_nvlink_recovery_failed_total",
        "LINK_FEC_15, gpulse_gpu_link_nvlink_fec_codewords_15_total",
        "TEMPERATURE_GPU, gpulse_gpu_temperature_celsius",
        "TEMPERATURE_TLIMIT, gpulse_gpu_temperature_gpu_tlimit_celsius",
        "POWER_DRAW, gpulse_gpu_power_draw_watts",
        "ENERGY_TOTAL, gpulse_gpu_energy_joules_total",
        "CLOCKS_SM, gpulse_gpu_clocks_current_sm_hertz",
        "PSTATE, gpulse_gpu_pstate",
        "PCIE_GEN_MAX, gpulse_gpu_pcie_link_gen_max",
        "ECC_CORRECTED_VOLATILE_TOTAL, gpulse_gpu_ecc_errors_corrected_volatile_total",
        "ECC_CORRECTED_VOLATILE_DRAM, gpulse_gpu_ecc_errors_corrected_volatile_dram_total",
        "ENCODER_SESSIONS, gpulse_gpu_encoder_stats_sessions",
        "ENCODER_FPS, gpulse_gpu_encoder_stats_average_fps",
        "HOST_CPU_UTILIZATION, gpulse_host_cpu_utilization_ratio",
        "HOST_LOAD_1M, gpulse_host_load_1m",
        "HOST_MEMORY_TOTAL, gpulse_host_memory_total_bytes",
    })
    void aSeriesIsCalledByKeyAndBaseUnit(Metric metric, String name) {
        assertThat(metric.spec().prometheusName()).contains(name);
    }

    @Test
    void aCountOfSecondsIsATotalOfSeconds() {
        MetricSpec spec = MetricBuilder.counter("held_back.power", Unit.SECONDS, Panel.RESOURCES, "Test")
                .help("Test.");

        assertThat(spec.prometheusName()).contains("gpulse_gpu_held_back_power_seconds_total");
    }

    @Test
    void aWordHasNoSeries() {
        assertThat(Metric.VBIOS_VERSION.spec().prometheusName()).isEmpty();
    }

    @Test
    void aProcessHasNoSeries() {
        MetricSpec spec = MetricBuilder.gauge("process.memory.used", Unit.BYTES, Panel.MEMORY, "Test")
                .of(Scope.PROCESS)
                .help("Test.");

        assertThat(spec.prometheusName()).isEmpty();
    }

    @Test
    void partsOfAGpuAndOfTheMachineKeepTheirScopeAndTakeNoSumsName() {
        MetricBuilder link = MetricBuilder.gauge("link.nvlink.rx", Unit.BYTES_PER_SECOND, Panel.PCIE, "Test")
                .of(Scope.LINK);
        MetricBuilder disk = MetricBuilder.gauge("disk.read", Unit.BYTES_PER_SECOND, Panel.MACHINE, "Test")
                .of(Scope.DISK);

        assertThat(link.help("Test.").prometheusName()).contains("gpulse_gpu_link_nvlink_rx_bytes_per_second");
        assertThat(disk.help("Test.").prometheusName()).contains("gpulse_disk_read_bytes_per_second");
        assertThat(Metric.HOST_DISK_READ.spec().prometheusName()).contains("gpulse_host_disk_read_bytes_per_second");
    }

    @ParameterizedTest
    @CsvSource({
        "PERCENT, 35, 0.35",
        "RATIO, 1.5E-15, 1.5E-15",
        "MEGAHERTZ, 1980, 1.98E9",
        "BYTES, 85520809984, 85520809984",
        "BYTES_PER_SECOND, 1024, 1024",
        "WATTS, 367.2, 367.2",
        "JOULES, 12.5, 12.5",
        "CELSIUS, 41, 41",
        "SECONDS, 0.25, 0.25",
        "NONE, 5, 5",
    })
    void valuesAreConvertedToBaseUnits(Unit unit, double ours, double base) {
        assertThat(unit.toBase(ours)).isEqualTo(base);
    }
}
