package io.gpulse.history.answer;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Writes a long text piece by piece: no more than a few pieces are in memory for a client that reads slowly. */
public final class TextPieces {

    /** Characters of a piece. */
    static final int PIECE = 16 << 10;

    private TextPieces() {}

    /** Writes parts of a text, each of which is asked for once the one before has been sent. */
    public static Mono<Void> write(Flux<String> parts, ServerHttpResponse response) {
        DataBufferFactory buffers = response.bufferFactory();
        // A buffer is made when it is written, so that none is left when the client leaves before.
        return response.writeAndFlushWith(parts.concatMap(TextPieces::pieces, 1)
                .map((piece) -> Mono.fromSupplier(() -> encoded(piece, buffers))));
    }

    private static DataBuffer encoded(String piece, DataBufferFactory buffers) {
        return buffers.wrap(piece.getBytes(StandardCharsets.UTF_8));
    }

    /** Never divides a pair of surrogates. */
    static Flux<String> pieces(String text) {
        int[] ends = IntStream.iterate(end(text, 0), (end) -> end(text, end))
                .takeWhile((end) -> end > 0)
                .toArray();
        return Flux.range(0, ends.length).map((i) -> text.substring(i == 0 ? 0 : ends[i - 1], ends[i]));
    }

    /** @return 0 when the text has ended */
    private static int end(String text, int begin) {
        if (begin == text.length()) {
            return 0;
        }
        int end = Math.min(text.length(), begin + PIECE);
        return end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
}
