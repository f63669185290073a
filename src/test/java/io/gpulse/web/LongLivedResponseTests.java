package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.FollowEveryBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.WebFilterChain;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

@FollowEveryBuffer
@Tag("both-compilers-3")
class LongLivedResponseTests {

    private final MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));
    private final List<String> events = new ArrayList<>();

    @Test
    void responseIsWrittenAfterTheFiltersHaveCompleted() {
        StepVerifier.create(filtered((exchange) -> lasting(Mono.fromRunnable(() -> this.events.add("written")))
                        .doOnTerminate(() -> this.events.add("handled"))))
                .verifyComplete();
        assertThat(this.events).containsExactly("handled", "written", "ended");
    }

    @Test
    void failureReachesTheFiltersAfterTheHandler() {
        StepVerifier.create(filtered((exchange) ->
                        lasting(Mono.error(new IllegalStateException("broken"))).onErrorComplete()))
                .verifyErrorMessage("broken");
        assertThat(this.events).containsExactly("ended");
    }

    @Test
    void responseThatNeverStartsEndsToo() {
        StepVerifier.create(filtered((exchange) -> lasting(Mono.fromRunnable(() -> this.events.add("written")))
                        .then(Mono.error(new IllegalStateException("refused")))))
                .verifyErrorMessage("refused");
        assertThat(this.events).containsExactly("ended");
    }

    @Test
    void disconnectEndsTheResponse() {
        Disposable client = filtered((exchange) -> lasting(Mono.never())).subscribe();
        assertThat(this.events).isEmpty();
        client.dispose();
        assertThat(this.events).containsExactly("ended");
    }

    @Test
    void clientThatLeftBeforeTheHandlerReceivesNothing() {
        Disposable client = filtered((exchange) -> Mono.never()).subscribe();
        client.dispose();

        StepVerifier.create(lasting(Mono.fromRunnable(() -> this.events.add("written"))))
                .verifyComplete();
        assertThat(this.events).containsExactly("ended");
    }

    @Test
    void otherResponsesAreUnchanged() {
        StepVerifier.create(filtered((exchange) -> Mono.fromRunnable(() -> this.events.add("written"))))
                .verifyComplete();
        assertThat(this.events).containsExactly("written");
    }

    @Test
    void withoutTheFilterTheHandlerWritesTheResponse() {
        StepVerifier.create(lasting(Mono.fromRunnable(() -> this.events.add("written"))))
                .verifyComplete();
        assertThat(this.events).containsExactly("written", "ended");
    }

    private Mono<Void> filtered(WebFilterChain handler) {
        return new LongLivedResponse().filter(this.exchange, handler);
    }

    private Mono<Void> lasting(Mono<Void> response) {
        return LongLivedResponse.write(this.exchange, () -> response, () -> this.events.add("ended"));
    }
}
