package io.gpulse.history.summary;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * Answers of the last seconds: several pages that ask the same at once cost what one does. A computation is cancelled
 * when its last client leaves.
 */
final class ResponseCache<K, T> {

    private static final int MOST = 4;
    private static final Duration KEPT = Duration.ofSeconds(15);

    private final LongSupplier nanos;
    private final Map<K, Mono<T>> running = new HashMap<>();
    private final Map<K, Kept<T>> kept = new LinkedHashMap<>();

    private record Kept<T>(T value, long at) {}

    /** @param nanos a monotonic clock, in nanoseconds */
    ResponseCache(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param answer subscribed to when there is none yet, and none is being computed */
    Mono<T> get(K question, Supplier<Mono<T>> answer) {
        return Mono.defer(() -> known(question, answer));
    }

    private synchronized Mono<T> known(K question, Supplier<Mono<T>> answer) {
        long now = this.nanos.getAsLong();
        this.kept.values().removeIf((one) -> now - one.at >= KEPT.toNanos());
        Kept<T> known = this.kept.get(question);
        return known == null
                ? this.running.computeIfAbsent(question, (first) -> shared(first, answer))
                : Mono.just(known.value);
    }

    private Mono<T> shared(K question, Supplier<Mono<T>> answer) {
        return Mono.defer(answer)
                .doOnNext((value) -> keep(question, value))
                .doFinally((end) -> forget(question))
                .flux()
                .replay(1)
                .refCount()
                .singleOrEmpty();
    }

    private synchronized void keep(K question, T value) {
        this.kept.put(question, new Kept<>(value, this.nanos.getAsLong()));
        while (this.kept.size() > MOST) {
            this.kept.remove(this.kept.keySet().iterator().next());
        }
    }

    private synchronized void forget(K question) {
        this.running.remove(question);
    }
}
