package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lines of {@code meminfo}, {@code MemTotal:  131890904 kB}, in bytes; a figure is a key, or {@code one - other}. */
final class MemoryFigures implements Figures {

    private static final Pattern KIBIBYTES = Pattern.compile("(\\d{1,15}) kB");
    private static final String MINUS = " - ";

    @Override
    public Reading read(ProcFile file, String figure) {
        String[] keys = figure.split(MINUS, 2);
        Reading whole = bytes(file, keys[0]);
        return keys.length == 1 ? whole : difference(whole, bytes(file, keys[1]));
    }

    private static Reading bytes(ProcFile file, String key) {
        return file.after(key + ":").map(MemoryFigures::parsed).orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private static Reading parsed(String amount) {
        Matcher matcher = KIBIBYTES.matcher(amount);
        return matcher.matches()
                ? new Reading.Quantity(Long.parseLong(matcher.group(1)) * 1024.0)
                : Reading.absent(Reason.ERROR);
    }

    /** Subtracts a part; a negative rest is an error of the file, as some containers write it. */
    private static Reading difference(Reading whole, Reading part) {
        OptionalDouble minuend = whole.number();
        OptionalDouble subtrahend = part.number();
        if (minuend.isEmpty()) {
            return whole;
        }
        if (subtrahend.isEmpty()) {
            return part;
        }
        double rest = minuend.getAsDouble() - subtrahend.getAsDouble();
        return rest < 0 ? Reading.absent(Reason.ERROR) : new Reading.Quantity(rest);
    }
}
