package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.SmiGeneration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The table of {@code nvidia-smi} without arguments, in the layout of the driver's generation. */
public record SummaryTable() implements SmiOutput {

    private static final Map<String, TreeMap<Integer, List<String>>> BLOCKS = blocks();
    private static final int OLDEST = 450;

    /** The reasons that are printed as errors; the others as N/A. */
    private static final Set<String> ERRORS = Set.of("Unknown Error", "GPU is lost", "Timeout", "GPU requires reset");

    private static final Map<String, String> WORDS = Map.of(
            "Enabled", "On", "Disabled", "Off", "Exclusive_Process", "E. Process", "Exclusive_Thread", "E. Thread");

    private static Map<String, TreeMap<Integer, List<String>>> blocks() {
        Map<String, TreeMap<Integer, List<String>>> blocks = new HashMap<>();
        List<String> block = new ArrayList<>();
        for (String line : TextFile.lines("summary.txt").toList()) {
            String[] words = line.split(" ");
            if (words[0].equals("block")) {
                block = new ArrayList<>();
                blocks.computeIfAbsent(words[1], (name) -> new TreeMap<>()).put(Integer.valueOf(words[2]), block);
            } else {
                block.add(line);
            }
        }
        return blocks;
    }

    /** Returns {@code nvidia-smi --version}. */
    public static SmiOutput versions() {
        return (snapshot, wanted) ->
                new Page(snapshot.source()).versions("versions").toString();
    }

