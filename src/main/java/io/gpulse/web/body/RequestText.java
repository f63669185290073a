package io.gpulse.web.body;

import io.gpulse.web.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** The text of a request's body: UTF-8, whatever charset its type names. */
public final class RequestText {

    private RequestText() {}

    /**
     * Reads a body to its end; empty text when there is none.
     *
     * @param most the largest size in bytes
     * @throws ProblemException through the result, when the body is larger or not UTF-8
     */
    public static Mono<String> of(ServerWebExchange exchange, int most) {
        return DataBufferUtils.join(exchange.getRequest().getBody(), most)
                .map(RequestText::text)
                .onErrorMap(
                        DataBufferLimitException.class,
                        (large) -> ProblemException.tooLarge("The body may have " + most + " bytes at most."))
                .defaultIfEmpty("");
    }

    private static String text(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return utf8(bytes);
    }

    /** @throws ProblemException when they are not UTF-8 */
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
