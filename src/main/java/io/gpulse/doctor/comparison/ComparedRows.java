package io.gpulse.doctor.comparison;

import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.smi.SmiCell;
import io.gpulse.smi.SmiTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A comparison of nvidia-smi's rows with two rounds of gpulse. Used once. */
final class ComparedRows {

    private final Comparer comparer;
    private final SmiTable table;
    private final Map<String, Metric> properties;
    private final SmiGeneration generation;
    private final List<Disagreement> disagreements = new ArrayList<>();
    private int compared;

    ComparedRows(Comparer comparer, SmiTable table, Map<String, Metric> properties) {
        this.comparer = comparer;
        this.table = table;
        this.properties = properties;
        this.generation = SmiGeneration.of(comparer.driverVersion());
    }

    Comparison compare(List<ExaminedGpu> gpus) {
        Set<ExaminedGpu> seen = new LinkedHashSet<>();
        for (List<SmiCell> row : this.table.rows()) {
            Optional<ExaminedGpu> gpu = Comparer.gpu(this.table, row, gpus);
            gpu.ifPresent(seen::add);
            gpu.filter(ExaminedGpu::answers).ifPresent((one) -> compare(one, row));
            if (gpu.isEmpty()) {
                missing(row);
            }
        }
        gpus.stream()
                .filter((gpu) -> gpu.answers() && !seen.contains(gpu))
                .forEach((gpu) -> disagree(gpu.index(), "row", List.of("a GPU"), "no row of it"));
        return new Comparison(
                this.comparer.program(),
                this.table.warning() == null ? null : "It printed next to its table: " + this.table.warning(),
                this.compared,
                unknown(),
                this.disagreements);
    }

    private List<String> unknown() {
        return Metric.of(Scope.GPU).stream()
                .filter((metric) -> this.properties.entrySet().stream()
                        .noneMatch((known) ->
                                known.getValue() == metric && this.table.names().contains(known.getKey())))
                .map(Metric::key)
                .toList();
    }

    private void missing(List<SmiCell> row) {
        String uuid = this.table.names().contains(Metric.UUID.key())
                ? this.table.cell(row, Metric.UUID.key()).text()
                : "";
        int index = row.isEmpty() ? -1 : this.table.rows().indexOf(row);
        disagree(index, "row", List.of("no such GPU"), "a GPU " + uuid);
    }

    private void disagree(int gpu, String property, List<String> ours, String theirs) {
        this.disagreements.add(new Disagreement(gpu, property, ours, theirs, false));
    }

    private void compare(ExaminedGpu gpu, List<SmiCell> row) {
        compareDriver(gpu, row);
        this.properties.forEach((name, metric) -> {
            if (this.table.names().contains(name)) {
                compare(gpu, metric, this.table.cell(row, name));
            }
        });
    }

    private void compareDriver(ExaminedGpu gpu, List<SmiCell> row) {
        String ours = this.comparer.driverVersion();
        if (ours == null || !this.table.names().contains("driver_version")) {
            return;
        }
        SmiCell theirs = this.table.cell(row, "driver_version");
        this.compared++;
        if (!theirs.isAbsent() && !theirs.text().equals(ours)) {
            disagree(gpu.index(), "driver_version", List.of(ours), theirs.text());
        }
    }

    private void compare(ExaminedGpu gpu, Metric metric, SmiCell theirs) {
        List<Reading> ours = Stream.of(gpu.before(metric), gpu.known(metric))
                .flatMap(Optional::stream)
                .toList();
        if (ours.isEmpty() || isDeprecated(ours, theirs)) {
            return;
        }
        this.compared++;
        if (!isSame(metric, ours, theirs)) {
            List<String> cells =
                    ours.stream().map((reading) -> cell(metric, reading)).toList();
            this.disagreements.add(
                    new Disagreement(gpu.index(), metric.key(), cells, theirs.toString(), ValueMatcher.moves(metric)));
        }
    }

    /** Returns whether one side reports the value as deprecated, which makes it incomparable. */
    private static boolean isDeprecated(List<Reading> ours, SmiCell theirs) {
        return theirs.text().contains("deprecated")
                || ours.stream()
                        .anyMatch((reading) ->
                                reading instanceof Reading.Absent absent && absent.reason() == Reason.DEPRECATED);
    }

    private boolean isSame(Metric metric, List<Reading> ours, SmiCell theirs) {
        List<Reading.Present> present = ours.stream()
                .filter(Reading.Present.class::isInstance)
                .map(Reading.Present.class::cast)
                .toList();
        if (theirs.isAbsent() || present.isEmpty()) {
            return theirs.isAbsent()
                    && ours.stream()
                            .anyMatch((reading) ->
                                    reading instanceof Reading.Absent || new SmiCell(cell(metric, reading)).isAbsent());
        }
        return ValueMatcher.alike(metric, present, theirs, this.generation);
    }

    private String cell(Metric metric, Reading reading) {
        return reading instanceof Reading.Present present
                ? metric.spec().printing().cell(present, this.generation)
                : ((Reading.Absent) reading).reason().name();
    }
}
