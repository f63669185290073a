package io.gpulse.text.query;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The values in a table that nvidia-smi printed, as a snapshot. */
final class PrintedTable {

    private static final Path CAPTURES = Path.of("../shared/captures");
    private static final double MEBIBYTE = 1 << 20;

    private static final Pattern TABLE = Pattern.compile(
            "(?m)^\\w{3} \\w{3} [ \\d]\\d [\\d:]{8} \\d{4} {7}\\n\\+-[\\s\\S]*?\\| Processes:[\\s\\S]*?\\n\\+-+\\+\\n");
    private static final Pattern HEAD = Pattern.compile("NVIDIA-SMI (\\S+) .*Version: +(\\S+) +\\|");
    private static final Pattern GPU = Pattern.compile("(?m)^\\| +(\\d+)  (.{27}) +(On|Off) +\\| +(\\S+) +(On|Off) \\|"
            + " +(\\S+) \\|\\n\\|(.{4}) +(\\d+)C +P(\\d+) +(\\d+)W / +(\\d+)W \\| +(\\d+)MiB / +(\\d+)MiB \\| +(\\S+)"
            + " +Default \\|\\n\\| +\\| +\\| +(\\S+) \\|");
    private static final Pattern INSTANCE = Pattern.compile("(?m)^\\| +(\\d+) +(\\d+) +(\\d+) +\\d+ +\\| +(\\d+)MiB /"
            + " +(\\d+)MiB +\\| +(\\d+) +(\\d+) \\| +(\\d+) +(\\d+) +(\\d+) +(\\d+) +(\\d+) \\|\\n"
            + "\\| +\\| +(\\d+)MiB / +(\\d+)MiB +\\|");
    private static final Pattern PROCESS =
            Pattern.compile("(?m)^\\| +(\\d+) +(\\S+) +(\\S+) +(\\d+) +(C|G|C\\+G) {3}(\\S.*?) +(\\d+)MiB \\|$");

    private PrintedTable() {}