    @Override
    public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
        List<GpuRow> rows = snapshot.gpus().stream()
                .filter(wanted)
                .map((gpu) -> GpuRow.of(snapshot, gpu, GpuRow.Sheet.TABLE))
                .toList();
        Page page = new Page(snapshot.source());
        page.text.append(SmiTimestamp.ofLog(snapshot)).append(" ".repeat(7) + "\n");
        page.versions("head");
        rows.forEach(page::gpu);
        if (rows.stream().anyMatch((row) -> row.isOn(Metric.MIG_MODE_CURRENT))) {
            page.text.append('\n');
            page.add("instances");
            page.list("no-instances", () -> rows.forEach(page::instances));
        }
        page.text.append(" ".repeat(page.width(2))).append('\n');
        page.add("processes");
        page.list(isUnused(rows) ? "no-processes" : "unknown-processes", () -> rows.forEach(page::processes));
        page.add("end");
        return page.toString();
    }

    /** Returns whether it is known that no process uses any GPU. */
    private static boolean isUnused(List<GpuRow> rows) {
        return !rows.isEmpty() && rows.stream().allMatch((row) -> row.gpu().isWithoutProcesses());
    }

    private static final class Page {

        private final StringBuilder text = new StringBuilder();
        private final Source source;
        private final int branch;

        Page(Source source) {
            this.source = source;
            this.branch = Math.max(SmiGeneration.of(source.driverVersion()).branch(), OLDEST);
        }

        private List<String> block(String name) {
            return Objects.requireNonNull(BLOCKS.get(name))
                    .floorEntry(this.branch)
                    .getValue();
        }

        /** Returns the width of the name of a GPU (0), of a process (1), or of the blank line (2). */
        private int width(int place) {
            return Integer.parseInt(block("widths").get(place));
        }

        private void add(String block, Object... cells) {
            this.text.append(String.format(Locale.ROOT, String.join("\n", block(block)) + "\n", cells));
        }

        private void list(String none, Runnable lines) {
            int before = this.text.length();
            lines.run();
            if (this.text.length() == before) {
                add(none);
            }
        }

        private Page versions(String block) {
            List<String> all = Stream.of(
                            this.source.driverVersion(), this.source.cudaVersion(), this.source.nvmlVersion())
                    .map((version) -> Objects.requireNonNullElse(version, Cell.NOT_AVAILABLE))
                    .toList();
            // The library prepends the version of CUDA.
            add(block, all.get(0), all.get(1), all.get(2).replaceFirst("^\\d+\\.(\\d+\\.\\d+).*", "$1"));
            return this;
        }

        private void gpu(GpuRow row) {
            add("gpu", cells("gpu-cells", (property) -> LogOutline.cell(property, row)));
        }

        private void instances(GpuRow row) {
            MigDevice.of(row).forEach((device) -> {
                MigSample.Place place = device.sample().place();
                Map<String, Integer> ids = Map.of(
                        "gpu",
                        row.gpu().index(),
                        "gi",
                        place.gpuInstance(),
                        "ci",
                        place.computeInstance(),
                        "device",
                        device.index());
                add(
                        "instance",
                        cells(
                                "instance-cells",
                                (property) -> ids.containsKey(property)
                                        ? Cell.value(String.valueOf(ids.get(property)))
                                        : device.cell(LogOutline.metric(property))));
            });
        }

        private void processes(GpuRow row) {
            row.processes().forEach((process) -> process(row.gpu().index(), process));
        }

        private void process(int gpu, ProcessSample process) {
            MigSample.Place place = process.instance();
            String name = Listing.name(process).plain();
            String end = name.substring(Math.max(0, name.length() - width(1) + 3));
            Cell memory = Listing.memory(process);
            add(
                    "process",
                    gpu,
                    place == null ? Cell.NOT_AVAILABLE : place.gpuInstance() + " ",
                    place == null ? Cell.NOT_AVAILABLE : place.computeInstance() + " ",
                    Integer.toUnsignedString(process.pid()),
                    process.type().letters(),
                    name.length() > width(1) ? "..." + end : name,
                    memory.isValue() ? memory.text() + "MiB" : "N/A     ");
        }

        private Object[] cells(String block, Function<String, Cell> values) {
            return block(block).stream()
                    .map((line) -> cell(line.split(" "), values))
                    .toArray();
        }

        /** @param words a property, or several of which the first with a value is printed, and its unit or kind */
        private String cell(String[] words, Function<String, Cell> values) {
            Cell cell = Stream.of(words[0].split("\\|"))
                    .map(values)
                    .reduce((first, next) -> first.isValue() ? first : next)
                    .orElseThrow();
            String absent = ERRORS.contains(cell.plain()) ? "ERR!" : Cell.NOT_AVAILABLE;
            String value = WORDS.getOrDefault(cell.text(), cell.text());
            return switch (words[1]) {
                case "name" ->
                    cell.text().length() > width(0) ? cell.text().substring(0, width(0) - 3) + "..." : cell.text();
                // There is no room for an error.
                case "short" -> cell.isValue() ? value : Cell.NOT_AVAILABLE;
                // The mode in place of a count that a split GPU does not have.
                case "ecc" ->
                    cell.isValue() || !values.apply("mig.mode.current").text().equals("Enabled")
                            ? cell.isValue() ? value : absent
                            : cell(new String[] {"ecc.mode.current", "-"}, values);
                case "memory" -> memory(cell, values.apply("memory.total"));
                case "mode" -> cell.isValue() ? cell.text() + pending(cell, values.apply("mig.mode.pending")) : absent;
                // Newer ones leave the place of the unit.
                case "draw" -> cell.isValue() ? watts(cell) : absent + (this.branch >= 580 ? " " : "");
                case "limit" -> cell.isValue() ? watts(cell) : absent + (this.branch >= 550 ? " " : "");
                case "-" -> cell.isValue() ? value : absent;
                default -> cell.isValue() ? value + words[1] : absent;
            };
        }

        private static String watts(Cell cell) {
            return Math.max(1, (long) Double.parseDouble(cell.text())) + "W";
        }

        private static String pending(Cell current, Cell pending) {
            return pending.isValue() && !pending.text().equals(current.text()) ? "*" : "";
        }

        private String memory(Cell used, Cell total) {
            boolean wide = this.branch >= 550;
            if (used.isValue()) {
                String form = wide ? "%11s / %9s " : "%10s / %8s ";
                return String.format(Locale.ROOT, form, used.text() + "MiB", total.plain() + "MiB");
            }
            return wide && used.plain().equals(Cell.NOT_AVAILABLE)
                    ? " Not Supported          "
                    : String.format(Locale.ROOT, wide ? "%21s   " : "%19s   ", Cell.NOT_AVAILABLE);
        }

        @Override
        public String toString() {
            return this.text.toString();
        }
    }
}
