package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Reads the beginnings of events. A compressed event contains its id uncompressed; the rest is inflated for its first
 * subscriber only. Used by one thread.
 */
final class EventReader {

    private static final int PLAIN = 512;

    private final Inflater inflater = new Inflater(true);
    private @Nullable Event newest;

    /** Returns the event; null for a preamble or a heartbeat. */
    @Nullable
    Event in(byte[] head, int length) {
        String text = new String(head, 0, length, ISO_8859_1);
        if (!text.contains("id:")) {
            return null;
        }
        long id = Long.parseLong(Event.between(text, "id:", "\n"));
        Event known = this.newest;
        if (known == null || known.id() != id) {
            // Deflate begins with a stored block, whose first byte is 0.
            known = Event.in(head[0] == 0 ? inflated(head, length) : text);
            this.newest = known;
        }
        return known;
    }

    private String inflated(byte[] head, int length) {
        byte[] plain = new byte[PLAIN];
        this.inflater.reset();
        this.inflater.setInput(head, 0, length);
        try {
            int size = 0;
            int more = 1;
            while (more > 0 && size < PLAIN) {
                more = this.inflater.inflate(plain, size, PLAIN - size);
                size += more;
            }
            return new String(plain, 0, size, ISO_8859_1);
        } catch (DataFormatException damaged) {
            throw new IllegalStateException("What is written as compressed is not", damaged);
        }
    }
}
