package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The text of a request's body: UTF-8, regardless of the charset in its type. */
public final class RequestText {

    private RequestText() {}

    /**
     * Reads a body to its end; an absent body is an empty text. The result fails with a {@link ProblemException} when
     * the body is too large or not UTF-8.
     *
     * @param max maximum size in bytes
     */
    public static Mono<String> of(ServerWebExchange exchange, int max) {
        requirePlain(exchange);
        return DataBufferUtils.join(exchange.getRequest().getBody(), max)
                .map(RequestText::text)
                .onErrorMap(
                        DataBufferLimitException.class,
                        (large) -> ProblemException.tooLarge("The body may have " + max + " bytes at most."))
                .defaultIfEmpty("");
    }

    /** @throws ProblemException for a compressed body: a small one could become very large */
    public static void requirePlain(ServerWebExchange exchange) {
        String coding = String.join(",", exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.CONTENT_ENCODING));
        if (!coding.isEmpty() && !coding.equalsIgnoreCase("identity")) {
            throw ProblemException.unsupportedMediaType(
                    "The body has the Content-Encoding '" + coding + "'; send it uncompressed.");
        }
    }

    private static String text(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return utf8(bytes);
    }

    /** @throws ProblemException for bytes that are not UTF-8 */
    static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw ProblemException.badRequest("The body is not valid UTF-8.");
        }
    }
}
