package io.gpulse.web.client;

import io.gpulse.jvm.HttpClientLogs;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serial;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;

/**
 * Sends requests to other servers, on threads of its own. It follows no redirect, ends each exchange in time, and
 * requests uncompressed responses: a small compressed one can become a large one. It logs no address, which can have
 * secrets.
 */
public final class HttpExchanges implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HttpExchanges.class);

    /** The JDK's own time-outs end what that of the whole exchange has not ended. */
    private static final Duration LATER = Duration.ofSeconds(2);

    private static final int MOST_THREADS = 256;

    private final Duration timeout;
    private final ExecutorService threads;

    /** By the file of their certificates. */
    private final Map<Path, Trusting> clients = new ConcurrentHashMap<>();

    static {
        HttpClientLogs.close();
    }

    /**
     * A request.
     *
     * @param ca file of the certificates that it trusts, as PEM; null for those of the JVM
     */
    public record Request(
            HttpRequest.Builder request, @Nullable Path ca) {}

    /**
     * Reads a response, on a thread that may block.
     *
     * @param <T> the type of its content
     */
    @FunctionalInterface
    public interface Reader<T> {

        /** Reads as much as it needs. The body is closed afterwards. */
        T read(HttpResponse<InputStream> response) throws IOException;
    }

    /** The file of certificates cannot be used. */
    public static final class UntrustedException extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1;

        private UntrustedException() {
            super("the file of certificates cannot be used", null, false, false);
        }
    }

    /** @param version when the file of certificates was changed */
    private record Trusting(FileTime version, HttpClient client) {}

    /** A request, and the client that sends it. */
    private record Prepared(HttpClient client, HttpRequest request) {}

    /** The end of an exchange: a response or a failure. */
    private record Exchanged(
            @Nullable HttpResponse<InputStream> response,
            @Nullable Throwable failure) {}

    /**
     * @param name of its threads
     * @param timeout the longest time of an exchange, with the reading of its response
     */
    public HttpExchanges(String name, Duration timeout) {
        this.timeout = timeout;
        CustomizableThreadFactory factory = new CustomizableThreadFactory(name + "-http-");
        factory.setDaemon(true);
        this.threads = new ThreadPoolExecutor(0, MOST_THREADS, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /**
     * Returns a source of responses: each subscription is one exchange.
     *
     * @param request may block: while it does, another exchange of this source fails at once
     */
    public <T> Mono<T> exchange(Callable<Request> request, Reader<T> reader) {
        AtomicBoolean preparing = new AtomicBoolean();
        return Mono.defer(() -> Mono.fromFuture(async(() -> prepare(request, preparing))))
                .flatMap(HttpExchanges::send)
                .flatMap((response) -> Mono.fromFuture(() -> async(() -> reader.read(response)))
                        .doFinally((end) -> close(response)))
                .timeout(this.timeout);
    }

    private static Mono<HttpResponse<InputStream>> send(Prepared prepared) {
        CompletableFuture<HttpResponse<InputStream>> exchange =
                prepared.client.sendAsync(prepared.request, BodyHandlers.ofInputStream());
        // The failure of an exchange that was cancelled is not a failure: Reactor would log it.
        return Mono.fromFuture(exchange.handle(Exchanged::new), true)
                .doFinally((end) -> {
                    if (end == SignalType.CANCEL) {
                        exchange.cancel(true);
                        // It may have ended a moment before.
                        CompletableFuture<Void> unused = exchange.thenAccept(HttpExchanges::close);
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

    /** Makes the request and resolves the name. Either may block for long: then no second thread does the same. */
    private Prepared prepare(Callable<Request> source, AtomicBoolean preparing) throws Exception {
        if (preparing.getAndSet(true)) {
            throw new TimeoutException();
        }
        try {
            Request request = source.call();
            HttpRequest built = request.request
                    .timeout(this.timeout.plus(LATER))
                    .setHeader("User-Agent", "gpulse")
                    .build();
            if (isDirect(built.uri())) {
                InetAddress.getByName(built.uri().getHost());
            }
            return new Prepared(client(request.ca), built);
        } finally {
            preparing.set(false);
        }
    }

    /** Returns whether no proxy is between: a proxy can know names that this machine does not. */
    private static boolean isDirect(URI address) {
        ProxySelector proxies = ProxySelector.getDefault();
        return proxies == null || proxies.select(address).stream().allMatch(Proxy.NO_PROXY::equals);
    }

    private HttpClient client(@Nullable Path ca) {
        Path key = ca == null ? Path.of("") : ca;
        FileTime version = version(ca);
        return this.clients
                .compute(
                        key,
                        (file, known) -> known != null && known.version.equals(version)
                                ? known
                                : new Trusting(version, made(ca)))
                .client();
    }

    private static FileTime version(@Nullable Path ca) {
        try {
            return ca == null ? FileTime.fromMillis(0) : Files.getLastModifiedTime(ca);
        } catch (IOException unreadable) {
            throw new UntrustedException();
        }
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
                throw new UntrustedException();
            }
        }
        return client.build();
    }

    /** Ends the connection of a response that was not read to its end. */
    private static void close(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException broken) {
            log.debug("The connection of a response is already broken");
        }
    }

    @Override
    public void close() {
        this.threads.shutdownNow();
    }
}
