package io.gpulse.prometheus;

import static io.gpulse.prometheus.DcgmMetric.Form.counter;
import static io.gpulse.prometheus.DcgmMetric.Form.gauge;

import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of dcgm-exporter that NVML answers: its default counters and its profiling set, with their form in either
 * generation. A profiling metric needs GPM, or has the traffic of the PCIe link by another counter of the driver.
 */
@SuppressWarnings("ImmutableEnumChecker") // a form never changes
enum DcgmMetric {
    SM_CLOCK(gauge("DEV_SM_CLOCK"), gauge("DEV_SM_CLOCK_HERTZ").times(1e6), Metric.CLOCKS_SM),
    MEMORY_CLOCK(gauge("DEV_MEM_CLOCK"), gauge("DEV_MEMORY_CLOCK_HERTZ").times(1e6), Metric.CLOCKS_MEMORY),
    MEMORY_TEMPERATURE(gauge("DEV_MEMORY_TEMP"), gauge("DEV_MEMORY_TEMP_CELSIUS"), Metric.TEMPERATURE_MEMORY),
    TEMPERATURE(gauge("DEV_GPU_TEMP"), gauge("DEV_GPU_TEMP_CELSIUS"), Metric.TEMPERATURE_GPU),
    POWER(gauge("DEV_POWER_USAGE").real(), gauge("DEV_BOARD_POWER_WATTS").real(), Metric.POWER_DRAW),
    ENERGY(
            counter("DEV_TOTAL_ENERGY_CONSUMPTION").times(1e3),
            counter("DEV_GPU_ENERGY_JOULES_TOTAL"),
            Metric.ENERGY_TOTAL),
    PCIE_REPLAYS(counter("DEV_PCIE_REPLAY_COUNTER"), counter("DEV_PCIE_REPLAY_TOTAL"), Metric.PCIE_REPLAYS),
    UTILIZATION(gauge("DEV_GPU_UTIL"), gauge("DEV_GPU_UTIL_RATIO").percent(), Metric.UTILIZATION_GPU),
    MEMORY_UTILIZATION(
            gauge("DEV_MEM_COPY_UTIL"), gauge("DEV_MEMORY_UTIL_RATIO").percent(), Metric.UTILIZATION_MEMORY),
    ENCODER(gauge("DEV_ENC_UTIL"), gauge("DEV_ENC_UTIL_RATIO").percent(), Metric.UTILIZATION_ENCODER),
    DECODER(gauge("DEV_DEC_UTIL"), gauge("DEV_DEC_UTIL_RATIO").percent(), Metric.UTILIZATION_DECODER),
    /** The last Xid; 0 while none was reported on a GPU whose errors the driver reports. */
    XID(gauge("DEV_XID_ERRORS"), gauge("DEV_XID_ERROR")),
    MEMORY_FREE(gauge("DEV_FB_FREE").mebibytes(), gauge("DEV_FB_FREE_BYTES"), Metric.MEMORY_FREE),
    MEMORY_USED(gauge("DEV_FB_USED").mebibytes(), gauge("DEV_FB_USED_BYTES"), Metric.MEMORY_USED),
    MEMORY_RESERVED(gauge("DEV_FB_RESERVED").mebibytes(), gauge("DEV_FB_RESERVED_BYTES"), Metric.MEMORY_RESERVED),
    MEMORY_CAPACITY(null, gauge("DEV_FB_CAPACITY_BYTES"), Metric.MEMORY_TOTAL),
    /** A gauge that the older releases declare a counter; in 1,000 KiB/s there. */
    NVLINK(
            counter("DEV_NVLINK_BANDWIDTH_TOTAL").times(1 / 1024e3),
            gauge("DEV_NVLINK_THROUGHPUT_BYTES_PER_SECOND"),
            Metric.NVLINK_RX,
            Metric.NVLINK_TX),
    LICENSE(gauge("DEV_VGPU_LICENSE_STATUS"), gauge("DEV_VGPU_LICENSE_STATUS"), Metric.VGPU_LICENSE_STATUS),
    UNCORRECTABLE_ROWS(
            counter("DEV_UNCORRECTABLE_REMAPPED_ROWS"),
            counter("DEV_ROW_REMAP_UNCORRECTABLE_TOTAL"),
            Metric.REMAPPED_ROWS_UNCORRECTABLE),
    CORRECTABLE_ROWS(
            counter("DEV_CORRECTABLE_REMAPPED_ROWS"),
            counter("DEV_ROW_REMAP_CORRECTABLE_TOTAL"),
            Metric.REMAPPED_ROWS_CORRECTABLE),
    ROW_FAILURE(gauge("DEV_ROW_REMAP_FAILURE"), gauge("DEV_ROW_REMAP_FAILED"), Metric.REMAPPED_ROWS_FAILURE),
    GRAPHICS(ratio("PROF_GR_ENGINE_ACTIVE"), ratio("PROF_GR_ENGINE_UTIL_RATIO"), Metric.ACTIVITY_GRAPHICS),
    SM(ratio("PROF_SM_ACTIVE"), ratio("PROF_SM_UTIL_RATIO"), Metric.ACTIVITY_SM),
    OCCUPANCY(ratio("PROF_SM_OCCUPANCY"), ratio("PROF_SM_OCCUPANCY"), Metric.ACTIVITY_OCCUPANCY),
    TENSOR(ratio("PROF_PIPE_TENSOR_ACTIVE"), ratio("PROF_TENSOR_UTIL_RATIO"), Metric.ACTIVITY_TENSOR),
    DRAM(ratio("PROF_DRAM_ACTIVE"), ratio("PROF_DRAM_UTIL_RATIO"), Metric.ACTIVITY_DRAM),
    FP64(ratio("PROF_PIPE_FP64_ACTIVE"), ratio("PROF_PIPE_FP64_ACTIVE"), Metric.ACTIVITY_FP64),
    FP32(ratio("PROF_PIPE_FP32_ACTIVE"), ratio("PROF_PIPE_FP32_ACTIVE"), Metric.ACTIVITY_FP32),
    FP16(ratio("PROF_PIPE_FP16_ACTIVE"), ratio("PROF_PIPE_FP16_ACTIVE"), Metric.ACTIVITY_FP16),
    PCIE_SENT(gauge("PROF_PCIE_TX_BYTES"), gauge("PROF_PCIE_TX_BYTES"), Metric.PCIE_TX),
    PCIE_RECEIVED(gauge("PROF_PCIE_RX_BYTES"), gauge("PROF_PCIE_RX_BYTES"), Metric.PCIE_RX),
    NVLINK_SENT(gauge("PROF_NVLINK_TX_BYTES"), gauge("PROF_NVLINK_TX_BYTES"), Metric.NVLINK_TX),
    NVLINK_RECEIVED(gauge("PROF_NVLINK_RX_BYTES"), gauge("PROF_NVLINK_RX_BYTES"), Metric.NVLINK_RX);

