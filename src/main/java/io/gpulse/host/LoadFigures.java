package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.regex.Pattern;

/** The three means at the start of {@code loadavg}: {@code 0.20 0.18 0.12 1/80 11206}. */
final class LoadFigures implements Figures {

    private static final List<String> MEANS = List.of("1m", "5m", "15m");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{1,15})?");

    @Override
    public Reading read(ProcFile file, String figure) {
        int column = MEANS.indexOf(figure);
        List<String> columns = Lines.words(file.text());
        if (column < 0
                || column >= columns.size()
                || !DECIMAL.matcher(columns.get(column)).matches()) {
            return Reading.absent(Reason.ERROR);
        }
        return new Reading.Quantity(Double.parseDouble(columns.get(column)));
    }
}
