package io.gpulse.history;

import io.gpulse.web.Refusal;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Bounds how many series are held for clients at once, who may read them slowly or not at all. */
final class AnswersUnderWay implements WebFilter {

    private static final int MOST = 12;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final String HELD = AnswersUnderWay.class.getName();

    /** As the handler is found: a path can be written in several ways, and whoever takes a place must give it back. */
    private static final PathPattern PATH = PathPatternParser.defaultInstance.parse("/api/v1/history");

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
        if (!PATH.matches(exchange.getRequest().getPath().pathWithinApplication())) {
            return chain.filter(exchange);
        }
        return chain.filter(exchange).timeout(LONGEST).doFinally((end) -> {
            if (exchange.getAttributes().remove(HELD) != null) {
                this.places.release();
            }
        });
    }
}
