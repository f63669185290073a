package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The figures of an older and of this version, of several alternate runs. Less is better. */
final class Figures {

    private static final List<String> HEAD =
            List.of("figure", "unit", "old median", "old spread", "new median", "new spread", "ratio");

    private final Map<Figure, Series> series = new LinkedHashMap<>();

    private record Figure(String name, String unit) {}

    /** The values of both versions. */
    private record Series(List<Double> old, List<Double> now) {

        Series() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        boolean isOfBoth() {
            return !this.old.isEmpty() && !this.now.isEmpty();
        }

        boolean isWorse() {
            return isOfBoth()
                    && Sample.median(this.now) - Sample.median(this.old) > spread(this.old) + spread(this.now);
        }

        List<String> cells() {
            return List.of(median(this.old), spreadOf(this.old), median(this.now), spreadOf(this.now), ratio());
        }

        private String ratio() {
            return isOfBoth() && Sample.median(this.old) != 0
                    ? Paper.number(Sample.median(this.now) / Sample.median(this.old), 3)
                    : "";
        }

        private static String median(List<Double> values) {
            return values.isEmpty() ? "" : Paper.number(Sample.median(values), 2);
        }

        private static String spreadOf(List<Double> values) {
            return values.isEmpty() ? "" : Paper.number(spread(values), 2);
        }

        /** Returns the range of the values without the lowest and the highest quarter. */
        private static double spread(List<Double> values) {
            List<Double> sorted = values.stream().sorted().toList();
            int outside = sorted.size() / 4;
            return sorted.get(sorted.size() - 1 - outside) - sorted.get(outside);
        }
    }

    void add(boolean isOld, String name, String unit, double value) {
        Series both = this.series.computeIfAbsent(new Figure(name, unit), (figure) -> new Series());
        (isOld ? both.old : both.now).add(value);
    }

    /** Returns the table, one row for each figure. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        this.series.forEach((figure, both) -> {
            List<String> row = new ArrayList<>(List.of(figure.name(), figure.unit()));
            row.addAll(both.cells());
            rows.add(row);
        });
        return rows;
    }

    /** Returns the figures whose median is higher than before by more than both spreads together. */
    List<String> worse() {
        return this.series.entrySet().stream()
                .filter((each) -> each.getValue().isWorse())
                .map((each) -> each.getKey().name() + ", " + each.getKey().unit() + ": "
                        + String.join(" ", each.getValue().cells()))
                .toList();
    }

    Path write(Path file) throws IOException {
        return Files.write(
                file, rows().stream().map((row) -> String.join("\t", row)).toList());
    }
}
