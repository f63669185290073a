package io.gpulse.api;

import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;

/** Text for terminals. */
final class PlainText {

    static final MediaType TYPE = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private PlainText() {}

    static DataBuffer buffer(String text, ServerHttpResponse response) {
        return response.bufferFactory().wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
