package io.gpulse.history;

import io.gpulse.web.Refusal;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Bounds how many series are held for clients at once, who may read them slowly or not at all. */
final class AnswersUnderWay implements WebFilter {

    private static final int MOST = 12;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final String HELD = AnswersUnderWay.class.getName();
    private static final String PATH = "/api/v1/history";

    private final Semaphore places = new Semaphore(MOST);

    /**
     * Takes a place until the answer has been sent.
     *
     * @throws Refusal when there is none
     */
    void begin(ServerWebExchange exchange) {
        if (!this.places.tryAcquire()) {
            throw Refusal.unavailable(
                    "Too much is asked of the history at once: " + MOST + " answers are being sent.", RETRY_AFTER);
        }
        exchange.getAttributes().put(HELD, true);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (!exchange.getRequest().getPath().value().endsWith(PATH)) {
            return chain.filter(exchange);
        }
        return chain.filter(exchange).timeout(LONGEST).doFinally((end) -> {
            if (exchange.getAttributes().remove(HELD) != null) {
                this.places.release();
            }
        });
    }
}
