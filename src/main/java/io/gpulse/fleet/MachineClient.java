package io.gpulse.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests reports of machines, on threads of its own. It follows no redirect, and reads answers of bounded size in
 * bounded time, uncompressed: a small compressed answer can become a large one.
 */
final class MachineClient implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MachineClient.class);

    private static final String PATH = "/api/v1/machine";
    static final Duration TIMEOUT = Duration.ofSeconds(3);

    private static final int LARGEST_ANSWER = 512 * 1024;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** The texts for failures, by their first kind that applies. */
    private static final Map<Class<?>, String> PROBLEMS = problems();

    private final Duration timeout;
    private final ExecutorService threads = Executors.newCachedThreadPool(threads());
    private final Scheduler readers = Schedulers.fromExecutorService(this.threads);

    /** By the file of their certificates. */
    private final Map<String, HttpClient> clients = new ConcurrentHashMap<>();

    private static CustomizableThreadFactory threads() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("gpulse-fleet-http-");
        factory.setDaemon(true);
        return factory;
    }

    /** @param timeout the longest time of an exchange */
    MachineClient(Duration timeout) {
        this.timeout = timeout;
    }

    private static Map<Class<?>, String> problems() {
        Map<Class<?>, String> problems = new LinkedHashMap<>();
        problems.put(TimeoutException.class, "timeout");
        problems.put(HttpTimeoutException.class, "timeout");
        problems.put(JacksonException.class, "not-gpulse");
        problems.put(UnresolvedAddressException.class, "unknown-host");
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
        return Mono.fromFuture(() -> client(address).sendAsync(request(address), BodyHandlers.ofInputStream()))
                .flatMap((response) -> Mono.fromCallable(() -> report(response))
                        .subscribeOn(this.readers)
                        .doFinally((end) -> close(response)))
                .timeout(this.timeout)
                .onErrorMap(MachineClient::explained);
    }

    private HttpRequest request(MachineAddress address) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.base() + PATH))
                .timeout(this.timeout)
                .header("Accept", "application/json")
                .header("User-Agent", "gpulse");
        address.token().ifPresent((token) -> request.header("Authorization", "Bearer " + token));
        return request.build();
    }

    private HttpClient client(MachineAddress address) {
        return this.clients.computeIfAbsent(String.valueOf(address.ca()), (first) -> client(address.ca()));
    }

    private HttpClient client(@Nullable Path ca) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(this.timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(this.threads);
        if (ca != null) {
            PemSslStoreDetails trusted =
                    PemSslStoreDetails.forCertificate(ca.toUri().toString());
            client.sslContext(SslBundle.of(new PemSslStoreBundle(null, trusted)).createSslContext());
        }
        return client.build();
    }

    private static MachineReport report(HttpResponse<InputStream> response) throws IOException {
        boolean isJson = response.headers()
                .firstValue("Content-Type")
                .filter((type) -> type.startsWith("application/json"))
                .isPresent();
        if (response.statusCode() != HttpStatus.OK.value() || !isJson) {
            throw refused(response.statusCode());
        }
        byte[] body = response.body().readNBytes(LARGEST_ANSWER + 1);
        if (body.length > LARGEST_ANSWER) {
            throw new MachineException("too-large");
        }
        MachineReport report = JSON.readValue(body, MachineReport.class);
        if (report == null || report.instance().isEmpty()) {
            throw new MachineException("not-gpulse");
        }
        return report;
    }

    /** Ends the connection of an answer that was not read to its end. */
    private static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException broken) {
            log.debug("The connection to a machine is already broken");
        }
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
        return new MachineException(PROBLEMS.entrySet().stream()
                .filter((problem) -> Stream.iterate(failure, (cause) -> cause != null, Throwable::getCause)
                        .anyMatch(problem.getKey()::isInstance))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow());
    }

    @Override
    public void close() {
        this.threads.shutdownNow();
    }
}
