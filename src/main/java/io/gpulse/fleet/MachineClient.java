package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.jvm.HttpClientLogs;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
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
import reactor.core.publisher.SignalType;
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

    /** The client's own time-outs end what the one of the whole exchange has not ended. */
    private static final Duration LATER = Duration.ofSeconds(2);

    private static final int LARGEST_ANSWER = 256 * 1024;
    private static final int MOST_THREADS = 256;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** The texts for failures, by their first kind that applies. */
    private static final Map<Class<?>, String> PROBLEMS = problems();

    private final Duration timeout;
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, MOST_THREADS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), threads());

    /** By the file of their certificates. */
    private final Map<Path, Trusting> clients = new ConcurrentHashMap<>();

    static {
        HttpClientLogs.close();
    }

    /** @param version when the file of certificates was changed */
    private record Trusting(FileTime version, HttpClient client) {}

    /** The end of an exchange: a response or a failure. */
    private record Exchanged(
            @Nullable HttpResponse<InputStream> response,
            @Nullable Throwable failure) {}

    /** A request, and the client that sends it. */
    private record Prepared(HttpClient client, HttpRequest request) {}

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
        problems.put(TimeoutException.class, "fleet.timeout");
        problems.put(HttpTimeoutException.class, "fleet.timeout");
        problems.put(JacksonException.class, "fleet.not-gpulse");
        problems.put(UnknownHostException.class, "fleet.unknown-host");
        problems.put(SSLException.class, "fleet.tls");
        problems.put(ConnectException.class, "fleet.unreachable");
        problems.put(Throwable.class, "fleet.broken");
        return problems;
    }

    /**
     * Returns a source of reports: each subscription is one request. It fails with a {@link MachineException} only.
     *
     * @param address its files and its name are looked up for each request
     */
    Mono<MachineReport> reports(MachineAddress address) {
        AtomicBoolean preparing = new AtomicBoolean();
        return Mono.defer(() -> Mono.fromFuture(async(() -> prepare(address, preparing))))
                .flatMap(MachineClient::send)
                .flatMap((response) ->
                        Mono.fromFuture(() -> async(() -> report(response))).doFinally((end) -> close(response)))
                .timeout(this.timeout)
                .onErrorMap(MachineClient::explained);
    }

    private static Mono<HttpResponse<InputStream>> send(Prepared prepared) {
        CompletableFuture<HttpResponse<InputStream>> exchange =
                prepared.client.sendAsync(prepared.request, BodyHandlers.ofInputStream());
        // The failure of an exchange that was cancelled is not a failure: Reactor would log it.
        return Mono.fromFuture(exchange.handle(Exchanged::new), true)
                .doFinally((end) -> {
                    if (end == SignalType.CANCEL) {
                        exchange.cancel(true);
                    }
                })
                .flatMap((end) -> end.response == null
                        ? Mono.error(Objects.requireNonNull(end.failure))
                        : Mono.just(end.response));
    }

    /** Runs work on a thread of this client. Its failure is dropped when nothing waits for it any longer. */
    private <T> CompletableFuture<T> async(Callable<T> work) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.call();
                    } catch (RuntimeException failure) {
                        throw failure;
                    } catch (Exception failure) {
                        throw new CompletionException(failure);
                    }
                },
                this.threads);
    }

    /** Reads the files and resolves the name. Either may block for long: then no second thread does the same. */
    private Prepared prepare(MachineAddress address, AtomicBoolean preparing) throws IOException {
        if (preparing.getAndSet(true)) {
            throw new MachineException(text("fleet.timeout"));
        }
        try {
            InetAddress.getByName(address.base().getHost());
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address.base() + PATH))
                    .timeout(this.timeout.plus(LATER))
                    .header("Accept", "application/json")
                    .header("User-Agent", "gpulse");
            address.token().ifPresent((token) -> request.header("Authorization", "Bearer " + token));
            return new Prepared(client(address.ca()), request.build());
        } finally {
            preparing.set(false);
        }
    }

    private HttpClient client(@Nullable Path ca) throws IOException {
        Path key = ca == null ? Path.of("") : ca;
        FileTime version = ca == null ? FileTime.fromMillis(0) : Files.getLastModifiedTime(ca);
        return this.clients
                .compute(
                        key,
                        (file, known) -> known != null && known.version.equals(version)
                                ? known
                                : new Trusting(version, made(ca)))
                .client();
    }

    private HttpClient made(@Nullable Path ca) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(this.timeout.plus(LATER))
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(this.threads);
        if (ca != null) {
            try {
                PemSslStoreDetails trusted =
                        PemSslStoreDetails.forCertificate(ca.toUri().toString());
                client.sslContext(
                        SslBundle.of(new PemSslStoreBundle(null, trusted)).createSslContext());
            } catch (RuntimeException unreadable) {
                throw new MachineException(text("fleet.ca"));
            }
        }
        return client.build();
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
            throw new MachineException(text("fleet.too-large"));
        }
        MachineReport report = parse(body);
        if (report == null || report.instance().isEmpty()) {
            throw new MachineException(text("fleet.not-gpulse"));
        }
        return report;
    }

    /** Parses one answer at a time: objects need many times the memory of their text. */
    private synchronized @Nullable MachineReport parse(byte[] body) {
        return JSON.readValue(body, MachineReport.class);
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
            case 200 -> new MachineException(text("fleet.not-gpulse"));
            case 301, 302, 303, 307, 308 -> new MachineException(text("fleet.redirect"));
            case 401, 403 -> new MachineException(text("fleet.refused"));
            case 404 -> new MachineException(text("fleet.too-old"));
            case 421 -> new MachineException(text("fleet.host"));
            default -> new MachineException(text("fleet.status", Map.of("status", status)));
        };
    }

    private static MachineException explained(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof MachineException known) {
            return known;
        }
        return new MachineException(text(PROBLEMS.entrySet().stream()
                .filter((problem) -> Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                        .anyMatch(problem.getKey()::isInstance))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow()));
    }

    @Override
    public void close() {
        this.threads.shutdownNow();
    }
}
