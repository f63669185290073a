package io.gpulse.stream.wire;

import io.gpulse.view.EncodedSnapshot;
import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The framed bytes of a round in direct memory, shared by the writes of all subscribers of a representation. Created
 * for the first write; freed after the last one, once all subscribers have been notified.
 */
final class SharedChunk {

    private final long sequence;
    private final Supplier<EncodedSnapshot> encoder;
    private final Representation representation;
    private @Nullable EncodedSnapshot encoded;
    private @Nullable ByteBuf frame;
    private boolean released;

    SharedChunk(long sequence, Supplier<EncodedSnapshot> encoder, Representation representation) {
        this.sequence = sequence;
        this.encoder = encoder;
        this.representation = representation;
    }

    long sequence() {
        return this.sequence;
    }

    synchronized EncodedSnapshot encoded() {
        EncodedSnapshot known = this.encoded;
        if (known == null) {
            known = this.encoder.get();
            this.encoded = known;
        }
        return known;
    }

    /** Returns the frame for one write, which releases it; null after {@link #release}. */
    synchronized @Nullable ByteBuf acquire() {
        if (this.released) {
            return null;
        }
        ByteBuf made = this.frame;
        if (made == null) {
            made = FrameWriter.frame(this.representation.parts(encoded()));
            this.frame = made;
        }
        return made.retainedDuplicate();
    }

    /** Creates the frame in advance. */
    void prepare() {
        try {
            ByteBuf duplicate = acquire();
            if (duplicate != null) {
                duplicate.release();
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            // Each subscriber tries again, and reports its own failure.
        }
    }

    /** Drops this object's own reference; pending writes keep theirs. */
    synchronized void release() {
        this.released = true;
        if (this.frame != null) {
            this.frame.release();
            this.frame = null;
        }
    }
}
