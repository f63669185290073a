package io.gpulse.insight.silence;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A silence before it is added.
 *
 * @param gpu UUID; null for all
 */
record SilenceDraft(
        String rule, @Nullable String gpu, @Nullable String process, Instant until, String reason) {

    Silence silence(String id, Instant createdAt) {
        return new Silence(id, this.rule, this.gpu, this.process, this.until, this.reason, createdAt);
    }
}
