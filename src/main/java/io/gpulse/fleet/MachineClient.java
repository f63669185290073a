package io.gpulse.fleet;

import io.netty.channel.ChannelOption;
import java.io.File;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;
import reactor.core.publisher.Mono;
import reactor.netty.http.Http11SslContextSpec;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;
import reactor.netty.resources.LoopResources;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests reports of machines, on one thread of its own. It follows no redirect, and reads answers of bounded size in
 * bounded time, uncompressed: a small compressed answer can become a large one.
 */
final class MachineClient implements AutoCloseable {

    private static final String PATH = "/api/v1/machine";
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final Duration KEPT_OPEN = Duration.ofSeconds(30);
    private static final int LARGEST_ANSWER = 512 * 1024;
    private static final int CONNECTIONS = 2;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** The texts for failures, by their first kind that applies. */
    private static final Map<Class<?>, String> PROBLEMS = problems();

    private final LoopResources threads = LoopResources.create("gpulse-fleet-http", 1, true);
    private final ConnectionProvider connections = ConnectionProvider.builder("gpulse-fleet")
            .maxConnections(CONNECTIONS)
            .maxIdleTime(KEPT_OPEN)
            .build();

    private static Map<Class<?>, String> problems() {
        Map<Class<?>, String> problems = new LinkedHashMap<>();
        problems.put(TimeoutException.class, "timeout");
        problems.put(DataBufferLimitException.class, "too-large");
        problems.put(JacksonException.class, "not-gpulse");
        problems.put(UnknownHostException.class, "unknown-host");
        problems.put(SSLException.class, "tls");
        problems.put(Throwable.class, "unreachable");
        return problems;
    }

    /**
     * Returns a source of reports: each subscription is one request. It fails with a {@link MachineException} only.
     *
     * @param address its token is read for each request
     */
    Mono<MachineReport> reports(MachineAddress address) {
        Mono<WebClient> client = Mono.fromSupplier(() -> client(address)).cache();
        return client.flatMap((made) -> made.get()
                        .uri(URI.create(address.base() + PATH))
                        .accept(MediaType.APPLICATION_JSON)
                        .headers((headers) -> address.token().ifPresent(headers::setBearerAuth))
                        .exchangeToMono(MachineClient::read))
                .timeout(TIMEOUT)
                .onErrorMap(MachineClient::explained);
    }

    private WebClient client(MachineAddress address) {
        HttpClient http = HttpClient.create(this.connections)
                .runOn(this.threads)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) TIMEOUT.toMillis());
        if (address.ca() != null) {
            File certificates = address.ca().toFile();
            http = http.secure((tls) -> tls.sslContext(
                    Http11SslContextSpec.forClient().configure((builder) -> builder.trustManager(certificates))));
        }
        return WebClient.builder()
                .clientConnector(new ReactorClientHttpConnector(http))
                .codecs((codecs) -> codecs.defaultCodecs().maxInMemorySize(LARGEST_ANSWER))
                .build();
    }

    private static Mono<MachineReport> read(ClientResponse response) {
        int status = response.statusCode().value();
        boolean isJson = response.headers()
                .contentType()
                .filter(MediaType.APPLICATION_JSON::isCompatibleWith)
                .isPresent();
        Mono<byte[]> body = response.bodyToMono(byte[].class);
        return status == HttpStatus.OK.value() && isJson
                ? body.map(MachineClient::parse)
                : body.onErrorComplete().then(Mono.error(() -> refused(status)));
    }

    private static MachineReport parse(byte[] body) {
        MachineReport report = JSON.readValue(body, MachineReport.class);
        if (report == null || report.instance().isEmpty()) {
            throw new MachineException("not-gpulse");
        }
        return report;
    }

    private static MachineException refused(int status) {
        return switch (status) {
            case 200 -> new MachineException("not-gpulse");
            case 301, 302, 303, 307, 308 -> new MachineException("redirect");
            case 401, 403 -> new MachineException("refused");
            case 404 -> new MachineException("too-old");
            default -> new MachineException("status", Map.of("status", status));
        };
    }

    private static MachineException explained(Throwable failure) {
        if (failure instanceof MachineException known) {
            return known;
        }
        Throwable cause = failure instanceof WebClientRequestException && failure.getCause() != null
                ? failure.getCause()
                : failure;
        return new MachineException(PROBLEMS.entrySet().stream()
                .filter((problem) -> problem.getKey().isInstance(cause))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow());
    }

    @Override
    public void close() {
        this.connections.dispose();
        this.threads.dispose();
    }
}
