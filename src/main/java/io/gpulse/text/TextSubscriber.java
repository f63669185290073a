package io.gpulse.text;

import io.gpulse.stream.ChunkSubscriber;
import io.gpulse.stream.SampleThrottle;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * A subscriber of texts. It writes the latest round when its connection has room, and skips the rounds between. At most
 * one chunk is on the way to the connection.
 */
final class TextSubscriber extends ChunkSubscriber {

    private final TextRequest request;
    private final Rounds rounds;
    private final FluxSink<Chunk> sink;
    private final BooleanSupplier writable;
    private final SampleThrottle throttle;
    private final AtomicBoolean underway = new AtomicBoolean();
    private boolean headerWritten;
    private boolean anythingWritten;
    private @Nullable PublishedSnapshot last;

    /** @param writable whether a write does not queue */
    TextSubscriber(TextRequest request, Rounds rounds, FluxSink<Chunk> sink, BooleanSupplier writable) {
        super(sink);
        this.request = request;
        this.rounds = rounds;
        this.sink = sink;
        this.writable = writable;
        this.throttle = new SampleThrottle(request.every());
        this.headerWritten = request.header().isEmpty();
    }

    /** The source of rounds and their texts. */
    record Rounds(
            Supplier<Optional<PublishedSnapshot>> latest,
            BiFunction<PublishedSnapshot, TextRequest, ByteBuffer> text) {}

    // Writes a pending round if the connection has room by now.
    @Override
    public void heartbeat() {
        advance();
    }

    @Override
    protected void step() {
        if (!this.headerWritten && isReady()) {
            this.headerWritten = true;
            write(ByteBuffer.wrap(this.request.header().getBytes(StandardCharsets.UTF_8)));
        }
        PublishedSnapshot latest = this.rounds.latest().get().orElse(null);
        if (latest == null || latest == this.last || !isReady()) {
            return;
        }
        this.last = latest;
        if (this.throttle.admits(latest.snapshot())) {
            ByteBuffer text = this.rounds.text().apply(latest, this.request);
            // The first text is written even if empty, to send the response's headers.
            if (text.hasRemaining() || !this.anythingWritten) {
                write(text);
            }
        }
    }

    private boolean isReady() {
        return !this.underway.get() && this.sink.requestedFromDownstream() > 0 && this.writable.getAsBoolean();
    }

    private void write(ByteBuffer text) {
        this.anythingWritten = true;
        this.underway.set(true);
        this.sink.next(new Chunk(this::onWritten, text));
    }

    private void onWritten() {
        this.underway.set(false);
        advance();
    }
}
