package io.gpulse.web;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads figures as people write them. What is none of them is empty. */
public final class HumanUnits {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?((?:[KMGT]I?)?B|[KMGT])");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,20}(?:\\.\\d{1,30})?(?:[eE][+-]?\\d{1,3})?) ?%?");
    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    private static final Map<Character, Integer> POWERS = Map.of('K', 1, 'M', 2, 'G', 3, 'T', 4);

    private HumanUnits() {}

    /** {@code 500ms}, {@code 5s}, {@code 1m}, {@code 2h}. */
    public static Optional<Duration> duration(String written) {
        Matcher matcher = DURATION.matcher(written.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }

    /** Bytes: {@code 40GiB} is 40 x 2^30, {@code 40GB} 40 x 10^9; {@code 40G} means 40GiB, as GPU memory is counted. */
    public static Optional<Long> size(String written) {
        Matcher matcher = SIZE.matcher(written.strip().toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        String unit = matcher.group(2);
        BigDecimal base = BigDecimal.valueOf(unit.length() == 2 ? 1000 : 1024);
        BigDecimal factor = base.pow(POWERS.getOrDefault(unit.charAt(0), 0));
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(factor).setScale(0, RoundingMode.CEILING);
        return bytes.toBigIntegerExact().bitLength() < Long.SIZE
                ? Optional.of(bytes.longValueExact())
                : Optional.empty();
    }

    /** 0 to 100, with or without its sign. */
    public static Optional<Double> percent(String written) {
        Matcher matcher = PERCENT.matcher(written.strip());
        double percent = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        return percent < 0 || percent > 100 ? Optional.empty() : Optional.of(percent);
    }

    /** A whole number in a range. */
    public static Optional<Integer> count(String written, int least, int most) {
        String number = written.strip();
        int count = COUNT.matcher(number).matches() ? Integer.parseInt(number) : -1;
        return count < least || count > most ? Optional.empty() : Optional.of(count);
    }

    public static Optional<Boolean> bool(String written) {
        return switch (written.strip()) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }
}
