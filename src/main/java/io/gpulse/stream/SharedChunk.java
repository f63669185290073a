package io.gpulse.stream;

import io.gpulse.view.EncodedSnapshot;
import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A round's bytes in direct memory, framed, which all who take them now are written. They are made for the first who
 * asks, and released when everybody has been notified of the round and the last write is done.
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

    /** Made once somebody has asked. */
    synchronized EncodedSnapshot encoded() {
        EncodedSnapshot known = this.encoded;
        if (known == null) {
            known = this.encoder.get();
            this.encoded = known;
        }
        return known;
    }

    /** For one write, which releases it; null when it is too late. */
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

    /** Makes the bytes before somebody asks. */
    void prepare() {
        try {
            ByteBuf duplicate = acquire();
            if (duplicate != null) {
                duplicate.release();
            }
        } catch (RuntimeException | OutOfMemoryError failure) {
            // It is made again for each who asks, and fails for each.
        }
    }

    /** Gives it up: what is being written is released by its write. */
    synchronized void release() {
        this.released = true;
        if (this.frame != null) {
            this.frame.release();
            this.frame = null;
        }
    }
}
