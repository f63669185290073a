package io.gpulse.history.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

class ResponseCacheTests {

    private final AtomicLong nanos = new AtomicLong();
    private final ResponseCache<String, Integer> answers = new ResponseCache<>(this.nanos::get);
    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger cancelled = new AtomicInteger();
    private Sinks.One<Integer> source = Sinks.one();

    private Mono<Integer> get(String key) {
        return this.answers.get(key, () -> {
            this.started.incrementAndGet();
            return this.source.asMono().doOnCancel(this.cancelled::incrementAndGet);
        });
    }

    @Test
    void aComputationIsCancelledWhenItsLastClientDisconnects() {
        Disposable first = get("7d").subscribe();
        Disposable second = get("7d").subscribe();
        assertThat(this.started).hasValue(1);

        first.dispose();
        assertThat(this.cancelled).hasValue(0);
        second.dispose();
        assertThat(this.cancelled).hasValue(1);

        get("7d").subscribe();
        assertThat(this.started).as("computed again").hasValue(2);
    }

    @Test
    void aClientThatArrivesDuringACancellationStartsAnotherComputation() {
        List<Integer> received = new ArrayList<>();
        Sinks.One<Integer> never = Sinks.one();
        Disposable first = this.answers
                .get("7d", () -> never.asMono().doOnCancel(() -> get("7d").subscribe(received::add)))
                .subscribe();

        first.dispose();
        this.source.tryEmitValue(5);

        assertThat(received).containsExactly(5);
    }

    @Test
    void clientsShareAComputationAndItsResponseIsCached() {
        List<Integer> received = new ArrayList<>();
        get("7d").subscribe(received::add);
        get("7d").subscribe(received::add);
        this.source.tryEmitValue(5);
        assertThat(received).containsExactly(5, 5);

        this.nanos.addAndGet(Duration.ofSeconds(14).toNanos());
        StepVerifier.create(get("7d")).expectNext(5).verifyComplete();
        assertThat(this.started).hasValue(1);

        this.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        StepVerifier.create(get("7d")).expectNext(5).verifyComplete();
        assertThat(this.started).hasValue(2);
        assertThat(this.cancelled).hasValue(0);
    }

    @Test
    void aFailureIsNotCached() {
        Mono<Integer> answer = get("7d");
        this.source.tryEmitError(new IllegalStateException("busy"));
        StepVerifier.create(answer).verifyErrorMessage("busy");

        this.source = Sinks.one();
        this.source.tryEmitValue(6);
        StepVerifier.create(answer).expectNext(6).verifyComplete();
    }
}
