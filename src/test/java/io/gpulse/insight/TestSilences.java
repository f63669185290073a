package io.gpulse.insight;

import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Silences on a clock that a test sets. */
final class TestSilences {

    static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private final SettableClock clock = new SettableClock(START);
    private final Silences silences = new Silences(List.of(), Optional::empty, this.clock);

    Silences all() {
        return this.silences;
    }

    void add(String rule, @Nullable String gpu, @Nullable String process, Duration lasting) {
        this.silences.add(new SilenceRequest(rule, gpu, process, lasting.toSeconds() + "s", "test"), gpu);
    }

    void pass(Duration duration) {
        this.clock.advance(duration);
    }
}
