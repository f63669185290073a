package io.gpulse.view;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gpulse.web.gzip.GzipBlock;
import java.io.ByteArrayOutputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one snapshot in one view, shared by all responses: an event, of which the JSON is a part. They are
 * compressed when first requested so, or when the plain bytes are dropped.
 */
public final class EncodedSnapshot {

    private static final byte[] END = "\n\n".getBytes(US_ASCII);
    private static final GzipBlock COMPRESSED_END = GzipBlock.store(ByteBuffer.wrap(END));

    private final byte[] prefix;
    private volatile byte @Nullable [] event;
    private volatile WeakReference<byte[]> restored = new WeakReference<>(null);
    private volatile @Nullable Compressed compressed;

    /** @param json a part of the bytes of the event */
    private record Compressed(GzipBlock event, GzipBlock json) {}

    private EncodedSnapshot(byte[] prefix, byte[] event) {
        this.prefix = prefix;
        this.event = event;
    }

    static EncodedSnapshot of(long sequence, Consumer<ByteArrayOutputStream> json) {
        byte[] prefix = ("id:" + sequence + "\nevent:snapshot\ndata:").getBytes(US_ASCII);
        ByteArrayOutputStream event = new ByteArrayOutputStream(8192);
        event.writeBytes(prefix);
        json.accept(event);
        event.writeBytes(END);
        return new EncodedSnapshot(prefix, event.toByteArray());
    }

    public ByteBuffer event() {
        return ByteBuffer.wrap(plain());
    }

    /** Returns the JSON and a line break. */
    public ByteBuffer line() {
        byte[] event = plain();
        return ByteBuffer.wrap(event, this.prefix.length, event.length - this.prefix.length - 1);
    }

    ByteBuffer json() {
        return jsonOf(plain());
    }

    public GzipBlock compressedEvent() {
        return compressed().event();
    }

    public GzipBlock compressedJson() {
        return compressed().json();
    }

    /** Drops the plain bytes, which are restored from the compressed ones when requested. */
    void compact() {
        byte[] plain = this.event;
        if (plain != null) {
            compressed();
            this.restored = new WeakReference<>(plain);
            this.event = null;
        }
    }

    /** Returns the number of bytes in memory. */
    int size() {
        byte[] plain = this.event;
        Compressed known = this.compressed;
        return this.prefix.length
                + (plain == null ? 0 : plain.length)
                + (known == null ? 0 : known.event().size());
    }

    private ByteBuffer jsonOf(byte[] event) {
        return ByteBuffer.wrap(event, this.prefix.length, event.length - this.prefix.length - END.length);
    }

    private byte[] plain() {
        byte[] plain = this.event;
        if (plain == null) {
            plain = this.restored.get();
        }
        if (plain == null) {
            plain = restore(compressed().json());
            this.restored = new WeakReference<>(plain);
        }
        return plain;
    }

    private byte[] restore(GzipBlock json) {
        byte[] event = Arrays.copyOf(this.prefix, this.prefix.length + json.length() + END.length);
        json.inflate(event, this.prefix.length);
        System.arraycopy(END, 0, event, event.length - END.length, END.length);
        return event;
    }

    private synchronized Compressed compressed() {
        Compressed known = this.compressed;
        if (known == null) {
            GzipBlock json = GzipBlock.compress(jsonOf(plain()));
            GzipBlock start = GzipBlock.store(ByteBuffer.wrap(this.prefix));
            GzipBlock whole = start.then(json).then(COMPRESSED_END);
            known = new Compressed(whole, json.within(whole, start.size()));
            this.compressed = known;
        }
        return known;
    }
}
