package io.gpulse.text;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.SmiGeneration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code nvidia-smi --query-gpu=… --format=csv}, answered from a snapshot. */
public final class CsvQuery {

    private static final String SEPARATOR = ", ";

    /** More than twice as many as nvidia-smi has. */
    private static final int MOST = 512;

    private CsvQuery() {}

    /**
     * A line for each GPU.
     *
     * @param properties names between commas; a space is a part of a name
     * @throws RefusedQueryException for a name that nvidia-smi does not know
     */
    public static Printout ofGpus(String properties, CsvFormat format) {
        return new Table<>(columns(properties, GpuProperties::named), format, Rows.GPUS);
    }

    /**
     * A line for each process that computes on a GPU.
     *
     * @param properties names between commas; a space is a part of a name
     * @throws RefusedQueryException for a name that nvidia-smi does not know
     */
    public static Printout ofComputeApps(String properties, CsvFormat format) {
        return new Table<>(columns(properties, ProcessProperties::named), format, Rows.COMPUTE_APPS);
    }

    private static <R> List<Property<R>> columns(String properties, Function<String, Optional<Property<R>>> known) {
        String[] names = properties.split(",");
        if (names.length > MOST) {
            throw new RefusedQueryException(names.length + " fields are too many; a query takes at most " + MOST + ".");
        }
        List<Property<R>> columns = new ArrayList<>();
        for (String name : names) {
            if (!name.isEmpty()) {
                columns.add(known.apply(name)
                        .orElseThrow(() ->
                                new RefusedQueryException("Field \"" + name + "\" is not a valid field to query.")));
            }
        }
        return columns;
    }

    /** The lines that a GPU makes; two of them are equal when they are the same. */
    private record Rows<R>(String what, Function<GpuRow, Stream<R>> of) {

        static final Rows<GpuRow> GPUS = new Rows<>("gpus", Stream::of);

        static final Rows<ProcessProperties.ProcessRow> COMPUTE_APPS =
                new Rows<>("compute apps", ProcessProperties.ProcessRow::computing);
    }

    private record Table<R>(List<Property<R>> columns, CsvFormat format, Rows<R> rows) implements Printout {

        @Override
        public String header(Snapshot snapshot) {
            SmiGeneration generation = SmiGeneration.of(snapshot.source().driverVersion());
            return this.format.header()
                    ? this.columns.stream()
                            .map((column) -> column.header(generation))
                            .collect(Collectors.joining(SEPARATOR, "", "\n"))
                    : "";
        }

        @Override
        public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
            StringBuilder lines = new StringBuilder();
            for (GpuSample gpu : snapshot.gpus()) {
                if (wanted.test(gpu)) {
                    this.rows.of().apply(GpuRow.of(snapshot, gpu, GpuRow.Sheet.CSV)).forEach((row) -> print(row, lines));
                }
            }
            return lines.toString();
        }

        private void print(R row, StringBuilder lines) {
            for (int column = 0; column < this.columns.size(); column++) {
                if (column > 0) {
                    lines.append(SEPARATOR);
                }
                this.columns.get(column).print(row, this.format, lines);
            }
            lines.append('\n');
        }
    }
}
