package io.gpulse.history.answer;

import io.gpulse.web.ClientAddress;
import io.gpulse.web.ConnectionProgress;
import java.time.Duration;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.SignalType;
import reactor.util.context.ContextView;

/**
 * Delays a request until it has one of the {@link AnswerPlaces}, before it reads from the history. The permit is held
 * until the response is sent, and the connection of a client that reads too slowly is closed.
 */
public final class ConcurrentQueryLimit implements WebFilter {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final AnswerPlaces places;

    /** @param mostPerAddress maximum number of concurrent responses of one address */
    public ConcurrentQueryLimit(int mostPerAddress) {
        this.places = new AnswerPlaces(mostPerAddress);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Answer answer = new Answer(exchange);
        return chain.filter(exchange)
                .contextWrite((context) -> context.put(Answer.class, answer))
                .doFinally(answer::end);
    }

    /** Completes once the request of this context has a permit; at once without a request. */
    public static Mono<Void> admission(ContextView context) {
        return context.<Answer>getOrEmpty(Answer.class).map(Answer::admission).orElseGet(Mono::empty);
    }

    /** The response to one request. */
    private final class Answer {

        private final ServerWebExchange exchange;
        private final AnswerPlaces.Place place;
        private volatile Runnable unwatch = () -> {};
        private volatile boolean ended;

        Answer(ServerWebExchange exchange) {
            this.exchange = exchange;
            this.place = ConcurrentQueryLimit.this.places.place(
                    ClientAddress.of(exchange.getRequest()).network());
        }

        Mono<Void> admission() {
            return Mono.<Void>create((sink) -> this.place.take(() -> admit(sink)))
                    .timeout(LONGEST_WAIT, Mono.error(AnswerPlaces::refusal));
        }

        private void admit(MonoSink<Void> sink) {
            SlowReader reader = new SlowReader(System::nanoTime);
            this.unwatch = ConnectionProgress.watch(this.exchange.getResponse(), reader::isFastEnough);
            if (this.ended) {
                this.unwatch.run();
            }
            sink.success();
        }

        void end(SignalType how) {
            this.ended = true;
            this.unwatch.run();
            this.place.close();
        }
    }
}
