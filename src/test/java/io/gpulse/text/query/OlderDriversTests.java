package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.table.TextTable;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

/** Differences between driver versions, as observed with genuine nvidia-smi. */
class OlderDriversTests {

    private static final double MEBIBYTE = 1 << 20;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "470.256.02 | 1000 MiB, 10 MiB, 300 MiB, 700 MiB",
                "525.147.05 | 1000 MiB, 10 MiB, 300 MiB, 689 MiB",
                "536.40     | 1000 MiB, 10 MiB, 300 MiB, 689 MiB",
                "550.163.01 | 1001 MiB, 11 MiB, 301 MiB, 690 MiB",
                "595.71.05  | 1001 MiB, 11 MiB, 301 MiB, 690 MiB",
                "whatever   | 1001 MiB, 11 MiB, 301 MiB, 690 MiB",
            })
    void memoryIsRoundedAsItsDriverDoes(String driver, String cells) {
        String properties = "memory.total,memory.reserved,memory.used,memory.free";

        assertThat(csv(properties, seenBy(driver))).isEqualTo(cells);
        assertThat(log("MEMORY", seenBy(driver)))
                .contains("    FB Memory Usage\n" + values(cells, "Total", "Reserved", "Used", "Free"));
    }

    @ParameterizedTest
    @CsvSource({
        "570.148.08, Enabled, Enabled",
        "580.159.04, [Requested functionality has been deprecated], Requested functionality has been deprecated"
    })
    void theDisplayModeIsDeprecatedSince580(String driver, String cell, String inLog) {
        Snapshot seen = seenBy(driver);

        assertThat(csv("display_mode", seen)).isEqualTo(cell);
        assertThat(log("", seen)).contains(String.format("    %-51s: %s\n", "Display Mode", inLog));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "525.147.05 | 99 MiB, 49 MiB, 50 MiB  | 99 MiB, 49 MiB, 50 MiB",
                "555.58.02  | 100 MiB, 50 MiB, 50 MiB | 100 MiB, 50 MiB, 51 MiB"
            })
    void freeProtectedMemoryIsComputedInTheCsv(String driver, String cells, String inLog) {
        String properties = "protected_memory.total,protected_memory.used,protected_memory.free";

        assertThat(csv(properties, seenBy(driver))).isEqualTo(cells);
        assertThat(log("MEMORY", seenBy(driver)))
                .contains("    Conf Compute Protected Memory Usage\n" + values(inLog, "Total", "Used", "Free"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"470.256.02", "525.147.05", "550.163.01"})
    void bar1IsNeverRoundedUp(String driver) {
        assertThat(log("MEMORY", seenBy(driver)))
                .contains("    BAR1 Memory Usage\n" + values("256 MiB, 2 MiB, 254 MiB", "Total", "Used", "Free"));
    }

    @Test
    void driversFreeMemoryIsPrintedWhereTheTotalIsUnknown() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.BAR1_FREE, new Reading.Quantity(7 * MEBIBYTE));
        readings.remove(Metric.BAR1_USED);

        assertThat(csv("bar1.free", of("550.163.01", readings))).isEqualTo("7 MiB");
    }

    @ParameterizedTest
    @CsvSource({
        "470.256.02, clocks_throttle_reasons.active",
        "525.147.05, clocks_throttle_reasons.active",
        "535.274.02, clocks_event_reasons.active",
        "555.58.02, clocks_event_reasons.active"
    })
    void eventReasonsHaveTheHeadersOfTheirDriver(String driver, String header) {
        for (String requested : List.of("clocks_throttle_reasons.active", "clocks_event_reasons.active")) {
            assertThat(CsvQuery.of("query-gpu", requested, CsvFormat.FULL).header(seenBy(driver)))
                    .isEqualTo(header + "\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"525.147.05, [N/A]", "550.163.01, [N/A]", "555.58.02, [N/A]", "590.48.01, N/A", "unknown, N/A"})
    void absentFabricStateIsInBracketsUpTo555(String driver, String cell) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.FABRIC_STATE, Reading.absent(Reason.NOT_SUPPORTED));

        assertThat(csv("fabric.state", of(driver, readings))).isEqualTo(cell);
    }

    @ParameterizedTest
    @CsvSource({"470.256.02, 0", "535.274.02, 0", "550.163.01, 1", "555.58.02, 1", "590.48.01, 1"})
    void samplesOfTheJpegAndTheFlowEngineArePrintedSince550(String driver, int blocks) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.UTILIZATION_JPEG, new Reading.Quantity(35));
        readings.put(Metric.UTILIZATION_OFA, new Reading.Quantity(12));
        Snapshot snapshot = of(driver, readings);
        Rounds rounds = new Rounds(Flux.never());
        rounds.add(snapshot);

        String log = LogQuery.of("UTILIZATION", new RecentSamples(rounds)).of(snapshot, (any) -> true);

        assertThat(log).contains("    DEC Utilization Samples\n");
        assertThat(log.split("    JPG Utilization Samples\n", -1)).hasSize(1 + blocks);
        assertThat(log.split("    OFA Utilization Samples\n", -1)).hasSize(1 + blocks);
        assertThat(log.contains("        Max                                            : 35 %\n"))
                .isEqualTo(blocks == 1);
    }

    @Test
    void theTableRoundsMemoryAsTheQueryDoes() {
        assertThat(table(seenBy("550.163.01"))).contains("301 / 1001");
        assertThat(table(seenBy("470.256.02"))).contains("300 / 1000");
    }

    private static String table(Snapshot snapshot) {
        return new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, "").of(snapshot);
    }

    /** Memory values slightly above whole mebibytes. */
    private static Snapshot seenBy(String driver) {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.MEMORY_TOTAL, mebibytes(1000.25));
        readings.put(Metric.MEMORY_USED, mebibytes(300.125));
        readings.put(Metric.MEMORY_RESERVED, mebibytes(10.0625));
        readings.put(Metric.MEMORY_FREE, mebibytes(689.5));
        readings.put(Metric.PROTECTED_TOTAL, mebibytes(99.75));
        readings.put(Metric.PROTECTED_USED, mebibytes(49.125));
        readings.put(Metric.PROTECTED_FREE, mebibytes(50.625));
        readings.put(Metric.BAR1_TOTAL, mebibytes(256.5));
        readings.put(Metric.BAR1_USED, mebibytes(2.75));
        readings.put(Metric.BAR1_FREE, mebibytes(253.75));
        return of(driver, readings);
    }

    private static Reading mebibytes(double number) {
        return new Reading.Quantity(number * MEBIBYTE);
    }

    private static Snapshot of(String driver, Map<Metric, Reading> readings) {
        Source source = new Source(SourceKind.NVML, false, driver, null, null, null);
        GpuSample gpu = Snapshots.gpu(0, readings);
        return Snapshots.of(0, source, List.of(gpu));
    }

    private static String csv(String properties, Snapshot snapshot) {
        return CsvQuery.of("query-gpu", properties, CsvFormat.FULL)
                .of(snapshot, (any) -> true)
                .strip();
    }

    private static String log(String part, Snapshot snapshot) {
        return LogQuery.of(part, new RecentSamples(new Rounds(Flux.never()))).of(snapshot, (any) -> true);
    }

    private static String values(String cells, String... labels) {
        StringBuilder lines = new StringBuilder();
        String[] values = cells.split(", ");
        for (int line = 0; line < labels.length; line++) {
            lines.append(String.format("        %-47s: %s\n", labels[line], values[line]));
        }
        return lines.toString();
    }
}
