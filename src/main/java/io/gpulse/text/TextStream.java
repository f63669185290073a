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
 * Texts without end, one per round, for terminals. Its subscribers are subscribers of the stream of snapshots, count
 * there, are notified by the same thread, and end with it.
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
     * Answers with the text of the latest snapshot and goes on with those to come, each written and flushed by itself.
     * The content type is the caller's to set. Fails with a {@link ProblemException} before anything is written: when there was
     * no round yet, and when there is no place.
     */
    Mono<Void> answer(TextRequest request, ServerWebExchange exchange) {
        return Mono.defer(() -> {
            ServerHttpResponse response = exchange.getResponse();
            HttpHeaders headers = response.getHeaders();
            headers.setCacheControl("no-store, no-transform");
            // nginx would collect the texts and hand them on in lumps.
            headers.set("X-Accel-Buffering", "no");
            // What is compressed is held back until there is enough of it; so is this for who would take it so.
            headers.set(HttpHeaders.CONTENT_ENCODING, "identity");
            return ChunkWriter.write(open(request, ClientConnection.of(exchange)), response);
        });
    }

    /** Chunks of bytes, without end; refused as {@link #answer} is. */
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
