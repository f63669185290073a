package io.gpulse.selection;

import io.gpulse.stream.SnapshotStream;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ChunkWriter;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ClientAddress;
import io.gpulse.web.LongLivedResponse;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests that wait for GPUs. Each round answers those whose GPUs are free, in the order of their arrival. They count
 * as subscribers of the stream of snapshots, are notified by its thread, and end with it.
 */
public final class Waits {

    static final int MOST = 256;
    static final int MOST_OF_ADDRESS = 64;

    private static final Duration LATER = Duration.ofSeconds(30);

    private final SnapshotStream stream;
    private final Holds holds;
    private final JsonMapper json;
    private final List<Wait<?>> queue = new ArrayList<>();
    private @Nullable PublishedSnapshot served;
    private long servedVersion;

    Waits(SnapshotStream stream, Holds holds, JsonMapper json) {
        this.stream = stream;
        this.holds = holds;
        this.json = json;
    }

    /**
     * Responds as soon as the goal is reached or the time is over: with Server-Sent Events where the client names them,
     * otherwise by the function.
     *
     * @param respond receives the end of the wait, or the latest answer when the time is over
     */
    public <T> Mono<ResponseEntity<Object>> respond(
            Goal<T> goal, Duration time, ServerWebExchange exchange, Function<Object, ResponseEntity<Object>> respond) {
        boolean events = LongLivedResponse.acceptsEvents(exchange.getRequest().getHeaders());
        String network = ClientAddress.of(exchange.getRequest()).network();
        Wait<T> wait = new Wait<>(goal, network, events ? this.json : null);
        Flux<Chunk> chunks = waiting(wait, time, ClientConnection.of(exchange));
        if (!events) {
            return chunks.then(Mono.defer(() -> wait.isOver() ? Mono.just(respond.apply(wait.end())) : unserved()));
        }
        LongLivedResponse.setHead(exchange.getResponse().getHeaders(), MediaType.TEXT_EVENT_STREAM);
        Flux<Chunk> last = Flux.defer(() -> Flux.fromStream(wait.lastEvent()));
        return ChunkWriter.write(chunks.concatWith(last), exchange.getResponse())
                .then(Mono.empty());
    }

    /** The client has disconnected, or gpulse stops. */
    private Mono<ResponseEntity<Object>> unserved() {
        return this.stream.isRunning()
                ? Mono.empty()
                : Mono.error(ProblemException.unavailable("gpulse stops; try again later.", LATER));
    }

    private Flux<Chunk> waiting(Wait<?> wait, Duration time, ClientConnection connection) {
        return Flux.defer(() -> {
                    join(wait, time);
                    return wait.isOver()
                            ? Flux.<Chunk>empty()
                            : this.stream
                                    .openOnStreamThread(
                                            SnapshotStream.NO_ENCODING,
                                            connection,
                                            (sink) -> new WaitSubscriber(wait, this::serve, sink, connection))
                                    .takeUntilOther(Mono.delay(time).doOnNext((over) -> expire(wait)));
                })
                .doFinally((end) -> leave(wait, end));
    }

    /** Looks at the latest round; a request with no time does not enter the queue. */
    private void join(Wait<?> wait, Duration time) {
        serve();
        synchronized (this) {
            if (!time.isZero()) {
                String network = wait.network();
                require(this.queue.size() < MOST, "gpulse has reached its limit of " + MOST);
                require(
                        this.queue.stream()
                                        .filter((other) -> other.network().equals(network))
                                        .count()
                                < MOST_OF_ADDRESS,
                        "Your address has reached its limit of " + MOST_OF_ADDRESS);
                this.queue.add(wait);
            }
            this.stream.latest().ifPresent((latest) -> wait.serve(latest, new HashMap<>()));
            if (time.isZero() && !wait.isOver()) {
                wait.expire();
            }
        }
    }

    private static void require(boolean admitted, String otherwise) {
        if (!admitted) {
            throw ProblemException.tooManyRequests(otherwise + " requests that wait; try again later.", LATER);
        }
    }

    private synchronized void expire(Wait<?> wait) {
        wait.expire();
    }

    private synchronized void leave(Wait<?> wait, SignalType end) {
        this.queue.remove(wait);
        if (end == SignalType.CANCEL) {
            wait.undo();
        }
    }

    /** Returns the number of requests that wait. */
    synchronized int waiting() {
        return this.queue.size();
    }

    /** Looks at the latest round for all requests that wait, unless neither the round nor the holds have changed. */
    void serve() {
        List<Runnable> over = new ArrayList<>();
        synchronized (this) {
            PublishedSnapshot latest = this.stream.latest().orElse(null);
            if (latest == null || (latest == this.served && this.holds.version() == this.servedVersion)) {
                return;
            }
            Map<Object, Object> answers = new HashMap<>();
            this.queue.forEach((wait) -> {
                boolean waits = !wait.isOver();
                // Others have less after it.
                if (wait.serve(latest, answers)) {
                    answers.clear();
                }
                if (waits && wait.isOver()) {
                    over.add(wait.onOver());
                }
            });
            this.served = latest;
            this.servedVersion = this.holds.version();
        }
        over.forEach(Runnable::run);
    }
}
