package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * {@code 500ms}, {@code 5s}, {@code 1m}, {@code 2h}, {@code 7d}. Bounds: {@link DurationMin} (above zero),
 * {@link DurationMax}.
 */
public final class DurationType implements ParameterType<Duration> {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    /** The smallest first. */
    private enum Unit {
        MS(Duration.ofMillis(1)),
        S(Duration.ofSeconds(1)),
        M(Duration.ofMinutes(1)),
        H(Duration.ofHours(1)),
        D(Duration.ofDays(1));

        private final Duration length;

        Unit(Duration length) {
            this.length = length;
        }

        String symbol() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** How many whole ones go into it. */
        long in(Duration duration) {
            return duration.dividedBy(this.length);
        }

        boolean divides(Duration duration) {
            return this.length.multipliedBy(in(duration)).equals(duration);
        }
    }

    @Override
    public Class<Duration> type() {
        return Duration.class;
    }

    @Override
    public Duration convert(String text) {
        Matcher written = WRITTEN.matcher(text.strip());
        if (!written.matches()) {
            throw new IllegalArgumentException("No duration: " + text);
        }
        Unit unit = Unit.valueOf(written.group(2).toUpperCase(Locale.ROOT));
        return unit.length.multipliedBy(Long.parseLong(written.group(1)));
    }

    @Override
    public String print(Duration value) {
        Unit unit = Unit.S.divides(value) ? Unit.S : Unit.MS;
        return unit.in(value) + unit.symbol();
    }

    @Override
    public String expectation(AnnotatedElement parameter) {
        return "a number" + (isPositive(parameter) ? " above zero" : "") + " with a unit, such as 500ms, 5s or 1m"
                + longest(parameter)
                        .map((most) -> ", up to " + inLargestUnit(most))
                        .orElse("");
    }

    @Override
    public Schema<?> schema(AnnotatedElement parameter) {
        String pattern = longest(parameter).map(DurationType::upTo).orElse("\\d{1,9}(ms|s|m|h|d)");
        String positive = isPositive(parameter) ? "(?!0+\\D)" : "";
        return new JsonSchema().types(Set.of("string")).pattern("^" + positive + pattern + "$");
    }

    private static boolean isPositive(AnnotatedElement parameter) {
        return parameter.isAnnotationPresent(DurationMin.class);
    }

    private static Optional<Duration> longest(AnnotatedElement parameter) {
        return Optional.ofNullable(parameter.getAnnotation(DurationMax.class))
                .map((most) -> Duration.ofDays(most.days())
                        .plusHours(most.hours())
                        .plusMinutes(most.minutes())
                        .plusSeconds(most.seconds())
                        .plusMillis(most.millis()));
    }

    private static String inLargestUnit(Duration duration) {
        return Arrays.stream(Unit.values())
                .filter((unit) -> unit.divides(duration))
                .reduce((smaller, larger) -> larger)
                .map((unit) -> unit.in(duration) + unit.symbol())
                .orElseThrow();
    }

    private static String upTo(Duration most) {
        return Arrays.stream(Unit.values())
                .filter((unit) -> unit.in(most) > 0)
                .map((unit) -> "(" + NumberPattern.upTo(unit.in(most)) + ")" + unit.symbol())
                .collect(Collectors.joining("|", "(", ")"));
    }
}
