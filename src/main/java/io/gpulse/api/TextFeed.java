package io.gpulse.api;

import io.gpulse.web.Refusal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Texts without end, one per round, for terminals. Its readers sit in the audience of the stream of snapshots, count
 * there, are told by the same thread, and end with it.
 */
final class TextFeed {

    private final SnapshotStream stream;
    private final TextSubscriber.Rounds rounds;
    private volatile @Nullable TextOfRound newest;

    TextFeed(SnapshotStream stream) {
        this.stream = stream;
        this.rounds = new TextSubscriber.Rounds(stream::latest, this::text);
    }

    /**
     * Answers with the text of the latest snapshot and goes on with those to come, each written and flushed by itself.
     * The content type is the caller's to set. Fails with a {@link Refusal} before anything is written: when there was
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
            return ChunkWriter.write(open(request, Guest.of(exchange)), response);
        });
    }

    /** Chunks of bytes, without end; refused as {@link #answer} is. */
    Flux<Chunk> open(TextRequest request, Guest guest) {
        Flux<Chunk> chunks = this.stream.open(
                request.key(), guest, (sink) -> new TextSubscriber(request, this.rounds, sink, guest.writable()));
        return Flux.defer(() -> this.stream.latest().isPresent() ? chunks : Flux.error(Refusal.notYet()));
    }

    private ByteBuffer text(Round round, TextRequest request) {
        TextOfRound known = this.newest;
        if (known == null || !known.isOf(round)) {
            known = new TextOfRound(round);
            this.newest = known;
        }
        return known.in(request);
    }
}
