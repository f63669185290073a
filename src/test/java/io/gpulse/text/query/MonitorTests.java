package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MonitorTests {

    private static final Path CAPTURES = Path.of("../shared/captures/text");

    static Stream<Path> devices() throws IOException {
        return recordings(".dmon.txt");
    }

    static Stream<Path> processes() throws IOException {
        return recordings(".pmon.txt");
    }

    private static Stream<Path> recordings(String end) throws IOException {
        if (!Files.isDirectory(CAPTURES)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.list(CAPTURES)) {
            return files
                    .filter((file) ->
                            file.toString().endsWith(end) && !file.toString().contains("-win-"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("devices")
    void linesOfDmonArePrintedAgain(Path recording) throws IOException {
        List<String> lines = Files.readAllLines(recording);
        List<Metric> metrics = List.of(
                Metric.POWER_DRAW,
                Metric.TEMPERATURE_GPU,
                Metric.TEMPERATURE_MEMORY,
                Metric.UTILIZATION_GPU,
                Metric.UTILIZATION_MEMORY,
                Metric.UTILIZATION_ENCODER,
                Metric.UTILIZATION_DECODER,
                Metric.UTILIZATION_JPEG,
                Metric.UTILIZATION_OFA,
                Metric.CLOCKS_MEMORY,
                Metric.CLOCKS_SM);
        Monitor dmon = new Monitor("dmon", "puc", "");

        assertThat(dmon.header(of("590.48.01"))).isEqualTo(lines.get(0) + "\n" + lines.get(1) + "\n");
        for (String line : lines.subList(2, lines.size())) {
            String[] words = line.strip().split(" +");
            GpuSample gpu = Snapshots.gpu(Integer.parseInt(words[0]), readings(metrics, words, 1));

            assertThat(dmon.of(of("590.48.01", gpu), (any) -> true)).isEqualTo(line + "\n");
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("processes")
    void linesOfPmonArePrintedAgain(Path recording) throws IOException {
        List<String> lines = Files.readAllLines(recording);
        List<Metric> metrics = List.of(
                Metric.PROCESS_SM, Metric.PROCESS_MEMORY_UTILIZATION, Metric.PROCESS_ENCODER, Metric.PROCESS_DECODER);
        Monitor pmon = new Monitor("pmon", "u", "");

        assertThat(pmon.header(of("590.48.01"))).isEqualTo(lines.get(0) + "\n" + lines.get(1) + "\n");
        for (String line : lines.subList(2, lines.size())) {
            String[] words = line.strip().split(" +");
            GpuSample gpu = Snapshots.gpu(Integer.parseInt(words[0]), Map.of());
            if (!words[1].equals("-")) {
                ProcessSample.Type type = Stream.of(ProcessSample.Type.values())
                        .filter((any) -> any.letters().equals(words[2]))
                        .findFirst()
                        .orElseThrow();
                Readings known = Readings.of(readings(metrics, words, 3));
                gpu = gpu.with(List.of(
                        new ProcessSample(Integer.parseInt(words[1]), type, "/usr/bin/" + words[9], null, known)));
            }

            assertThat(pmon.of(of("590.48.01", gpu), (any) -> true)).isEqualTo(line + "\n");
        }
    }

    private static Map<Metric, Reading> readings(List<Metric> metrics, String[] words, int from) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        for (int place = 0; place < metrics.size(); place++) {
            String word = words[from + place];
            readings.put(
                    metrics.get(place),
                    word.equals("-")
                            ? Reading.absent(Reason.NOT_SUPPORTED)
                            : new Reading.Quantity(Double.parseDouble(word) + 0.9));
        }
        return readings;
    }

    @Test
    void columnsFollowTheOrderOfTheLetters() {
        Monitor all = new Monitor("dmon", "tmev", "");
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.put(Metric.PCIE_RX, new Reading.Quantity(21_846_900_000.0));
        readings.put(Metric.MEMORY_USED, new Reading.Quantity(90_538.0 * (1 << 20)));
        readings.put(Metric.PCIE_REPLAYS, new Reading.Quantity(3));
        readings.put(Metric.SHARE_BY_SW_THERMAL, new Reading.Quantity(12));

        assertThat(all.header(of("580.95.05")) + all.of(of("580.95.05", Snapshots.gpu(0, readings)), (any) -> true))
                .isEqualTo("""
                    # gpu  rxpci  txpci     fb   bar1   ccpm  sbecc  dbecc    pci  pviol  tviol\s
                    # Idx   MB/s   MB/s     MB     MB     MB   errs   errs   errs      %   bool\s
                        0  21846      -  90538      -      -      -      -      3      -      1\s
                    """);
    }

    @Test
    void dateAndTimeAreInFront() {
        Monitor stamped = new Monitor("dmon", "p", "DT");
        Monitor timed = new Monitor("dmon", "p", "T");

        assertThat(stamped.header(of("580.95.05"))).isEqualTo("""
            #Date       Time        gpu    pwr  gtemp  mtemp\s
            #YYYYMMDD   HH:MM:SS    Idx      W      C      C\s
            """);
        assertThat(stamped.of(of("580.95.05", Snapshots.gpu(3, Map.of())), (any) -> true))
                .matches(" \\d{8}   \\d\\d:\\d\\d:\\d\\d      3      -      -      - \n");
        assertThat(timed.header(of("580.95.05"))).startsWith("#Time        gpu    pwr");
    }

    @Test
    void olderDriversHaveNarrowColumnsWithoutNewEngines() {
        assertThat(new Monitor("dmon", "u", "").header(of("470.256.02"))).isEqualTo("""
            # gpu    sm   mem   enc   dec\s
            # Idx     %     %     %     %\s
            """);
        assertThat(new Monitor("pmon", "um", "").header(of("470.256.02"))).isEqualTo("""
            # gpu        pid  type    sm   mem   enc   dec    fb   command\s
            # Idx          #   C/G     %     %     %     %    MB   name\s
            """);
    }

    @Test
    void aLostGpuHasDashes() {
        GpuSample lost = Snapshots.troubled(1, GpuState.LOST, "It is lost.");

        assertThat(new Monitor("dmon", "p", "").of(of("580.95.05", lost), (any) -> true))
                .isEqualTo("    1      -      -      - \n");
    }

    @Test
    void aLetterThatACommandDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> new Monitor("pmon", "up", ""))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("Invalid metric 'p' of pmon -s.");
        assertThatThrownBy(() -> new Monitor("dmon", "", ""))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("Invalid metric '' of dmon -s.");
        assertThatThrownBy(() -> new Monitor("dmon", "p", "X"))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("Invalid option 'X' of dmon -o.");
    }

    private static Snapshot of(String driver, GpuSample... gpus) {
        return Snapshots.of(0, new Source(SourceKind.NVML, false, driver, null, "13.0", null), List.of(gpus));
    }
}
