package io.gpulse.web;

import java.nio.charset.StandardCharsets;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.publisher.Mono;

/** Text for terminals. */
public final class PlainText {

    public static final MediaType TYPE = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private PlainText() {}

    /** Writes a text that caches must not store. The caller sets the content type. */
    public static Mono<Void> write(String text, ServerHttpResponse response) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        response.getHeaders().setCacheControl(CacheControl.noStore());
        response.getHeaders().setContentLength(bytes.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(bytes)));
    }
}
