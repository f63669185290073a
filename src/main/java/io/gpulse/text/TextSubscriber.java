package io.gpulse.text;

import io.gpulse.stream.RoundListener;
import io.gpulse.stream.SampleThrottle;
import io.gpulse.stream.SerializedDrain;
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
 * A subscriber of texts. Whenever its connection has room, the latest round is written; those in between are nobody's
 * loss. At most one chunk is on its way to the connection.
 */
final class TextSubscriber implements RoundListener {

    private final TextRequest request;
    private final Rounds rounds;
    private final FluxSink<Chunk> sink;
    private final BooleanSupplier writable;
    private final SampleThrottle throttle;
    private final SerializedDrain drain = new SerializedDrain();
    private final AtomicBoolean underway = new AtomicBoolean();
    private volatile boolean ended;
    private boolean headerWritten;
    private boolean anythingWritten;
    private @Nullable PublishedSnapshot seen;

    /** @param writable whether more can be written without queueing */
    TextSubscriber(TextRequest request, Rounds rounds, FluxSink<Chunk> sink, BooleanSupplier writable) {
        this.request = request;
        this.rounds = rounds;
        this.sink = sink;
        this.writable = writable;
        this.throttle = new SampleThrottle(request.every());
        this.headerWritten = request.header().isEmpty();
    }

    /** Where rounds and their texts come from. */
    record Rounds(
            Supplier<Optional<PublishedSnapshot>> latest,
            BiFunction<PublishedSnapshot, TextRequest, ByteBuffer> text) {}

    @Override
    public void advance() {
        this.drain.run(this::step);
    }

    // A reader whose connection has emptied meanwhile need not wait for the next round.
    @Override
    public void heartbeat() {
        advance();
    }

    @Override
    public void end() {
        this.ended = true;
        advance();
    }

    private void step() {
        if (this.ended) {
            this.sink.complete();
            return;
        }
        try {
            writeSnapshot();
        } catch (RuntimeException failure) {
            // What breaks for one must not break the round for all.
            this.sink.error(failure);
        }
    }

    private void writeSnapshot() {
        if (!this.headerWritten && isReady()) {
            this.headerWritten = true;
            write(ByteBuffer.wrap(this.request.header().getBytes(StandardCharsets.UTF_8)));
        }
        PublishedSnapshot latest = this.rounds.latest().get().orElse(null);
        if (latest == null || latest == this.seen || !isReady()) {
            return;
        }
        this.seen = latest;
        if (this.throttle.admits(latest.snapshot())) {
            ByteBuffer text = this.rounds.text().apply(latest, this.request);
            // Also when there is nothing to tell yet, so that the response's headers leave.
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
