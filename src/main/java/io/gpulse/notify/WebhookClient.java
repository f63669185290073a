package io.gpulse.notify;

import io.gpulse.metric.Spelling;
import io.gpulse.web.client.HttpExchanges;
import io.gpulse.web.client.HttpFailure;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/** Sends requests. It reads no body of a response, and throws nothing, since an error could have the address. */
final class WebhookClient implements AutoCloseable {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY = 429;

    private final SingletonSupplier<HttpExchanges> exchanges;

    /** @param whole the longest time for an exchange */
    WebhookClient(Duration whole) {
        this.exchanges = SingletonSupplier.of(() -> new HttpExchanges("gpulse-notify", whole));
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

    /** Never fails. */
    CompletableFuture<Result> send(URI address, MessageFormat.Body body) {
        return this.exchanges
                .obtain()
                .exchange(() -> request(address, body), WebhookClient::result)
                .onErrorResume((failure) -> Mono.just(failed(failure)))
                .toFuture();
    }

    private static HttpExchanges.Request request(URI address, MessageFormat.Body body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .header("Content-Type", body.type())
                .POST(HttpRequest.BodyPublishers.ofString(body.text()));
        body.headers().forEach(request::header);
        if (address.getUserInfo() != null) {
            byte[] user = address.getUserInfo().getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user));
        }
        return new HttpExchanges.Request(request, null);
    }

    private static Result result(HttpResponse<InputStream> response) {
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
        boolean late = HttpFailure.of(failure) == HttpFailure.TIMEOUT;
        return new Result(late ? Outcome.TIMED_OUT : Outcome.UNREACHABLE, true, null);
    }

    @Override
    public void close() {
        this.exchanges.obtain().close();
    }
}
