package io.gpulse.selection;

import io.gpulse.stream.SnapshotStream;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ChunkWriter;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.parameter.AcceptedType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests that wait for GPUs. Each round answers those whose GPUs are free, in the order of their arrival. They count
 * as subscribers of the stream of snapshots, are notified by its thread, and end with it.
 */
public final class Waits {

    static final int MOST = 256;

    private static final Duration LATER = Duration.ofSeconds(30);

    private final SnapshotStream stream;
    private final JsonMapper json;
    private final List<Wait<?>> queue = new ArrayList<>();
    private @Nullable PublishedSnapshot served;

    Waits(SnapshotStream stream, JsonMapper json) {
        this.stream = stream;
        this.json = json;
    }

    /**
     * Responds as soon as the goal is reached or the time is over: with Server-Sent Events, or by the function.
     *
     * @param respond receives the end of the wait, or the latest answer when the time is over
     */
    public <T> Mono<ResponseEntity<Object>> respond(
            Goal<T> goal, Duration time, ServerWebExchange exchange, Function<Object, ResponseEntity<Object>> respond) {
        // A client that requests the head alone does not wait.
        boolean isHead = HttpMethod.HEAD.equals(exchange.getRequest().getMethod());
        boolean events = !isHead && AcceptedType.prefers(MediaType.TEXT_EVENT_STREAM, exchange.getRequest());
        Wait<T> wait = new Wait<>(goal, events ? this.json : null);
        Flux<Chunk> chunks = waiting(wait, isHead ? Duration.ZERO : time, ClientConnection.of(exchange));
        if (!events) {
            return chunks.then(Mono.fromCallable(() -> respond.apply(wait.end())));
        }
        HttpHeaders headers = exchange.getResponse().getHeaders();
        headers.setContentType(MediaType.TEXT_EVENT_STREAM);
        headers.setCacheControl("no-cache, no-transform");
        // Disables the buffering of nginx.
        headers.set("X-Accel-Buffering", "no");
        Flux<Chunk> last = Flux.defer(() -> Flux.fromStream(wait.lastEvent()));
        return ChunkWriter.write(chunks.concatWith(last), exchange.getResponse())
                .then(Mono.empty());
    }

    private Flux<Chunk> waiting(Wait<?> wait, Duration time, ClientConnection connection) {
        return Flux.defer(() -> {
                    join(wait);
                    if (wait.isOver() || time.isZero()) {
                        wait.expire();
                        return Flux.<Chunk>empty();
                    }
                    return this.stream
                            .openOnStreamThread(
                                    "wait",
                                    connection,
                                    (sink) -> new WaitSubscriber(wait, this::serve, sink, connection))
                            .takeUntilOther(Mono.delay(time).doOnNext((over) -> wait.expire()));
                })
                .doFinally((end) -> leave(wait));
    }

    private synchronized void join(Wait<?> wait) {
        if (this.queue.size() >= MOST) {
            throw ProblemException.tooManyRequests(
                    "gpulse has reached its limit of " + MOST + " requests that wait; try again later.", LATER);
        }
        serve();
        this.queue.add(wait);
        this.stream.latest().ifPresent((latest) -> wait.serve(latest, new HashMap<>()));
    }

    private synchronized void leave(Wait<?> wait) {
        this.queue.remove(wait);
    }

    /** Returns the number of requests that wait. */
    synchronized int waiting() {
        return this.queue.size();
    }

    /** Serves all again before the next request: GPUs have become free between two rounds. */
    synchronized void onRelease() {
        this.served = null;
    }

    private synchronized void serve() {
        PublishedSnapshot latest = this.stream.latest().orElse(null);
        if (latest == null || latest == this.served) {
            return;
        }
        this.served = latest;
        Map<Object, Object> answers = new HashMap<>();
        this.queue.forEach((wait) -> {
            // Others have less after it.
            if (wait.serve(latest, answers)) {
                answers.clear();
            }
        });
    }
}
