package io.gpulse.stream;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.view.PublishedSnapshot;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.FluxSink;

/**
 * Writes one subscriber's response: through its publisher, and, as long as everybody is notified of a round and nothing
 * waits in the publisher, in frames below the HTTP codec, of which the snapshot's is shared.
 */
final class ResponseWriter {

    // Chunks that are on their way to the connection's own buffer.
    private static final int MAX_WAITING = 4;

    private final FluxSink<Chunk> sink;
    private final ContentCoding coding;
    private final Representation representation;
    private final ClientConnection connection;
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean anythingWritten;
    private boolean framed;
    private boolean inRound;

    ResponseWriter(FluxSink<Chunk> sink, ResponseTarget target) {
        this.sink = sink;
        this.coding = target.coding();
        this.representation = target.representation();
        this.connection = target.connection();
    }

    boolean isReady() {
        return this.sink.requestedFromDownstream() > 0
                && this.waiting.get() < MAX_WAITING
                && this.connection.writable().getAsBoolean();
    }

    boolean hasWritten() {
        return this.anythingWritten;
    }

    /**
     * Whether this is a task of its own on the connection's event loop. What the publisher was given before has then
     * been written, or waits.
     */
    void setInRound(boolean inRound) {
        this.inRound = inRound;
        FrameWriter frames = this.connection.frames();
        this.framed = this.framed || (this.anythingWritten && frames != null && frames.isReady());
    }

    /** Whether its own round is still to come, in which its bytes are shared. */
    boolean isYetToBeShared(PublishedSnapshot published) {
        return direct() != null && this.representation.isYetToCome(published);
    }

    void write(ByteBuffer text, Runnable onWritten) {
        write(this.coding.text(text), onWritten);
    }

    /** @param lag what stands before the snapshot, in the same chunk */
    void write(@Nullable ByteBuffer lag, PublishedSnapshot published, Runnable onWritten) {
        if (lag == null && writeShared(published)) {
            return;
        }
        List<ByteBuffer> parts = new ArrayList<>(lag == null ? List.of() : this.coding.text(lag));
        EncodedSnapshot encoded = published.encoded(this.representation.key().view());
        parts.addAll(this.coding.snapshot(encoded, format()));
        write(parts, onWritten);
    }

    private boolean writeShared(PublishedSnapshot published) {
        FrameWriter direct = direct();
        SharedChunk shared = direct == null ? null : this.representation.chunk(published);
        ByteBuf frame = shared == null ? null : shared.acquire();
        if (direct == null || shared == null || frame == null) {
            return false;
        }
        this.coding.onShared(shared.encoded(), format());
        direct.write(frame);
        return true;
    }

    private StreamFormat format() {
        return this.representation.key().format();
    }

    private void write(List<ByteBuffer> parts, Runnable onWritten) {
        FrameWriter direct = direct();
        if (direct != null) {
            direct.write(FrameWriter.frame(parts));
            return;
        }
        this.anythingWritten = true;
        this.waiting.incrementAndGet();
        this.sink.next(new Chunk(
                () -> {
                    this.waiting.decrementAndGet();
                    onWritten.run();
                },
                parts));
    }

    private @Nullable FrameWriter direct() {
        return this.inRound && this.framed && this.waiting.get() == 0 ? this.connection.frames() : null;
    }
}
