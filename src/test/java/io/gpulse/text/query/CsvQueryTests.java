package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvQueryTests {

    private static final Path HELP = Path.of("../shared/captures/help");
    private static final Pattern NAMES = Pattern.compile("^\"([^\"]+)\"(?: or \"([^\"]+)\")?");

    @Test
    void aLineOfHeadersThenALineForEachGpu() {
        assertThat(gpus("index,name,power.draw,fan.speed,driver_version,count", "csv", 0, 1))
                .isEqualTo("""
                        index, name, power.draw [W], fan.speed [%], driver_version, count
                        0, NVIDIA H100 80GB HBM3, 367.20 W, [N/A], 580.95.05, 2
                        1, NVIDIA H100 80GB HBM3, 367.20 W, [N/A], 580.95.05, 2
                        """);
    }

    @Test
    void theUnitStaysInTheHeaderWhenValuesGoWithout() {
        assertThat(gpus("power.draw,memory.total", "csv,nounits", 0)).isEqualTo("""
                        power.draw [W], memory.total [MiB]
                        367.20, 81559
                        """);
    }

    @Test
    void modifiersComeInAnyOrder() {
        assertThat(gpus("utilization.gpu", "nounits,noheader,csv", 0)).isEqualTo("53\n");
    }

    @Test
    void anEmptyListIsALineOfNothing() {
        assertThat(gpus("", "csv", 0)).isEqualTo("\n\n");
    }

    @Test
    void repeatedNameIsPrintedTwice() {
        assertThat(gpus("index,index", "csv", 3)).isEqualTo("index, index\n3, 3\n");
    }

    @ParameterizedTest
    @CsvSource({
        "clocks.sm, clocks.current.sm [MHz]",
        "gpu_name, name",
        "gpu_bus_id, pci.bus_id",
        "clocks_throttle_reasons.active, clocks_event_reasons.active",
        "clocks_throttle_reasons.hw_slowdown, clocks_event_reasons.hw_slowdown",
        "gpu.power.requested_limit, power.limit [W]",
        "module.power.current_limit, module.enforced.power.limit [W]",
        "retired_pages.sbe, retired_pages.single_bit_ecc.count",
        "pcie.link.gen.gpucurrent, pcie.link.gen.gpucurrent",
        "ecc.errors.corrected.volatile.device_memory, ecc.errors.corrected.volatile.device_memory"
    })
    void theHeaderShowsTheCanonicalName(String requested, String header) {
        assertThat(gpus(requested, "csv", 0)).startsWith(header + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "Power.draw", " power.draw", "clocks_throttle_reasons.unknown"})
    void unknownNameIsRejectedWithNvidiaSmisMessage(String name) {
        assertThatThrownBy(() -> gpus("index," + name + ",bar", "csv", 0))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("'Field \"" + name + "\" is not a valid field to query.'");
    }

    @Test
    void overlongListIsRejected() {
        assertThat(gpus("index" + ",index".repeat(511), "csv,noheader", 7)).startsWith("7, 7, 7");
        assertThatThrownBy(() -> gpus("index" + ",index".repeat(512), "csv", 0))
                .hasMessageContaining("'513 fields are too many; a query takes at most 512.'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"index,,count", "index,count,", ",index,count"})
    void emptyNameIsIgnored(String properties) {
        assertThat(gpus(properties, "csv", 0)).isEqualTo("index, count\n0, 1\n");
    }

    @Test
    void listOfCommasPrintsEmptyLines() {
        assertThat(gpus(",,", "csv", 0)).isEqualTo("\n\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "json | Format modifier is not recognized.",
                "csv,nounit | Format modifier is not recognized.",
                "CSV | Format modifier is not recognized.",
                "noheader,nounits | Format modifier --format=csv is mandatory."
            })
    void unknownFormatIsRejected(String format, String sentence) {
        assertThatThrownBy(() -> CsvFormat.of(format)).hasMessageContaining("'" + sentence + "'");
    }

    @Test
    void reasonOfAnAbsenceIsInBrackets() {
        Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);
        readings.put(Metric.POWER_DRAW, Reading.absent(Reason.NO_PERMISSION));
        readings.put(Metric.DISPLAY_MODE, Reading.absent(Reason.DEPRECATED));
        readings.put(Metric.TEMPERATURE_GPU, Reading.absent(Reason.TIMED_OUT));
        readings.put(Metric.UTILIZATION_JPEG, Reading.absent(Reason.DRIVER_TOO_OLD));
        readings.put(Metric.UTILIZATION_GPU, Reading.absent(Reason.MIG_ENABLED));
        readings.put(Metric.TEMPERATURE_MEMORY, Reading.absent(Reason.NOT_SUPPORTED));
        readings.put(Metric.MEMORY_USED, new Reading.Quantity(0));

        assertThat(rows(
                        "power.draw,display_mode,temperature.gpu,utilization.jpeg,utilization.gpu,temperature.memory,"
                                + "memory.used",
                        Snapshots.gpu(0, readings)))
                .isEqualTo("[Insufficient Permissions], [Requested functionality has been deprecated], [Timeout],"
                        + " [Function Not Found], [N/A], N/A, 0 MiB\n");
    }

    @Test
    void aLostGpuHasItsStateAlsoForWhatIsNotRead() {
        assertThat(rows("power.draw,inforom.checksum_validation", Snapshots.troubled(1, GpuState.LOST, "gone")))
                .isEqualTo("[GPU is lost], [GPU is lost]\n");
    }

    @Test
    void lostGpuKeepsItsIdentity() {
        assertThat(rows("index,name,uuid,power.draw", Snapshots.troubled(1, GpuState.LOST, "gone")))
                .isEqualTo("1, NVIDIA H100 80GB HBM3, GPU-1a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77, [GPU is lost]\n");
    }

    @Test
    void aGpuThatSleepsKeepsItsIdentityAndHasNoData() {
        assertThat(rows("index,name,power.draw", Snapshots.troubled(1, GpuState.SLEEPING, "It sleeps.")))
                .isEqualTo("1, NVIDIA H100 80GB HBM3, [No data]\n");
    }

    @Test
    void gpuBeforeTheFirstResponseHasNoData() {
        GpuSample waking = Snapshots.troubled(0, GpuState.ATTACHING, "");
        GpuSample nameless = new GpuSample(0, null, waking.condition(), null, null, Readings.NONE);

        assertThat(rows("index,name,power.draw", nameless)).isEqualTo("0, [No data], [No data]\n");
    }

    @Test
    void theTimeIsThatOfTheSample() {
        assertThat(rows("timestamp", Snapshots.gpu(0))).matches("\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:01\\.003\n");
    }

    @Test
    void propertyThatGpulseDoesNotReadIsNotAvailable() {
        assertThat(gpus("vgpu_device_capability.fractional_multiVgpu,vgpu_device_capability.mig_timeSlicing", "csv", 0))
                .isEqualTo("""
                        vgpu_device_capability.fractional_multiVgpu, vgpu_device_capability.mig_timeSlicing
                        [N/A], [N/A]
                        """);
    }

    @Test
    void everyPropertyOfDriver550IsKnown() throws IOException {
        assumeTrue(Files.isDirectory(HELP), "the recordings are not here");

        List<String> names = names("nvidia-smi-550.163--help-query-gpu.txt");

        assertThat(names).hasSizeGreaterThan(144);
        assertThat(names)
                .filteredOn((name) -> GpuProperties.named(name).isEmpty())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nvidia-smi-590.48.01--help-query-gpu.txt", "nvidia-smi-595.71.05--help-query-gpu.txt"})
    void everyPropertyOfNewerDriversIsKnown(String help) throws IOException {
        assumeTrue(Files.isDirectory(HELP), "the recordings are not here");

        assertThat(names(help))
                .filteredOn((name) -> GpuProperties.named(name).isEmpty())
                .isEmpty();
    }

    /** A quoted word at the start of a line after an empty one; the modes of compute_mode are elsewhere. */
    private static List<String> names(String help) throws IOException {
        List<String> names = new ArrayList<>();
        String before = "";
        for (String line : Files.readAllLines(HELP.resolve(help))) {
            Matcher entry = NAMES.matcher(line);
            if (before.isBlank() && entry.find()) {
                names.add(entry.group(1));
                if (entry.group(2) != null) {
                    names.add(entry.group(2));
                }
            }
            before = line;
        }
        return names;
    }

    @Test
    void processesThatComputeAreALineEach() {
        GpuSample gpu = Snapshots.gpu(0)
                .with(List.of(
                        process(41102, Type.COMPUTE, "/usr/bin/py,thon", new Reading.Quantity(2566L << 20)),
                        process(7, Type.GRAPHICS, "Xorg", new Reading.Quantity(1)),
                        process(8, Type.COMPUTE_AND_GRAPHICS, null, Reading.absent(Reason.NO_DATA)),
                        process(9, Type.MPS, "a\nb\u0085\u009b2J\u202e\u2028", new Reading.Quantity(0))));

        assertThat(CsvQuery.of("query-compute-apps", "pid,name,used_memory,gpu_serial", CsvFormat.FULL)
                        .of(Snapshots.of(0, Snapshots.NVML, List.of(gpu)), (any) -> true))
                .isEqualTo("""
                        41102, /usr/bin/py?thon, 2566 MiB, 96.00.89.00.01
                        8, [Not Found], [N/A], 96.00.89.00.01
                        9, a?b??2J??, 0 MiB, 96.00.89.00.01
                        """);
        assertThat(CsvQuery.of("query-compute-apps", "pid,name,used_memory", CsvFormat.FULL)
                        .header(Snapshots.of(0, Snapshots.NVML, List.of())))
                .isEqualTo("pid, process_name, used_gpu_memory [MiB]\n");
    }

    @Test
    void aNameWithACommaAQuoteOrALineBreakIsOneColumnOfOneLine() {
        GpuSample gpu = Snapshots.gpu(0);
        GpuIdentity odd = new GpuIdentity("GPU-1", "RTX, \"Ti\"\n\u001b[2J\u202eX", "00000000:1A:00.0");
        GpuSample named = new GpuSample(0, odd, gpu.condition(), null, null, gpu.readings());

        assertThat(rows("name,uuid", named)).isEqualTo("RTX? ?Ti???[2J?X, GPU-1\n");
    }

    @Test
    void listWithoutComputeProcessesIsOnlyAHeader() {
        assertThat(CsvQuery.of("query-compute-apps", "pid", CsvFormat.FULL)
                        .of(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0))), (any) -> true))
                .isEmpty();
    }

    @Test
    void theSameQuestionIsEqual() {
        assertThat(CsvQuery.of("query-gpu", "clocks.sm,index", CsvFormat.of("csv")))
                .isEqualTo(CsvQuery.of("query-gpu", "clocks.current.sm,index", CsvFormat.FULL))
                .isNotEqualTo(CsvQuery.of("query-gpu", "index,clocks.sm", CsvFormat.FULL))
                .isNotEqualTo(CsvQuery.of("query-gpu", "clocks.sm,index", CsvFormat.of("csv,nounits")));
    }

    private static ProcessSample process(
            int pid, Type type, @org.jspecify.annotations.Nullable String name, Reading memory) {
        ProcessSample process =
                new ProcessSample(pid, type, null, null, Readings.of(Map.of(Metric.PROCESS_MEMORY, memory)));
        return process.of(new Owner(name, null, Reading.absent(Reason.NO_DATA)));
    }

    private static String gpus(String properties, String format, int... indexes) {
        SmiOutput printout = CsvQuery.of("query-gpu", properties, CsvFormat.of(format));
        List<GpuSample> gpus =
                java.util.Arrays.stream(indexes).mapToObj(Snapshots::gpu).toList();
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, gpus);
        return printout.header(snapshot) + printout.of(snapshot, (any) -> true);
    }

    private static String rows(String properties, GpuSample gpu) {
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, List.of(gpu));
        return CsvQuery.of("query-gpu", properties, CsvFormat.FULL).of(snapshot, (any) -> true);
    }
}