    /** Returns the recordings of Linux, where there are any. */
    static Stream<Path> recordings() throws IOException {
        if (!Files.isDirectory(CAPTURES)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(CAPTURES)) {
            return files
                    .filter((file) -> file.toString().matches(".*(table\\.txt|transcripts/linux.*)"))
                    .filter((file) -> !file.toString().contains("-win-"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    static List<String> in(Path recording) throws IOException {
        String text = Files.readString(recording) + "\n";
        return TABLE.matcher(text).results().map(MatchResult::group).toList();
    }

    static Snapshot snapshot(String table) {
        MatchResult head = HEAD.matcher(table).results().findFirst().orElseThrow();
        Source source = new Source(SourceKind.NVML, false, head.group(1), null, head.group(2), null);
        List<GpuSample> gpus = new ArrayList<>();
        GPU.matcher(table).results().forEach((gpu) -> gpus.add(gpu(gpu, table)));
        return Snapshots.of(0, source, gpus);
    }

    private static GpuSample gpu(MatchResult printed, String table) {
        int index = Integer.parseInt(printed.group(1));
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        state(readings, Metric.PERSISTENCE_MODE, printed.group(3));
        state(readings, Metric.DISPLAY_ACTIVE, printed.group(5));
        boolean counted = printed.group(6).matches("\\d+");
        number(readings, Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, counted ? printed.group(6) : "");
        state(readings, Metric.ECC_MODE_CURRENT, printed.group(6));
        number(readings, Metric.FAN_SPEED, printed.group(7).replaceAll("[^0-9]", ""));
        number(readings, Metric.TEMPERATURE_GPU, printed.group(8));
        readings.put(Metric.PSTATE, Metric.PSTATE.spec().reading(Long.parseLong(printed.group(9))));
        number(readings, Metric.POWER_DRAW, printed.group(10) + ".99");
        number(readings, Metric.ENFORCED_POWER_LIMIT, printed.group(11));
        mebibytes(readings, Metric.MEMORY_USED, printed.group(12));
        mebibytes(readings, Metric.MEMORY_TOTAL, printed.group(13));
        number(readings, Metric.UTILIZATION_GPU, printed.group(14).replaceAll("[^0-9]", ""));
        readings.put(Metric.COMPUTE_MODE, Metric.COMPUTE_MODE.spec().reading(0L));
        state(readings, Metric.MIG_MODE_CURRENT, printed.group(15));
        state(readings, Metric.MIG_MODE_PENDING, printed.group(15));
        number(
                readings,
                Metric.PROCESSES_RUNNING,
                String.valueOf(processes(table).size()));
        GpuSample gpu = Snapshots.gpu(index, readings);
        // The end of a name that was cut off is not known.
        String name = printed.group(2).strip().replace("...", "and more");
        GpuIdentity identity = new GpuIdentity("GPU-" + index, name, printed.group(4));
        GpuReadings known = new GpuReadings(gpu.readings(), List.of(), processes(table), instances(table));
        return new GpuSample(index, identity, gpu.condition(), gpu.sampledAt(), gpu.sampledAt(), known, gpu.activity());
    }

    private static List<MigSample> instances(String table) {
        List<Metric> metrics = List.of(
                Metric.MIG_MULTIPROCESSORS,
                Metric.MIG_ECC_UNCORRECTED,
                Metric.MIG_COPY_ENGINES,
                Metric.MIG_ENCODERS,
                Metric.MIG_DECODERS,
                Metric.MIG_OFA_ENGINES,
                Metric.MIG_JPEG_ENGINES);
        return INSTANCE.matcher(table)
                .results()
                .map((printed) -> {
                    Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
                    mebibytes(readings, Metric.MIG_MEMORY_USED, printed.group(4));
                    mebibytes(readings, Metric.MIG_MEMORY_TOTAL, printed.group(5));
                    for (int place = 0; place < metrics.size(); place++) {
                        number(readings, metrics.get(place), printed.group(6 + place));
                    }
                    mebibytes(readings, Metric.MIG_BAR1_USED, printed.group(13));
                    mebibytes(readings, Metric.MIG_BAR1_TOTAL, printed.group(14));
                    return new MigSample(place(printed, 2), "MIG-0", null, 1, Readings.of(readings));
                })
                .toList();
    }

    private static MigSample.Place place(MatchResult printed, int group) {
        return new MigSample.Place(Integer.parseInt(printed.group(group)), Integer.parseInt(printed.group(group + 1)));
    }

    private static List<ProcessSample> processes(String table) {
        return PROCESS.matcher(table.substring(table.indexOf("Processes:")))
                .results()
                .map((printed) -> {
                    Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
                    mebibytes(readings, Metric.PROCESS_MEMORY, printed.group(7));
                    ProcessSample.Type type = Stream.of(ProcessSample.Type.values())
                            .filter((any) -> any.letters().equals(printed.group(5)))
                            .findFirst()
                            .orElseThrow();
                    ProcessSample process = new ProcessSample(
                            Integer.parseInt(printed.group(4)), type, printed.group(6), null, Readings.of(readings));
                    return printed.group(2).equals("N/A") ? process : process.on(place(printed, 2));
                })
                .toList();
    }

    private static void state(Map<Metric, Reading> readings, Metric metric, String word) {
        readings.put(
                metric,
                switch (word) {
                    case "On", "Enabled" -> metric.spec().reading(1L);
                    case "Off", "Disabled" -> metric.spec().reading(0L);
                    default -> Reading.absent(Reason.NOT_SUPPORTED);
                });
    }

    private static void number(Map<Metric, Reading> readings, Metric metric, String number) {
        readings.put(
                metric,
                number.isEmpty()
                        ? Reading.absent(Reason.NOT_SUPPORTED)
                        : new Reading.Quantity(Double.parseDouble(number)));
    }

    private static void mebibytes(Map<Metric, Reading> readings, Metric metric, String number) {
        readings.put(metric, new Reading.Quantity(Double.parseDouble(number) * MEBIBYTE));
    }
}
