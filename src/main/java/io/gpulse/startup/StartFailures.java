package io.gpulse.startup;

import io.gpulse.metric.Spelling;
import io.gpulse.recording.InvalidRecordingException;
import io.gpulse.security.ExposureException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import reactor.netty.ChannelBindException;

/** Describes in one sentence why gpulse does not start: the property, its value, and the values that are allowed. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailures implements FailureAnalyzer {

    private static final String OUT_OF_RANGE = "port out of range:";
    private static final Pattern SECRET =
            Pattern.compile("gpulse\\.(notify|security\\.(tokens|users))\\.[^.]+(\\.(url|value|password))?");
    private static final Map<Class<?>, String> FORMS = Map.of(
            Duration.class, "a duration such as 500ms, 1s or 5m",
            DataSize.class, "a size such as 32MB or 1GB",
            boolean.class, "true or false",
            Boolean.class, "true or false",
            InetAddress.class, "an address of this machine such as 127.0.0.1",
            double.class, "a number");

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return causes(failure)
                .map((cause) -> sentence(cause, failure))
                .filter(Objects::nonNull)
                .findFirst()
                .map((sentence) -> new FailureAnalysis(sentence, null, failure))
                .orElse(null);
    }

    private static @Nullable String sentence(Throwable cause, Throwable failure) {
        if (cause instanceof StartRefusedException
                || cause instanceof ExposureException
                || cause instanceof InvalidRecordingException) {
            return cause.getMessage();
        }
        if (cause instanceof PortInUseException taken) {
            return "Port " + taken.getPort() + " is taken by another program; end it, or choose another port with"
                    + " --server.port=" + (taken.getPort() + 1) + ".";
        }
        if (cause instanceof ChannelBindException refused) {
            return "gpulse cannot listen on " + refused.localHost() + ":" + refused.localPort() + " ("
                    + reason(refused) + "); choose an address of this machine with --server.address,"
                    + " or a port that this user may open with --server.port.";
        }
        if (cause instanceof BindException bind) {
            return invalid(bind);
        }
        if (cause instanceof UnboundConfigurationPropertiesException gap) {
            return unbound(gap);
        }
        if (cause instanceof InvalidConfigurationPropertyValueException wrong) {
            return inconvertible(wrong, failure);
        }
        String message = String.valueOf(cause.getMessage());
        return cause instanceof IllegalArgumentException && message.startsWith(OUT_OF_RANGE)
                ? allowed("server.port", message.substring(OUT_OF_RANGE.length()), "0 to 65535")
                : TlsFailures.sentence(cause);
    }

    private static @Nullable String unbound(UnboundConfigurationPropertiesException gap) {
        return gap.getUnboundProperties().stream()
                .findFirst()
                .map((property) -> allowed(
                        dashed(property.getName().toString()),
                        String.valueOf(property.getValue()),
                        "a list whose entries are numbered from 0 without a gap"))
                .orElse(null);
    }

    private static @Nullable String invalid(BindException bind) {
        List<String> refused = causes(bind, BindValidationException.class)
                .flatMap(StartFailures::refusedFields)
                .toList();
        if (!refused.isEmpty()) {
            return String.join(" ", refused);
        }
        if (bind.getProperty() == null) {
            return ownWords(bind);
        }
        return allowed(
                dashed(bind.getName().toString()),
                String.valueOf(bind.getProperty().getValue()),
                form(type(bind).orElse(bind.getTarget().getType().resolve(Object.class))));
    }

    /** Describes a value of the wrong type: the outer exception has the property, an inner one its type. */
    private static @Nullable String inconvertible(InvalidConfigurationPropertyValueException wrong, Throwable failure) {
        return type(failure)
                .map((type) -> allowed(dashed(wrong.getName()), String.valueOf(wrong.getValue()), form(type)))
                .orElse(null);
    }

    /** Returns the type that a value does not have: of a list, that of its elements. */
    private static Optional<Class<?>> type(Throwable failure) {
        return causes(failure, ConversionFailedException.class)
                .reduce((outer, inner) -> inner)
                .map((failed) -> failed.getTargetType().getObjectType());
    }

    private static Stream<String> refusedFields(BindValidationException validation) {
        String prefix = validation.getValidationErrors().getName() + ".";
        return validation.getValidationErrors().getAllErrors().stream()
                .flatMap((error) -> error instanceof FieldError field ? Stream.of(field) : Stream.empty())
                .map((error) -> allowed(
                        prefix + dashed(error.getField()),
                        readable(error.getRejectedValue()),
                        String.valueOf(error.getDefaultMessage()).replaceFirst("^must be ", "")));
    }

    /** Returns the message of a properties record that checks its values, which names the property. */
    private static @Nullable String ownWords(BindException bind) {
        return causes(bind, IllegalArgumentException.class)
                .map(Throwable::getMessage)
                .filter((message) -> message != null && message.startsWith(bind.getName() + "."))
                .findFirst()
                .map((message) -> message.endsWith(".") ? message : message + ".")
                .orElse(null);
    }

    private static String allowed(String property, String value, String what) {
        boolean isAddress = property.startsWith("gpulse.notify") && value.contains("://");
        String shown = isAddress || SECRET.matcher(property).matches() ? "" : "=" + value;
        return "Invalid " + property + shown + ": must be " + what + ".";
    }

    private static String form(Class<?> type) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map((constant) -> Spelling.dashed((Enum<?>) constant))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        String known = FORMS.get(type);
        if (known != null) {
            return known;
        }
        return type.isPrimitive() || Number.class.isAssignableFrom(type) ? "a whole number" : "a valid value";
    }

    /** Returns the value in the form of a configuration: {@code 10ms}, not {@code PT0.01S}. */
    private static String readable(@Nullable Object value) {
        if (value instanceof Duration duration) {
            return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + "s" : duration.toMillis() + "ms";
        }
        return String.valueOf(value);
    }

    private static String dashed(String name) {
        return name.replace('_', '-').replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** Returns the message of the innermost cause, without the name of the system call. */
    private static String reason(Throwable failure) {
        Throwable last = causes(failure).reduce((outer, inner) -> inner).orElse(failure);
        return String.valueOf(last.getMessage()).replaceFirst("^bind.*: ", "");
    }

    private static <T> Stream<T> causes(Throwable failure, Class<T> type) {
        return causes(failure).filter(type::isInstance).map(type::cast);
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }
}
