package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.web.ProblemException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code nvidia-smi --query-gpu=… --format=csv} and its variants, from a snapshot. */
public final class CsvQuery {

    private static final String SEPARATOR = ", ";

    /** More than twice the number of properties of nvidia-smi. */
    private static final int MAX_FIELDS = 512;

    /** The switches, without dashes, with descriptions of their lists. */
    public static final Map<String, String> LISTS = descriptions();

    private CsvQuery() {}

    private static Map<String, String> descriptions() {
        Map<String, String> descriptions = new LinkedHashMap<>();
        Listing.BY_SWITCH.forEach((name, list) -> descriptions.put(name, list.description()));
        return Collections.unmodifiableMap(descriptions);
    }

    /**
     * Prints a list.
     *
     * @param list one of {@link #LISTS}
     * @param properties names separated by commas; a space is a part of a name
     * @throws ProblemException for a name that nvidia-smi does not know
     */
    public static SmiOutput of(String list, String properties, CsvFormat format) {
        return of(Objects.requireNonNull(Listing.BY_SWITCH.get(list)), properties, format);
    }

    /** Returns the text of {@code --help-} and a list: its properties, with the help of the catalogue. */
    public static String help(String list) {
        return Objects.requireNonNull(Listing.BY_SWITCH.get(list)).names().stream()
                .map((names) -> "\"" + String.join("\" or \"", names) + "\"\n" + explained(names.get(0)))
                .collect(Collectors.joining(
                        "\n", "List of valid properties to query for the switch \"--" + list + "\":\n\n", ""));
    }

    private static String explained(String property) {
        return Metric.named(property)
                .map((metric) -> metric.spec().help() + "\n")
                .orElse("");
    }

    private static <R> SmiOutput of(Listing<R> listing, String properties, CsvFormat format) {
        return new Table<>(columns(properties, listing.named()), format, listing);
    }

    private static <R> List<Property<R>> columns(String properties, Function<String, Optional<Property<R>>> known) {
        String[] names = properties.split(",");
        if (names.length > MAX_FIELDS) {
            throw ProblemException.badRequest(
                    names.length + " fields are too many; a query takes at most " + MAX_FIELDS + ".");
        }
        List<Property<R>> columns = new ArrayList<>();
        for (String name : names) {
            if (!name.isEmpty()) {
                columns.add(known.apply(name)
                        .orElseThrow(() ->
                                ProblemException.badRequest("Field \"" + name + "\" is not a valid field to query.")));
            }
        }
        return columns;
    }

    private record Table<R>(List<Property<R>> columns, CsvFormat format, Listing<R> listing) implements SmiOutput {

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
                    GpuRow row = GpuRow.of(snapshot, gpu, GpuRow.Sheet.CSV);
                    this.listing.rows().apply(row).forEach((line) -> print(line, lines));
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
