package io.gpulse.text;

import io.gpulse.stream.ChunkSubscriber;
import io.gpulse.stream.SampleThrottle;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * A subscriber of texts. It writes the latest round when its connection has room, and skips the rounds between. At most
 * one chunk is on the way to the connection.
 */
final class TextSubscriber extends ChunkSubscriber {

    private final TextRequest request;
    private final TextStream texts;
    private final FluxSink<Chunk> sink;
    private final ClientConnection connection;
    private final SampleThrottle throttle;
    private final AtomicBoolean underway = new AtomicBoolean();
    private boolean headerWritten;
    private boolean anythingWritten;
    private @Nullable PublishedSnapshot last;

    TextSubscriber(TextRequest request, TextStream texts, FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
        this.request = request;
        this.texts = texts;
        this.sink = sink;
        this.connection = connection;
        this.throttle = new SampleThrottle(request.every());
        this.headerWritten = request.header().isEmpty();
    }

    @Override
    protected void step() {
        if (!this.headerWritten && isReady()) {
            this.headerWritten = true;
            write(ByteBuffer.wrap(this.request.header().getBytes(StandardCharsets.UTF_8)));
        }
        PublishedSnapshot latest = this.texts.latest().orElse(null);
        if (latest == null || latest == this.last || !isReady()) {
            return;
        }
        this.last = latest;
        if (this.throttle.admits(latest.snapshot())) {
            ByteBuffer text = this.texts.text(latest, this.request);
            // The first text is written even if empty, to send the response's headers.
            if (text.hasRemaining() || !this.anythingWritten) {
                write(text);
            }
        }
    }

    private boolean isReady() {
        return !this.underway.get()
                && this.sink.requestedFromDownstream() > 0
                && this.connection.writable().getAsBoolean();
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
