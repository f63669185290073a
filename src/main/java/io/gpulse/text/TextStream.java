package io.gpulse.text;

import io.gpulse.stream.SnapshotStream;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ChunkWriter;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import java.nio.ByteBuffer;
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
    private final TextSubscriber.Rounds rounds;
    private volatile @Nullable RenderedTextCache newest;

    public TextStream(SnapshotStream stream) {
        this.stream = stream;
        this.rounds = new TextSubscriber.Rounds(stream::latest, this::text);
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
                request.key(),
                connection,
                (sink) -> new TextSubscriber(request, this.rounds, sink, connection.writable()));
        return Flux.defer(() -> this.stream.latest().isPresent() ? chunks : Flux.error(ProblemException.notYet()));
    }

    private ByteBuffer text(PublishedSnapshot published, TextRequest request) {
        RenderedTextCache known = this.newest;
        if (known == null || !known.isOf(published)) {
            known = new RenderedTextCache(published);
            this.newest = known;
        }
        return known.in(request);
    }
}
