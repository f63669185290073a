package io.gpulse.insight.rule;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The unit of a threshold, and its written form. */
@SuppressWarnings("ImmutableEnumChecker") // the map is one of Map.of
public enum Measure {
    /** In seconds. */
    DURATION(
            "a duration",
            "s",
            Map.of(
                    "ms", BigDecimal.valueOf(1, 3),
                    "s", BigDecimal.ONE,
                    "m", num(60),
                    "h", num(3600),
                    "d", num(86_400))),
    /** In bytes. */
    SIZE(
            "a size",
            "GiB",
            Map.of(
                    "b", BigDecimal.ONE,
                    "kib", num(1L << 10),
                    "mib", num(1L << 20),
                    "gib", num(1L << 30),
                    "kb", num(1000),
                    "mb", num(1_000_000),
                    "gb", num(1_000_000_000))),
    PERCENT("a share", "%", Map.of("%", BigDecimal.ONE, "", BigDecimal.ONE)),
    COUNT("a number", "", Map.of("", BigDecimal.ONE));

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,6})?) ?([a-z%]*)");

    private final String what;
    private final String unit;
    private final Map<String, BigDecimal> units;

    Measure(String what, String unit, Map<String, BigDecimal> units) {
        this.what = what;
        this.unit = unit;
        this.units = units;
    }

    private static BigDecimal num(long value) {
        return BigDecimal.valueOf(value);
    }

    String what() {
        return this.what;
    }

    /** Parses a written value; NaN for anything else. */
    double parse(String written) {
        Matcher parts = WRITTEN.matcher(written.strip().toLowerCase(Locale.ROOT));
        BigDecimal factor = parts.matches() ? this.units.get(parts.group(2)) : null;
        return factor == null
                ? Double.NaN
                : new BigDecimal(parts.group(1)).multiply(factor).doubleValue();
    }

    /** Returns the written form. */
    public String print(double value) {
        return switch (this) {
            case DURATION -> printDuration((long) value);
            case SIZE -> printSize((long) value);
            default -> plain(value) + this.unit;
        };
    }

    private static String printDuration(long seconds) {
        if (seconds > 0 && seconds % 86_400 == 0) {
            return seconds / 86_400 + "d";
        }
        if (seconds > 0 && seconds % 3600 == 0) {
            return seconds / 3600 + "h";
        }
        return seconds > 0 && seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
    }

    private static String printSize(long bytes) {
        return bytes % (1L << 30) == 0 ? (bytes >> 30) + "GiB" : (bytes >> 20) + "MiB";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
