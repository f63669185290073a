package io.gpulse.history.summary;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Responses of the last seconds: equal concurrent requests are computed once. A computation is cancelled when its last
 * client disconnects.
 */
final class ResponseCache<K, T> {

    private static final int MOST = 4;
    private static final Duration KEPT = Duration.ofSeconds(15);

    private final LongSupplier nanos;
    private final Map<K, Computation<T>> running = new HashMap<>();
    private final Map<K, Kept<T>> kept = new LinkedHashMap<>();

    private record Kept<T>(T value, long at) {}

    /**
     * A response that is being computed. Clients are counted here and not by {@code refCount}, which lets a client join
     * while the last one cancels: that client then receives an error or nothing.
     */
    private static final class Computation<T> {

        private final Sinks.One<T> result = Sinks.one();
        private final Disposable.Swap work = Disposables.swap();
        private int clients;
        private boolean started;
    }

    /** @param nanos a monotonic clock, in nanoseconds */
    ResponseCache(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @param response subscribed to unless the response is in the cache or being computed */
    Mono<T> get(K key, Supplier<Mono<T>> response) {
        return Mono.defer(() -> cached(key, response));
    }

    private Mono<T> cached(K key, Supplier<Mono<T>> response) {
        Computation<T> joined;
        boolean first;
        synchronized (this) {
            long now = this.nanos.getAsLong();
            this.kept.values().removeIf((one) -> now - one.at >= KEPT.toNanos());
            Kept<T> known = this.kept.get(key);
            if (known != null) {
                return Mono.just(known.value);
            }
            joined = this.running.computeIfAbsent(key, (absent) -> new Computation<>());
            joined.clients++;
            first = !joined.started;
            joined.started = true;
        }
        if (first) {
            start(key, joined, response);
        }
        return joined.result.asMono().doOnCancel(() -> leave(key, joined));
    }

    private void start(K key, Computation<T> computation, Supplier<Mono<T>> response) {
        computation.work.update(Mono.defer(response)
                .doOnNext((value) -> keep(key, value))
                .doFinally((end) -> remove(key, computation))
                .subscribe(
                        computation.result::tryEmitValue,
                        computation.result::tryEmitError,
                        computation.result::tryEmitEmpty));
    }

    private void leave(K key, Computation<T> computation) {
        synchronized (this) {
            computation.clients--;
            if (computation.clients > 0) {
                return;
            }
            this.running.remove(key, computation);
        }
        computation.work.dispose();
    }

    private synchronized void keep(K key, T value) {
        this.kept.put(key, new Kept<>(value, this.nanos.getAsLong()));
        while (this.kept.size() > MOST) {
            this.kept.remove(this.kept.keySet().iterator().next());
        }
    }

    private synchronized void remove(K key, Computation<T> computation) {
        this.running.remove(key, computation);
    }
}
