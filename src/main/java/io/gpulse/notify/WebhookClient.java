package io.gpulse.notify;

import io.gpulse.jvm.HttpClientLogs;
import io.gpulse.metric.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Sends requests, on threads of its own. It follows no redirect and reads no body of a response. It logs and throws
 * nothing, since both could have the address.
 */
final class WebhookClient implements AutoCloseable {

    static {
        HttpClientLogs.close();
    }

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY = 429;

    private final ExecutorService threads = Executors.newCachedThreadPool(threads());
    private final SingletonSupplier<HttpClient> client;
    private final Duration whole;

    /**
     * @param connect the longest time for a connection
     * @param whole the longest time for an exchange
     */
    WebhookClient(Duration connect, Duration whole) {
        this.whole = whole;
        this.client = SingletonSupplier.of(() -> HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(connect)
                .followRedirects(HttpClient.Redirect.NEVER)
                .executor(this.threads)
                .build());
    }

    /** The result of a request. The labels are part of the public contract. */
    enum Outcome {
        DELIVERED,
        REFUSED,
        TIMED_OUT,
        UNREACHABLE;

        String label() {
            return Spelling.dashed(this);
        }
    }

    /**
     * @param again whether a later attempt can succeed
     * @param retryAfter how long the receiver demands to wait; null when it does not
     */
    record Result(Outcome outcome, boolean again, @Nullable Duration retryAfter) {}

    private static CustomizableThreadFactory threads() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory("gpulse-notify-http-");
        factory.setDaemon(true);
        return factory;
    }

    /** Never fails. */
    CompletableFuture<Result> send(URI address, MessageFormat.Body body) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(address)
                    .timeout(this.whole)
                    .header("Content-Type", body.type())
                    .header("User-Agent", "gpulse")
                    .POST(HttpRequest.BodyPublishers.ofString(body.text()));
            body.headers().forEach(request::header);
            if (address.getUserInfo() != null) {
                byte[] user = address.getUserInfo().getBytes(StandardCharsets.UTF_8);
                request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
            }
            CompletableFuture<HttpResponse<InputStream>> response =
                    this.client.obtain().sendAsync(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            return response.thenApply(WebhookClient::result)
                    .orTimeout(this.whole.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((result, failure) -> {
                        response.cancel(true);
                        return result == null ? failed(failure) : result;
                    });
        } catch (RuntimeException invalid) {
            return CompletableFuture.completedFuture(failed(invalid));
        }
    }

    private static Result result(HttpResponse<InputStream> response) {
        try {
            response.body().close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        int status = response.statusCode();
        boolean again = status >= 500 || status == REQUEST_TIMEOUT || status == TOO_MANY;
        Duration wait = response.headers()
                .firstValue("Retry-After")
                .filter((seconds) -> seconds.matches("\\d{1,9}"))
                .map((seconds) -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(null);
        return new Result(status / 100 == 2 ? Outcome.DELIVERED : Outcome.REFUSED, again, wait);
    }

    private static Result failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        boolean late = cause instanceof TimeoutException || cause instanceof HttpTimeoutException;
        return new Result(late ? Outcome.TIMED_OUT : Outcome.UNREACHABLE, true, null);
    }

    @Override
    public void close() {
        this.threads.shutdownNow();
    }
}
