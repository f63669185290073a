package io.gpulse.text;

import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The texts of one round, each rendered at the first request and then shared. */
final class RenderedTextCache {

    private final PublishedSnapshot published;
    private final Map<Object, byte[]> texts = new ConcurrentHashMap<>();

    RenderedTextCache(PublishedSnapshot published) {
        this.published = published;
    }

    boolean isOf(PublishedSnapshot other) {
        return this.published == other;
    }

    ByteBuffer in(TextRequest request) {
        byte[] bytes = this.texts.computeIfAbsent(
                request.key(),
                (key) -> request.text().apply(this.published.snapshot()).getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(bytes);
    }
}
