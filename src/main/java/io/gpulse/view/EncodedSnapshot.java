package io.gpulse.view;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The bytes of one snapshot in one view, made once and written to everybody: an event, of which the JSON is a part. */
public final class EncodedSnapshot {

    private final byte[] event;
    private final int json;

    private EncodedSnapshot(byte[] event, int json) {
        this.event = event;
        this.json = json;
    }

    static EncodedSnapshot of(long sequence, Consumer<ByteArrayOutputStream> json) {
        ByteArrayOutputStream event = new ByteArrayOutputStream(8192);
        event.writeBytes(("id:" + sequence + "\nevent:snapshot\ndata:").getBytes(StandardCharsets.US_ASCII));
        int start = event.size();
        json.accept(event);
        event.write('\n');
        event.write('\n');
        return new EncodedSnapshot(event.toByteArray(), start);
    }

    public ByteBuffer event() {
        return ByteBuffer.wrap(this.event);
    }

    /** The JSON with the line break behind it. */
    public ByteBuffer line() {
        return ByteBuffer.wrap(this.event, this.json, this.event.length - this.json - 1);
    }

    ByteBuffer json() {
        return ByteBuffer.wrap(this.event, this.json, this.event.length - this.json - 2);
    }

    int size() {
        return this.event.length;
    }
}
