package io.gpulse;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;

/** Says in one sentence why gpulse does not start: which property, its value, and what is allowed. */
final class StartFailures implements FailureAnalyzer {

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String sentence = sentence(cause);
            if (sentence != null) {
                return new FailureAnalysis(sentence, null, failure);
            }
        }
        return null;
    }

    private static @Nullable String sentence(Throwable cause) {
        if (cause instanceof StartRefusedException refused) {
            return refused.getMessage();
        }
        if (cause instanceof PortInUseException taken) {
            return "Port " + taken.getPort() + " is taken by another program; end it, or choose another port with"
                    + " --server.port=" + (taken.getPort() + 1) + ".";
        }
        if (cause instanceof BindException bind) {
            return invalid(bind);
        }
        return null;
    }

    private static @Nullable String invalid(BindException bind) {
        BindValidationException validation = causeOf(bind, BindValidationException.class);
        if (validation != null) {
            return validation.getValidationErrors().getAllErrors().stream()
                    .filter(FieldError.class::isInstance)
                    .map(FieldError.class::cast)
                    .map((error) -> allowed(
                            validation.getValidationErrors().getName() + "." + dashed(error.getField()),
                            readable(error.getRejectedValue()),
                            String.valueOf(error.getDefaultMessage())))
                    .collect(Collectors.joining(" "));
        }
        if (bind.getProperty() == null) {
            return null;
        }
        return allowed(
                bind.getName().toString(),
                String.valueOf(bind.getProperty().getValue()),
                form(bind.getTarget().getType().resolve(Object.class)));
    }

    private static String allowed(String property, String value, String what) {
        return property + "=" + value + " is not possible; allowed is " + what + ".";
    }

    private static String form(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map((constant) -> dashed(String.valueOf(constant)))
                    .collect(Collectors.joining(", "));
        }
        if (type == Duration.class) {
            return "a duration such as 500ms, 1s or 5m";
        }
        if (type == DataSize.class) {
            return "a size such as 32MB or 1GB";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return type.isPrimitive() || Number.class.isAssignableFrom(type) ? "a whole number" : "a valid value";
    }

    /** As people write it: {@code 10ms}, not {@code PT0.01S}. */
    private static String readable(@Nullable Object value) {
        if (value instanceof Duration duration) {
            return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
        }
        return String.valueOf(value);
    }

    private static String dashed(String name) {
        return name.replace('_', '-').replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    private static <T extends Throwable> @Nullable T causeOf(Throwable failure, Class<T> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }
}
