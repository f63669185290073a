package io.gpulse.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** How a stream is written down. */
enum Wire {
    /** Server-Sent Events. */
    EVENTS(MediaType.TEXT_EVENT_STREAM, "retry: 2000\n\n", ":\n\n") {
        @Override
        ByteBuffer snapshot(Frame frame) {
            return frame.event();
        }

        @Override
        ByteBuffer lag(@Nullable Long missed) {
            return ascii("event:lag\ndata:" + told(missed) + "\n\n");
        }
    },

    /** One JSON object a line. */
    LINES(MediaType.APPLICATION_NDJSON, "", "\n") {
        @Override
        ByteBuffer snapshot(Frame frame) {
            return frame.line();
        }

        @Override
        ByteBuffer lag(@Nullable Long missed) {
            return ascii("{\"lag\":" + told(missed) + "}\n");
        }
    };

    private final MediaType mediaType;
    private final byte[] greeting;
    private final byte[] heartbeat;

    Wire(MediaType mediaType, String greeting, String heartbeat) {
        this.mediaType = mediaType;
        this.greeting = greeting.getBytes(US_ASCII);
        this.heartbeat = heartbeat.getBytes(US_ASCII);
    }

    static Optional<Wire> named(MediaType mediaType) {
        return Arrays.stream(values())
                .filter((wire) -> wire.mediaType.equalsTypeAndSubtype(mediaType))
                .findFirst();
    }

    MediaType mediaType() {
        return this.mediaType;
    }

    /** Written at once. */
    Optional<ByteBuffer> greeting() {
        return this.greeting.length == 0 ? Optional.empty() : Optional.of(ByteBuffer.wrap(this.greeting));
    }

    ByteBuffer heartbeat() {
        return ByteBuffer.wrap(this.heartbeat);
    }

    abstract ByteBuffer snapshot(Frame frame);

    /** @param missed null when it cannot be known, because it was another process that went on counting */
    abstract ByteBuffer lag(@Nullable Long missed);

    private static String told(@Nullable Long missed) {
        return "{\"missed\":" + missed + ",\"restarted\":" + (missed == null) + "}";
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
