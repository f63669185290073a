package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The figures of a file with a line of counters for each device. Used by one thread. */
final class DeviceFigures implements Figures {

    private final Function<ProcFile, Map<String, List<String>>> parser;
    private final Map<String, Counter> counters;
    private final Rates rates = new Rates();
    private Map<String, List<String>> lines = Map.of();
    private @Nullable ProcFile parsed;

    /**
     * A figure: the sum of a column, or of several, over all devices.
     *
     * @param conversion of the gain per second to the row's unit; null for the total since the device came up
     */
    record Counter(List<Integer> columns, @Nullable DoubleUnaryOperator conversion) {

        static Counter rate(int column, DoubleUnaryOperator conversion) {
            return new Counter(List.of(column), conversion);
        }

        static Counter total(Integer... columns) {
            return new Counter(List.of(columns), null);
        }
    }

    /**
     * @param parser returns the words of each device's line
     * @param counters by figure
     */
    DeviceFigures(Function<ProcFile, Map<String, List<String>>> parser, Map<String, Counter> counters) {
        this.parser = parser;
        this.counters = counters;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // a file is one object for each sample
    public Reading read(ProcFile file, String figure) {
        // Parsed once per file, however many figures are read.
        if (file != this.parsed) {
            this.lines = this.parser.apply(file);
            this.parsed = file;
        }
        Counter counter = this.counters.get(figure);
        if (counter == null) {
            return Reading.absent(Reason.ERROR);
        }
        DoubleUnaryOperator conversion = counter.conversion();
        if (conversion == null) {
            return total(counter.columns());
        }
        return this.rates
                .perSecond(file, figure, column(counter.columns().get(0)))
                .convert((rate) -> new Reading.Quantity(conversion.applyAsDouble(rate)));
    }

    private Reading total(List<Integer> columns) {
        List<String> written = columns.stream()
                .map((column) -> column(column).values())
                .flatMap(Collection::stream)
                .toList();
        if (written.isEmpty()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        return written.stream().allMatch(Rates::isCounter)
                ? new Reading.Quantity(
                        written.stream().mapToDouble(Double::parseDouble).sum())
                : Reading.absent(Reason.ERROR);
    }

    private Map<String, String> column(int column) {
        Map<String, String> byDevice = new HashMap<>();
        this.lines.forEach((name, words) -> byDevice.put(name, column < words.size() ? words.get(column) : ""));
        return byDevice;
    }
}
