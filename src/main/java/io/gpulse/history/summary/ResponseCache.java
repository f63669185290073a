package io.gpulse.history.summary;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * Responses of the last seconds: equal concurrent requests are computed once. A computation is cancelled when its last
 * client disconnects.
 */
final class ResponseCache<K, T> {

    private static final int MOST = 4;
    private static final Duration KEPT = Duration.ofSeconds(15);

    /** A client may join a computation while its last client cancels it, and then receives the cancellation. */
    private static final Retry JOIN_AGAIN = Retry.max(8).filter(CancellationException.class::isInstance);

    private final LongSupplier nanos;
    private final Map<K, Mono<T>> running = new HashMap<>();
    private final Map<K, Kept<T>> kept = new LinkedHashMap<>();

    private record Kept<T>(T value, long at) {}

    /** @param nanos a monotonic clock, in nanoseconds */
    ResponseCache(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param response subscribed to unless the response is in the cache or being computed */
    Mono<T> get(K key, Supplier<Mono<T>> response) {
        return Mono.defer(() -> cached(key, response)).retryWhen(JOIN_AGAIN);
    }

    private synchronized Mono<T> cached(K key, Supplier<Mono<T>> response) {
        long now = this.nanos.getAsLong();
        this.kept.values().removeIf((one) -> now - one.at >= KEPT.toNanos());
        Kept<T> known = this.kept.get(key);
        return known == null
                ? this.running.computeIfAbsent(key, (first) -> shared(first, response))
                : Mono.just(known.value);
    }

    private Mono<T> shared(K key, Supplier<Mono<T>> response) {
        return Mono.defer(response)
                .doOnNext((value) -> keep(key, value))
                .doFinally((end) -> remove(key))
                .flux()
                .replay(1)
                .refCount()
                .singleOrEmpty();
    }

    private synchronized void keep(K key, T value) {
        this.kept.put(key, new Kept<>(value, this.nanos.getAsLong()));
        while (this.kept.size() > MOST) {
            this.kept.remove(this.kept.keySet().iterator().next());
        }
    }

    private synchronized void remove(K key) {
        this.running.remove(key);
    }
}
