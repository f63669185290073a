package io.gpulse.history.answer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a long text in pieces, only a few of which are in memory for a slow client. */
public final class TextPieces {

    /** Bytes of a piece. */
    static final int PIECE = 16 << 10;

    private TextPieces() {}

    /** Writes parts of a text, each of which is requested once the one before is sent. */
    public static Mono<Void> write(Flux<String> parts, ServerHttpResponse response) {
        DataBufferFactory buffers = response.bufferFactory();
        // Buffers are allocated when they are written, so that none leaks when the client disconnects.
        return response.writeAndFlushWith(
                parts.concatMap(TextPieces::pieces, 1).map((piece) -> Mono.fromSupplier(() -> buffers.wrap(piece))));
    }

    /** Splits a text, encoded in UTF-8. */
    static Flux<ByteBuffer> pieces(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int pieces = (bytes.length + PIECE - 1) / PIECE;
        return Flux.range(0, pieces)
                .map((i) -> ByteBuffer.wrap(bytes, i * PIECE, Math.min(PIECE, bytes.length - i * PIECE)));
    }
}
