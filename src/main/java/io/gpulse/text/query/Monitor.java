package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.web.ProblemException;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code nvidia-smi dmon}, a line per GPU, or {@code pmon}, a line per process.
 *
 * @param command one of the two
 * @param groups the letters of {@code -s}, in the order of the columns
 * @param stamps the letters of {@code -o}
 */
public record Monitor(String command, String groups, String stamps) implements SmiOutput {

    public static final String OF_PROCESSES = "pmon";

    /** The lines between two headings. */
    public static final int PAGE = 44;

    private static final String NONE = "-";
    private static final int NAME = 15;
    private static final List<Column> COLUMNS = TextFile.lines("monitor.txt")
            .map((line) -> Column.of(line.split(" ")))
            .toList();

    private record Column(
            String place,
            String head,
            String unit,
            @Nullable Metric metric,
            int since) {

        static Column of(String[] words) {
            Metric metric = Metric.named(words[4]).orElse(null);
            return new Column(words[0] + words[1], words[2], words[3], metric, Integer.parseInt(words[5]));
        }

        /** Returns a whole number, rounded down; a dash where it is not known. */
        String of(Readings readings) {
            OptionalDouble value = this.metric == null ? OptionalDouble.empty() : readings.number(this.metric);
            double number = value.orElse(0);
            return value.isEmpty()
                    ? NONE
                    : Long.toString((long)
                            switch (this.unit) {
                                case "bool" -> Math.ceil(Math.min(number, 1));
                                case "MB" -> number / (1 << 20);
                                case "MB/s" -> number / 1e6;
                                default -> number;
                            });
        }
    }

    /** @throws ProblemException for letters that the command does not have */
    public Monitor {
        if (!stamps.matches("[DT]*")) {
            throw ProblemException.badRequest("Invalid option '" + stamps + "' of " + command + " -o.");
        }
        for (String group : groups.split("")) {
            if (COLUMNS.stream().noneMatch((column) -> column.place().equals(command + group))) {
                throw ProblemException.badRequest("Invalid metric '" + group + "' of " + command + " -s.");
            }
        }
    }

    private boolean ofProcesses() {
        return this.command.equals(OF_PROCESSES);
    }

    /** Returns the cells of the columns that the driver's nvidia-smi has. */
    private String cells(SmiGeneration generation, Function<Column, String> cell) {
        return this.groups
                .chars()
                .mapToObj((group) -> this.command + (char) group)
                .flatMap((place) ->
                        COLUMNS.stream().filter((column) -> column.place().equals(place)))
                .filter((column) -> generation.isSince(column.since()))
                .map((column) -> padded(cell.apply(column), width(generation)))
                .collect(Collectors.joining());
    }

    private int width(SmiGeneration generation) {
        return generation.isSince(ofProcesses() ? 545 : 535) ? 7 : 6;
    }

    private static String padded(String text, int width) {
        return String.format(Locale.ROOT, "%" + width + "s", text);
    }

    private String stamp(String date, String time) {
        return (this.stamps.contains("D") ? String.format(Locale.ROOT, "%-11s", date) : "")
                + (this.stamps.contains("T") ? String.format(Locale.ROOT, "%-12s", time) : "")
                + (this.stamps.isEmpty() ? " " : "");
    }

    @Override
    public String header(Snapshot snapshot) {
        SmiGeneration generation = SmiGeneration.of(snapshot.source().driverVersion());
        return head(generation, stamp("Date", "Time") + "gpu", "pid type command", Column::head)
                + head(generation, stamp("YYYYMMDD", "HH:MM:SS") + "Idx", "# C/G name", Column::unit);
    }

    private String head(SmiGeneration generation, String start, String words, Function<Column, String> cell) {
        String[] ofProcess = words.split(" ");
        int width = width(generation);
        String before = ofProcesses() ? padded(ofProcess[0], width + 5) + padded(ofProcess[1], width) : "";
        String after = ofProcesses() ? " ".repeat(width - 3) + ofProcess[2] : "";
        return "#" + start + before + cells(generation, cell) + after + " \n";
    }

    @Override
    public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
        return snapshot.gpus().stream()
                .filter(wanted)
                .map((gpu) -> lines(GpuRow.of(snapshot, gpu, GpuRow.Sheet.TABLE)))
                .collect(Collectors.joining());
    }

    private String lines(GpuRow row) {
        ZonedDateTime time = row.time().atZone(ZoneId.systemDefault());
        String stamp = stamp(String.format(Locale.ROOT, "%tY%<tm%<td", time), String.format(Locale.ROOT, "%tT", time));
        String start = " " + stamp + padded(Integer.toString(row.gpu().index()), 3);
        if (!ofProcesses()) {
            return start
                    + cells(row.generation(), (column) -> column.of(row.gpu().readings())) + " \n";
        }
        String lines = row.processes().stream()
                .map((process) -> line(start, row, words(process), process.readings()))
                .collect(Collectors.joining());
        return lines.isEmpty() ? line(start, row, List.of(NONE, NONE, NONE), Readings.NONE) : lines;
    }

    private static List<String> words(ProcessSample process) {
        String name = Objects.requireNonNullElse(process.name(), NONE);
        String program = name.substring(name.lastIndexOf('/') + 1);
        return List.of(
                Integer.toUnsignedString(process.pid()),
                process.type().letters(),
                program.substring(0, Math.min(program.length(), NAME)));
    }

    private String line(String start, GpuRow row, List<String> words, Readings readings) {
        return start
                + padded(words.get(0), 11)
                + padded(words.get(1), 6)
                + cells(row.generation(), (column) -> column.of(readings))
                + " ".repeat(width(row.generation()) - 3)
                + String.format(Locale.ROOT, "%-" + NAME + "s\n", words.get(2));
    }
}