    private final @Nullable Form old;
    private final Form next;
    private final List<Metric> parts;

    DcgmMetric(@Nullable Form old, Form next, Metric... parts) {
        this.old = old;
        this.next = next;
        this.parts = List.of(parts);
    }

    private static Form ratio(String name) {
        return gauge(name).percent();
    }

    /** Returns the form of a release; null where it does not have the metric. */
    @Nullable
    Form form(DcgmRelease release) {
        return release == DcgmRelease.OLD ? this.old : this.next;
    }

    /** Returns the metrics of the catalogue whose sum it is; none for one that is not in the catalogue. */
    List<Metric> parts() {
        return this.parts;
    }

    /** Returns what it is, without its unit. */
    String help() {
        return this.parts.isEmpty() ? "Last Xid" : this.parts.get(0).spec().title();
    }

    /**
     * The form of a metric in a release.
     *
     * @param factor from the unit of the catalogue
     * @param whole whether it is printed without decimals, else with six
     */
    record Form(String name, String type, double factor, boolean whole) {

        static Form gauge(String name) {
            return new Form("DCGM_FI_" + name, "gauge", 1, true);
        }

        static Form counter(String name) {
            return new Form("DCGM_FI_" + name, "counter", 1, true);
        }

        Form times(double other) {
            return new Form(this.name, this.type, other, this.whole);
        }

        Form real() {
            return new Form(this.name, this.type, this.factor, false);
        }

        Form percent() {
            return times(0.01).real();
        }

        Form mebibytes() {
            return times(1.0 / (1 << 20));
        }

        String print(double value) {
            double scaled = value * this.factor;
            // A product such as 123.456 J × 1000 lies a little below the whole number that it is.
            return this.whole
                    ? Long.toString((long) Math.floor(scaled + 1e-6))
                    : String.format(Locale.ROOT, "%f", scaled);
        }
    }
}
