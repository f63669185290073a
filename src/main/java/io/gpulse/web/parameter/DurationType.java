package io.gpulse.web.parameter;

import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.AnnotatedElement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.convert.DurationStyle;

/**
 * A duration: {@code 500ms}, {@code 5s}, {@code 1m}, {@code 2h}, {@code 7d}. Bounds: {@link DurationMin} (above zero),
 * {@link DurationMax}.
 */
public final class DurationType implements ParameterType<Duration> {

    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    /** The units of the grammar, the smallest first. */
    private static final List<ChronoUnit> UNITS =
            List.of(ChronoUnit.MILLIS, ChronoUnit.SECONDS, ChronoUnit.MINUTES, ChronoUnit.HOURS, ChronoUnit.DAYS);

    @Override
    public Class<Duration> type() {
        return Duration.class;
    }

    @Override
    public Duration convert(String text) {
        String written = text.strip();
        if (!WRITTEN.matcher(written).matches()) {
            throw new IllegalArgumentException("No duration: " + text);
        }
        return DurationStyle.SIMPLE.parse(written);
    }

    @Override
    public String print(Duration value) {
        return DurationStyle.SIMPLE.print(
                value, divides(ChronoUnit.SECONDS, value) ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
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
        return UNITS.stream()
                .filter((unit) -> divides(unit, duration))
                .reduce((smaller, larger) -> larger)
                .map((unit) -> DurationStyle.SIMPLE.print(duration, unit))
                .orElseThrow();
    }

    private static boolean divides(ChronoUnit unit, Duration duration) {
        return duration.equals(unit.getDuration().multipliedBy(duration.dividedBy(unit.getDuration())));
    }

    private static String upTo(Duration most) {
        return UNITS.stream()
                .filter((unit) -> most.compareTo(unit.getDuration()) >= 0)
                .map((unit) -> "(" + NumberPattern.upTo(most.dividedBy(unit.getDuration())) + ")" + symbol(unit))
                .collect(Collectors.joining("|", "(", ")"));
    }

    private static String symbol(ChronoUnit unit) {
        return DurationStyle.SIMPLE.print(unit.getDuration(), unit).substring(1);
    }
}
