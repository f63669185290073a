package io.gpulse.text;

import io.gpulse.stream.SampleThrottle;
import io.gpulse.stream.SingleChunkSubscriber;
import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.ClientConnection;
import io.gpulse.view.PublishedSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * A subscriber of texts. It writes the latest round when its connection has room, and skips the rounds between. At most
 * one chunk is on the way to the connection. It ends after the requested number of texts.
 */
final class TextSubscriber extends SingleChunkSubscriber {

    private final TextRequest request;
    private final TextStream texts;
    private final SampleThrottle throttle;
    private boolean headerWritten;
    private boolean anythingWritten;
    private @Nullable PublishedSnapshot last;
    private long written;
    private int lines;

    TextSubscriber(TextRequest request, TextStream texts, FluxSink<Chunk> sink, ClientConnection connection) {
        super(sink, connection);
        this.request = request;
        this.texts = texts;
        this.throttle = new SampleThrottle(request.every());
        this.headerWritten = request.header().isEmpty();
    }

    @Override
    protected void step() {
        if (!this.headerWritten && canWrite()) {
            this.headerWritten = true;
            this.anythingWritten = true;
            write(ByteBuffer.wrap(this.request.header().getBytes(StandardCharsets.UTF_8)));
        }
        PublishedSnapshot latest = this.texts.latest().orElse(null);
        if (latest == null || latest == this.last || this.written == this.request.most() || !canWrite()) {
            return;
        }
        this.last = latest;
        if (this.throttle.admits(latest.snapshot())) {
            ByteBuffer text = paged(this.texts.text(latest, this.request));
            this.written++;
            // The first text is written even if empty, to send the response's headers.
            if (text.hasRemaining() || !this.anythingWritten) {
                this.anythingWritten = true;
                write(text);
            }
            if (this.written == this.request.most()) {
                complete();
            }
        }
    }

    /** Repeats the header after each page. */
    private ByteBuffer paged(ByteBuffer text) {
        if (this.request.page() == 0) {
            return text;
        }
        StringBuilder paged = new StringBuilder();
        StandardCharsets.UTF_8.decode(text).toString().lines().forEach((line) -> {
            boolean begins = this.lines > 0 && this.lines % this.request.page() == 0;
            paged.append(begins ? this.request.header() : "").append(line).append('\n');
            this.lines++;
        });
        return ByteBuffer.wrap(paged.toString().getBytes(StandardCharsets.UTF_8));
    }
}
