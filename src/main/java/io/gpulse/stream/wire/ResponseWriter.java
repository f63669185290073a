package io.gpulse.stream.wire;

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
 * Writes the response of one subscriber: through its publisher, or, during the notification of a round and with an
 * empty publisher, in frames below the HTTP codec.
 */
public final class ResponseWriter {

    /** Chunks on the way to the connection's own buffer. */
    private static final int MAX_WAITING = 4;

    private final FluxSink<Chunk> sink;
    private final ContentCoding coding;
    private final Representation representation;
    private final ClientConnection connection;
    private final AtomicInteger waiting = new AtomicInteger();
    private boolean anythingWritten;
    private boolean framed;
    private boolean inRound;

    /**
     * @param coding of this response alone
     * @param representation shared with other subscribers
     */
    public ResponseWriter(
            FluxSink<Chunk> sink, ContentCoding coding, Representation representation, ClientConnection connection) {
        this.sink = sink;
        this.coding = coding;
        this.representation = representation;
        this.connection = connection;
    }

    public ClientConnection connection() {
        return this.connection;
    }

    public boolean isReady() {
        return this.sink.requestedFromDownstream() > 0
                && this.waiting.get() < MAX_WAITING
                && this.connection.writable().getAsBoolean();
    }

    public boolean hasWritten() {
        return this.anythingWritten;
    }

    /**
     * Sets whether the current task on the event loop is the notification of a round. Chunks that the publisher has
     * received before are then either written or counted as waiting.
     */
    public void setInRound(boolean inRound) {
        this.inRound = inRound;
        FrameWriter frames = this.connection.frames();
        this.framed = this.framed || (this.anythingWritten && frames != null && frames.isReady());
    }

    /** Returns whether the notification of that round is still to come, with bytes to share. */
    public boolean isSharePending(PublishedSnapshot published) {
        return direct() != null && this.representation.isYetToCome(published);
    }

    public void write(ByteBuffer text, Runnable onWritten) {
        write(this.coding.text(text), onWritten);
    }

    /** @param lag bytes that precede the snapshot in the same chunk */
    public void write(@Nullable ByteBuffer lag, PublishedSnapshot published, Runnable onWritten) {
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
        this.coding.countShared(shared.encoded(), format());
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
