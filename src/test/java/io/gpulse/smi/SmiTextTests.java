package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmiTextTests {

    @ParameterizedTest
    @CsvSource({
        "memory.total, 1024 MiB, 1073741824",
        "utilization.gpu, 35 %, 35",
        "temperature.gpu, 45 C, 45",
        "temperature.threshold.slowdown.tlimit, -2 C, -2",
        "power.draw, 61.00 W, 61",
        "pcie.tx, 16 KB/s, 16000",
        "pcie.link.width.current, 16x, 16",
        "pcie.link.width.current, x16, 16",
        "pcie.link.gen.max, 4, 4",
        "clocks.current.sm, 1410 MHz, 1410",
        "clocks_event_reasons_counters.sw_power_cap, 1500000 us, 1.5",
        "encoder.stats.averageLatency, 2000, 0.002",
        "remapped_rows.histogram.max, 640 bank(s), 640"
    })
    void aNumberHasTheUnitOfItsRow(String key, String text, double expected) {
        assertThat(reading(key, text).number()).hasValue(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "pstate, P8, 8, P8",
        "clocks_event_reasons.hw_slowdown, Not Active, 0, Not Active",
        "clocks_event_reasons.hw_slowdown, Active, 1, Active",
        "persistence_mode, Enabled, 1, Enabled",
        "power.management, Supported, 1, Enabled",
        "compute_mode, Exclusive_Process, 3, Exclusive_Process",
        "compute_mode, exclusive_process, 3, Exclusive_Process",
        "gpu_recovery_action, None, 0, None",
        "architecture, Hopper, 9, Hopper",
        "remapped_rows.pending, No, 0, No",
        "fabric.state, Completed, 3, Completed",
        "vgpu.license.status, Licensed (Expiry: 2022-9-22 6:57:30 GMT), 1, Licensed",
        "vgpu.license.status, Unlicensed (Restricted), 0, Unlicensed",
        "vgpu.license.status, Unlicensed (Unrestricted), 0, Unlicensed"
    })
    void aStateHasItsCode(String key, String text, double code, String word) {
        assertThat(reading(key, text).number()).hasValue(code);
        assertThat(reading(key, text).word()).hasValue(word);
    }

    @ParameterizedTest
    @CsvSource({
        "serial, 165000, 165000",
        "pci.device_id, 233010DE, 0x233010DE",
        "pci.bus, 53, 0x53",
        "board_id, 0x5300, 0x5300",
        "vbios_version, 96.00.99.00.01, 96.00.99.00.01"
    })
    void aTextIsThatOfTheDriver(String key, String text, String expected) {
        assertThat(reading(key, text).word()).hasValue(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "N/A, NOT_SUPPORTED",
        "[N/A], NOT_SUPPORTED",
        "[Not Supported], NOT_SUPPORTED",
        "Not available in WDDM driver model, NOT_SUPPORTED",
        "Requested functionality has been deprecated, DEPRECATED",
        "Insufficient Permissions, NO_PERMISSION",
        "Unknown Error, ERROR",
        "[GPU is lost], GPU_LOST",
        "GPU requires reset, ERROR",
        "Function Not Found, DRIVER_TOO_OLD",
        "'', NO_DATA"
    })
    void aTextInPlaceOfAValueIsAReason(String text, Reason reason) {
        for (String key : new String[] {"power.draw", "pstate", "serial", "persistence_mode"}) {
            assertThat(reading(key, text)).isEqualTo(Reading.absent(reason));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "power.draw, 61 kW, ERROR",
        "power.draw, 61, ERROR",
        "memory.total, 80 %, ERROR",
        "temperature.gpu, 45 F, ERROR",
        "pstate, P99, IMPLAUSIBLE",
        "pstate, Q1, ERROR",
        "persistence_mode, Perhaps, ERROR",
        "utilization.gpu, 101 %, IMPLAUSIBLE",
        "utilization.gpu, -1 %, IMPLAUSIBLE",
        "power.draw, NaN W, ERROR",
        "power.draw, 1e3 W, ERROR",
        "pci.device_id, 233010DE9999999999999999, ERROR"
    })
    void aTextOutsideOfTheRowIsAbsent(String key, String text, Reason reason) {
        assertThat(reading(key, text)).isEqualTo(Reading.absent(reason));
    }

    private static Reading reading(String key, String text) {
        return SmiText.reading(Metric.named(key).orElseThrow(), text);
    }
}
