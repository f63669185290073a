package io.gpulse.history.answer;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a long text in pieces, only a few of which are in memory for a slow client. */
public final class TextPieces {

    /** Characters of a piece. */
    static final int PIECE = 16 << 10;

    private TextPieces() {}

    /** Writes parts of a text, each of which is requested once the one before is sent. */
    public static Mono<Void> write(Flux<String> parts, ServerHttpResponse response) {
        DataBufferFactory buffers = response.bufferFactory();
        // Buffers are allocated when they are written, so that none leaks when the client disconnects.
        return response.writeAndFlushWith(parts.concatMap(TextPieces::pieces, 1)
                .map((piece) -> Mono.fromSupplier(() -> encoded(piece, buffers))));
    }

    private static DataBuffer encoded(String piece, DataBufferFactory buffers) {
        return buffers.wrap(piece.getBytes(StandardCharsets.UTF_8));
    }

    /** Splits a text, but not between two surrogates. */
    static Flux<String> pieces(String text) {
        int[] ends = IntStream.iterate(end(text, 0), (end) -> end(text, end))
                .takeWhile((end) -> end > 0)
                .toArray();
        return Flux.range(0, ends.length).map((i) -> text.substring(i == 0 ? 0 : ends[i - 1], ends[i]));
    }

    /** Returns the end of the piece; 0 at the end of the text. */
    private static int end(String text, int begin) {
        if (begin == text.length()) {
            return 0;
        }
        int end = Math.min(text.length(), begin + PIECE);
        return end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
}
