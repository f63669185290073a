package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** The lines of the log for different GPUs. */
class LogOutlineTests {

    private final Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);

    @ParameterizedTest
    @ValueSource(longs = {2, 5})
    void eccUpToVoltaIsPrintedByBitAndLocation(long architecture) {
        ofArchitecture(architecture);
        countErrors(3);
        this.readings.put(Metric.ECC_CORRECTED_VOLATILE_L1, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(log("ECC"))
                .contains("""
                        ECC Errors
                            Volatile
                                Single Bit
                                    Device Memory                          : 3
                                    Register File                          : 3
                                    L1 Cache                               : N/A
                                    L2 Cache                               : 3
                                    Texture Memory                         : 3
                                    CBU                                    : 3
                                    Total                                  : 3
                                Double Bit
                                    Device Memory                          : 3
                    """)
                .contains("        Aggregate\n            Single Bit\n")
                .doesNotContain("SRAM", "DRAM");
    }

    @Test
    void eccOfTuringIsPrintedByKindOfMemory() {
        ofArchitecture(6);
        countErrors(0);

        assertThat(log("ECC")).contains("""
                ECC Errors
                    Volatile
                        SRAM Correctable                           : 0
                        SRAM Uncorrectable                         : 0
                        DRAM Correctable                           : 0
                        DRAM Uncorrectable                         : 0
                    Aggregate
                        SRAM Correctable                           : 0
                        SRAM Uncorrectable                         : 0
                        DRAM Correctable                           : 0
                        DRAM Uncorrectable                         : 0
            """).doesNotContain("Parity", "Sources", "Single Bit");
    }

    @ParameterizedTest
    @CsvSource({"7", "9", "10"})
    void eccSinceAmpereIsPrintedByDetection(long architecture) {
        ofArchitecture(architecture);

        assertThat(log("ECC"))
                .contains("SRAM Uncorrectable Parity ", "SRAM Uncorrectable SEC-DED ", "Aggregate Uncorrectable SRAM")
                .doesNotContain("Single Bit", "SRAM Uncorrectable  ");
    }

    @Test
    void unknownArchitectureCountsAsNew() {
        this.readings.put(Metric.GPU_ARCHITECTURE, Reading.absent(Reason.NO_DATA));

        assertThat(log("ECC")).contains("SRAM Uncorrectable Parity ").doesNotContain("Single Bit");
    }

    @Test
    void anAbsentHistogramIsOneLine() {
        for (String level : List.of("max", "high", "partial", "low", "none")) {
            Metric metric = Metric.named("remapped_rows.histogram." + level).orElseThrow();
            this.readings.put(metric, Reading.absent(Reason.NOT_SUPPORTED));
        }

        assertThat(log("ROW_REMAPPER"))
                .endsWith("        Bank Remap Availability Histogram              : N/A\n\n")
                .doesNotContain("bank(s)");
    }

    @Test
    void aMarginGoesBeforeATemperature() {
        this.readings.put(Metric.TEMPERATURE_SHUTDOWN, new Reading.Quantity(95));
        this.readings.put(Metric.TEMPERATURE_SHUTDOWN_MARGIN, new Reading.Quantity(-8));

        assertThat(log("TEMPERATURE"))
                .contains("        GPU Shutdown T.Limit Temp                      : -8 C\n")
                .doesNotContain("95 C");
    }

    @Test
    void blockWithoutADriverFunctionIsOmitted() {
        for (String part : List.of("total", "used", "free")) {
            Metric metric = Metric.named("protected_memory." + part).orElseThrow();
            this.readings.put(metric, Reading.absent(Reason.DRIVER_TOO_OLD));
        }
        this.readings.put(Metric.UTILIZATION_OFA, Reading.absent(Reason.DRIVER_TOO_OLD));
        this.readings.put(Metric.UTILIZATION_JPEG, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(log("MEMORY,UTILIZATION"))
                .contains("    BAR1 Memory Usage\n", "    Utilization\n", "        JPEG  ")
                .doesNotContain("Conf Compute", "        OFA ", "Function Not Found");
    }

    @Test
    void aStatusOfAFabricThatIsNotJoinedIsNotAvailable() {
        this.readings.put(Metric.FABRIC_STATE, Metric.FABRIC_STATE.spec().reading(2L));
        this.readings.put(Metric.FABRIC_STATUS, Reading.absent(Reason.NO_DATA));

        assertThat(log(""))
                .contains("        State                                          : In Progress\n"
                        + "        Status                                         : N/A\n");
    }

    @Test
    void unreadPartsArePrintedOnRequest() {
        assertThat(log("supported_clocks"))
                .endsWith("    Supported Clocks                                   : N/A\n\n");
        assertThat(log("VOLTAGE")).contains("""
                Voltage
                    Graphics                                       : N/A
            """);
        assertThat(log("")).doesNotContain("Supported Clocks", "Voltage", "Reset Status");
    }

    @Test
    void rangeOfTheTargetTemperatureIsPrintedOnRequest() {
        this.readings.put(
                Metric.TEMPERATURE_TARGET_MIN,
                Metric.TEMPERATURE_TARGET_MIN.spec().reading(65L));
        this.readings.put(Metric.TEMPERATURE_TARGET_MAX, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(log("SUPPORTED_GPU_TARGET_TEMP")).contains("""
                Supported GPU_TARGET_TEMP
                    Min                                            : 65 C
                    Max                                            : N/A
            """);
        assertThat(log("")).doesNotContain("GPU_TARGET_TEMP");
    }

    @Test
    void boardIsIdentified() {
        set(Metric.MULTI_GPU_BOARD, 0);
        set(Metric.BOARD_ID, 0x8300);
        set(Metric.VIRTUALIZATION_MODE, 1);
        this.readings.put(Metric.HOST_VGPU_MODE, Reading.absent(Reason.NOT_SUPPORTED));
        this.readings.put(Metric.GSP_FIRMWARE_VERSION, new Reading.Text("590.48.01"));

        assertThat(log(""))
                .contains("""
                        MultiGPU Board                                     : No
                        Board ID                                           : 0x8300
                    """)
                .contains("""
                        GPU Virtualization Mode
                            Virtualization Mode                            : Pass-Through
                            Host VGPU Mode                                 : N/A
                    """)
                .contains("    GSP Firmware Version                               : 590.48.01\n");
    }

    @Test
    void pendingRepairIsPrintedSinceAmpere() {
        set(Metric.CHANNEL_REPAIR_PENDING, 0);
        set(Metric.TPC_REPAIR_PENDING, 1);
        this.readings.put(Metric.UNREPAIRABLE_MEMORY, Reading.absent(Reason.DRIVER_TOO_OLD));
        ofArchitecture(9);

        assertThat(log("ECC")).endsWith("""
                    Channel Repair Pending                         : No
                    TPC Repair Pending                             : Yes

            """);
        ofArchitecture(6);
        assertThat(log("ECC")).doesNotContain("Repair");
    }

    @Test
    void memoryPowerAndHighestBoostArePrinted() {
        this.readings.put(Metric.MEMORY_DRAW_AVERAGE, new Reading.Quantity(32.98));
        this.readings.put(Metric.MEMORY_DRAW_INSTANT, Reading.absent(Reason.NOT_SUPPORTED));
        set(Metric.CLOCKS_MAX_CUSTOMER_BOOST, 1980);

        assertThat(log("POWER")).contains("""
                GPU Memory Power Readings
                    Average Power Draw                             : 32.98 W
                    Instantaneous Power Draw                       : N/A
            """);
        assertThat(log("CLOCK")).contains("""
                Max Customer Boost Clocks
                    Graphics                                       : 1980 MHz
            """);
    }

    private void set(Metric metric, long code) {
        this.readings.put(metric, metric.spec().reading(code));
    }

    @Test
    void pendingResetIsPrintedOnRequest() {
        this.readings.put(Metric.RESET_REQUIRED, Metric.RESET_REQUIRED.spec().reading(1L));
        this.readings.put(Metric.DRAIN_AND_RESET, Reading.absent(Reason.DEPRECATED));

        assertThat(log("RESET_STATUS")).contains("""
                GPU Reset Status
                    Reset Required                                 : Yes
                    Drain and Reset Recommended                    : Requested functionality has been deprecated
            """);
    }

    private void countErrors(int each) {
        Metric.of(Scope.GPU).stream()
                .filter((metric) -> metric.key().startsWith("ecc.errors."))
                .filter((metric) -> metric.spec().kind() == Kind.COUNTER)
                .forEach((metric) -> this.readings.put(metric, new Reading.Quantity(each)));
    }

    private void ofArchitecture(long code) {
        this.readings.put(
                Metric.GPU_ARCHITECTURE, Metric.GPU_ARCHITECTURE.spec().reading(code));
    }

    private String log(String parts) {
        return LogQuery.of(parts, new RecentSamples(new Rounds(Flux.never())))
                .of(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0, this.readings))), (any) -> true);
    }
}
