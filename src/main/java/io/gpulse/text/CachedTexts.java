package io.gpulse.text;

import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The texts of one round, each made when it is first asked for and then shared. */
final class CachedTexts {

    private final PublishedSnapshot round;
    private final Map<Object, byte[]> texts = new ConcurrentHashMap<>();

    CachedTexts(PublishedSnapshot round) {
        this.round = round;
    }

    boolean isOf(PublishedSnapshot other) {
        return this.round == other;
    }

    ByteBuffer in(TextRequest request) {
        byte[] bytes = this.texts.computeIfAbsent(
                request.key(),
                (key) -> request.text().apply(this.round.snapshot()).getBytes(StandardCharsets.UTF_8));
        return ByteBuffer.wrap(bytes);
    }
}
