package io.gpulse.text;

import io.gpulse.stream.SnapshotStream;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ChunkWriter;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Endless texts for terminals, one per round. Its subscribers count as subscribers of the stream of snapshots, are
 * notified by its thread, and end with it.
 */
public final class TextStream {

    private final SnapshotStream stream;
    private volatile @Nullable Rendered newest;

    /** The texts of one round by their keys, each rendered at the first request and then shared. */
    private record Rendered(PublishedSnapshot published, Map<Object, byte[]> texts) {}

    public TextStream(SnapshotStream stream) {
        this.stream = stream;
    }

    /**
     * Writes the text of the latest snapshot and then of each new one, each with its own flush. The caller sets the
     * content type. Fails with a {@link ProblemException} before the first round and when a limit is reached.
     */
    Mono<Void> respond(TextRequest request, ServerWebExchange exchange) {
        return Mono.defer(() -> {
            ServerHttpResponse response = exchange.getResponse();
            HttpHeaders headers = response.getHeaders();
            headers.setCacheControl("no-store, no-transform");
            // Disables the buffering of nginx.
            headers.set("X-Accel-Buffering", "no");
            // A compressor would delay the texts.
            headers.set(HttpHeaders.CONTENT_ENCODING, "identity");
            return ChunkWriter.write(open(request, ClientConnection.of(exchange)), response);
        });
    }

    /** Returns endless chunks of bytes; fails as {@link #respond} does. */
    public Flux<Chunk> open(TextRequest request, ClientConnection connection) {
        Flux<Chunk> chunks = this.stream.openOnStreamThread(
                request.key(), connection, (sink) -> new TextSubscriber(request, this, sink, connection));
        return Flux.defer(() -> this.stream.latest().isPresent() ? chunks : Flux.error(ProblemException.notYet()));
    }

    Optional<PublishedSnapshot> latest() {
        return this.stream.latest();
    }

    ByteBuffer text(PublishedSnapshot published, TextRequest request) {
        Rendered round = this.newest;
        if (round == null || round.published() != published) {
            round = new Rendered(published, new ConcurrentHashMap<>());
            this.newest = round;
        }
        byte[] text = round.texts()
                .computeIfAbsent(
                        request.key(),
                        (key) -> request.text().apply(published.snapshot()).getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(text);
    }
}
