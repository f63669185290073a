package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.web.client.HttpExchanges;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requests reports of machines. It reads responses of bounded size. */
final class MachineClient implements AutoCloseable {

    private static final String PATH = "/api/v1/machine";
    static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final int LARGEST_ANSWER = 256 * 1024;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final Duration timeout;
    private final HttpExchanges exchanges;

    /** @param timeout the longest time of an exchange */
    MachineClient(Duration timeout) {
        this.timeout = timeout;
        this.exchanges = new HttpExchanges("gpulse-fleet", timeout);
    }

    /**
     * Returns a source of reports: each subscription is one request. It fails with a {@link MachineException} only.
     *
     * @param address its files and its name are looked up for each request
     */
    Mono<MachineReport> reports(MachineAddress address) {
        return this.exchanges
                .exchange(() -> request(address), this::report)
                .onErrorMap((failure) -> MachineException.of(failure, this.timeout));
    }

    private static HttpExchanges.Request request(MachineAddress address) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(address.base() + PATH)).header("Accept", "application/json");
        address.token().ifPresent((token) -> request.header("Authorization", "Bearer " + token));
        return new HttpExchanges.Request(request, address.ca());
    }

    private MachineReport report(HttpResponse<InputStream> response) throws IOException {
        boolean isJson = response.headers()
                .firstValue("Content-Type")
                .filter((type) -> type.startsWith("application/json"))
                .isPresent();
        if (response.statusCode() != HttpStatus.OK.value() || !isJson) {
            throw refused(response.statusCode());
        }
        byte[] body = response.body().readNBytes(LARGEST_ANSWER + 1);
        if (body.length > LARGEST_ANSWER) {
            throw new MachineException(text("fleet.too-large", Map.of("limit", "256 KiB")));
        }
        MachineReport report = parse(body);
        if (report == null || report.instance().isEmpty()) {
            throw new MachineException(text("fleet.not-gpulse"));
        }
        return report;
    }

    /** Parses one answer at a time: objects need many times the memory of their text. */
    private synchronized @Nullable MachineReport parse(byte[] body) {
        try {
            return JSON.readValue(body, MachineReport.class);
        } catch (JacksonException unreadable) {
            return null;
        }
    }

    private static MachineException refused(int status) {
        return switch (status) {
            case 200 -> new MachineException(text("fleet.not-gpulse"));
            case 301, 302, 303, 307, 308 -> new MachineException(text("fleet.redirect"));
            case 401, 403 -> new MachineException(text("fleet.refused"));
            case 404 -> new MachineException(text("fleet.too-old"));
            case 421 -> new MachineException(text("fleet.host"));
            default -> new MachineException(text("fleet.status", Map.of("status", status)));
        };
    }

    @Override
    public void close() {
        this.exchanges.close();
    }
}
