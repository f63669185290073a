package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.web.client.HttpExchanges;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** Requests expressions of an engine, by the HTTP API of Prometheus. It only reads. */
final class EngineClient implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final long LARGEST_ANSWER = 16L << 20;
    private static final int BAD_REQUEST = 400;
    private static final int UNPROCESSABLE = 422;
    private static final int UNAVAILABLE = 503;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxDocumentLength(LARGEST_ANSWER)
                            .build())
                    .build())
            .build();

    private final EngineProperties properties;
    private final MachineAddress address;
    private final HttpExchanges exchanges = new HttpExchanges("gpulse-fleet-engine", TIMEOUT);

    /**
     * An answer.
     *
     * @param warning why it lacks something; null when it does not
     * @param isAnswered whether the engine answered
     */
    record Answer(List<Sample> samples, @Nullable String warning, boolean isAnswered) {

        static Answer failed(MachineException failure) {
            return new Answer(List.of(), failure.sentence().en(), false);
        }
    }

    /**
     * A sample.
     *
     * @param value may be infinite or no number
     */
    record Sample(Map<String, String> labels, double value) {}

    /**
     * A series over time.
     *
     * @param points pairs of a time, in seconds since 1970, and a value
     */
    record Line(Map<String, String> labels, List<double[]> points) {}

    private record Wire(
            @Nullable String status,
            @Nullable Vector data,
            @Nullable String error,
            @Nullable List<String> warnings,
            @Nullable Boolean isPartial) {

        @Nullable
        String warning() {
            if (this.warnings == null || this.warnings.isEmpty()) {
                return Boolean.TRUE.equals(this.isPartial) ? "isPartial" : null;
            }
            return MachineReport.text(this.warnings.get(0));
        }
    }

    private record Content(List<Item> result, @Nullable String warning) {}

    private record Vector(@Nullable List<Item> result) {}

    private record Item(
            @Nullable Map<String, String> metric,
            @Nullable List<String> value,
            @Nullable List<List<String>> values) {

        /** Returns it as a series. */
        Line line() {
            List<List<String>> points = this.values == null ? List.of() : this.values;
            return new Line(
                    this.metric == null ? Map.of() : this.metric,
                    points.stream()
                            .map((point) ->
                                    point.stream().mapToDouble(Item::number).toArray())
                            .toList());
        }

        /** Returns it as a sample. */
        Sample sample() {
            String number = this.value == null || this.value.isEmpty() ? null : this.value.get(this.value.size() - 1);
            return new Sample(this.metric == null ? Map.of() : this.metric, number(number));
        }

        private static double number(@Nullable String text) {
            try {
                // Prometheus writes +Inf.
                return Double.parseDouble(String.valueOf(text).replace("Inf", "Infinity"));
            } catch (NumberFormatException other) {
                return Double.NaN;
            }
        }
    }

    EngineClient(EngineProperties properties, MachineAddress address) {
        this.properties = properties;
        this.address = address;
    }

    /** Returns a source of answers: each subscription is one request. It fails with a {@link MachineException} only. */
    Mono<Answer> answers(EngineQuestion question) {
        return items("/api/v1/query", question.expression(), "")
                .map((content) ->
                        new Answer(content.result().stream().map(Item::sample).toList(), content.warning(), true));
    }

    /** Returns the series of an expression from one time to another. It fails with a {@link MachineException} only. */
    Mono<List<Line>> lines(String expression, Instant from, Instant to, Duration step) {
        return items(
                        "/api/v1/query_range",
                        expression,
                        "&start=" + from.getEpochSecond() + "&end=" + to.getEpochSecond() + "&step=" + step.toSeconds())
                .map((content) -> content.result().stream().map(Item::line).toList());
    }

    private Mono<Content> items(String path, String expression, String times) {
        String form = "timeout=" + TIMEOUT.minusSeconds(1).toSeconds() + "s" + times + "&query="
                + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        return this.exchanges
                .exchange(() -> request(path, form), EngineClient::read)
                .onErrorMap((failure) -> MachineException.of(failure, TIMEOUT));
    }

    private HttpExchanges.Request request(String path, String form) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.address.base() + path))
                .header("Accept", "application/json")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        this.address.secret().map(this::credentials).ifPresent((value) -> request.header("Authorization", value));
        if (this.properties.tenant() != null) {
            request.header("X-Scope-OrgID", this.properties.tenant());
        }
        return new HttpExchanges.Request(request, this.address.ca());
    }

    private String credentials(String secret) {
        return this.properties.user() == null
                ? "Bearer " + secret
                : "Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (this.properties.user() + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    /** Reads an answer, also one with an error, which has a sentence for people. */
    private static Content read(HttpResponse<InputStream> response) throws IOException {
        int status = response.statusCode();
        switch (status) {
            case 301, 302, 303, 307, 308 -> throw new MachineException(text("fleet.redirect"));
            case 401, 403 -> throw new MachineException(text("fleet.engine-refused"));
            case BAD_REQUEST, UNPROCESSABLE, 200 -> {
                return content(parsed(response.body()));
            }
            default -> throw unavailable(status, response);
        }
    }

    /** A busy engine has a sentence, a proxy before it has none. */
    private static MachineException unavailable(int status, HttpResponse<InputStream> response) {
        if (status == UNAVAILABLE) {
            try {
                Wire wire = parsed(response.body());
                if (wire != null && wire.error != null) {
                    return error(wire.error);
                }
            } catch (MachineException notAnEngine) {
                return new MachineException(text("fleet.status", Map.of("status", status)));
            }
        }
        return new MachineException(text("fleet.status", Map.of("status", status)));
    }

    private static MachineException error(String sentence) {
        return new MachineException(text("fleet.engine-error", Map.of("error", MachineReport.text(sentence))));
    }

    private static Wire parsed(InputStream body) {
        try {
            return JSON.readValue(body, Wire.class);
        } catch (StreamConstraintsException large) {
            throw new MachineException(text("fleet.too-large", Map.of("limit", "16 MiB")));
        } catch (JacksonIOException broken) {
            throw new MachineException(text("fleet.broken"));
        } catch (JacksonException unreadable) {
            throw new MachineException(text("fleet.not-engine"));
        }
    }

    private static Content content(@Nullable Wire wire) {
        if (wire != null && wire.error != null) {
            throw error(wire.error);
        }
        if (wire == null || !"success".equals(wire.status) || wire.data == null || wire.data.result == null) {
            throw new MachineException(text("fleet.not-engine"));
        }
        return new Content(wire.data.result.stream().filter(Objects::nonNull).toList(), wire.warning());
    }

    @Override
    public void close() {
        this.exchanges.close();
    }
}
