package io.gpulse.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpulse.view.EncodedSnapshot;
import io.gpulse.web.StreamEvents.Notice;
import io.gpulse.web.gzip.GzipBlock;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/** The format of a stream. */
enum StreamFormat {
    /** Server-Sent Events. */
    EVENTS(MediaType.TEXT_EVENT_STREAM, "retry: 2000\n\n", ":\n\n") {
        @Override
        ByteBuffer snapshot(EncodedSnapshot encoded) {
            return encoded.event();
        }

        @Override
        List<GzipBlock> compressedSnapshot(EncodedSnapshot encoded) {
            return List.of(encoded.compressedEvent());
        }

        @Override
        ByteBuffer missedRounds(@Nullable Long missed) {
            return ascii("event:lag\ndata:" + json(missed) + "\n\n");
        }

        @Override
        ByteBuffer notice(Notice notice) {
            return utf8("event:" + notice.name() + "\ndata:" + notice.json() + "\n\n");
        }
    },

    /** One JSON object a line. */
    LINES(MediaType.APPLICATION_NDJSON, "", "\n") {
        @Override
        ByteBuffer snapshot(EncodedSnapshot encoded) {
            return encoded.line();
        }

        @Override
        List<GzipBlock> compressedSnapshot(EncodedSnapshot encoded) {
            return List.of(encoded.compressedJson(), LINE_BREAK);
        }

        @Override
        ByteBuffer missedRounds(@Nullable Long missed) {
            return ascii("{\"lag\":" + json(missed) + "}\n");
        }

        @Override
        ByteBuffer notice(Notice notice) {
            return utf8("{\"" + notice.name() + "\":" + notice.json() + "}\n");
        }
    };

    private static final GzipBlock LINE_BREAK = GzipBlock.store(ascii("\n"));

    private final MediaType mediaType;
    private final byte[] preamble;
    private final byte[] heartbeat;

    StreamFormat(MediaType mediaType, String preamble, String heartbeat) {
        this.mediaType = mediaType;
        this.preamble = preamble.getBytes(US_ASCII);
        this.heartbeat = heartbeat.getBytes(US_ASCII);
    }

    static Optional<StreamFormat> named(MediaType mediaType) {
        return Arrays.stream(values())
                .filter((format) -> format.mediaType.equalsTypeAndSubtype(mediaType))
                .findFirst();
    }

    MediaType mediaType() {
        return this.mediaType;
    }

    /** Written at once. */
    Optional<ByteBuffer> preamble() {
        return this.preamble.length == 0 ? Optional.empty() : Optional.of(ByteBuffer.wrap(this.preamble));
    }

    ByteBuffer heartbeat() {
        return ByteBuffer.wrap(this.heartbeat);
    }

    abstract ByteBuffer snapshot(EncodedSnapshot encoded);

    /** The same, compressed. */
    abstract List<GzipBlock> compressedSnapshot(EncodedSnapshot encoded);

    /** @param missed null when it cannot be known, because it was another process that went on counting */
    abstract ByteBuffer missedRounds(@Nullable Long missed);

    /** Without an id: a reader resumes behind a snapshot. */
    abstract ByteBuffer notice(Notice notice);

    private static String json(@Nullable Long missed) {
        return "{\"missed\":" + missed + ",\"restarted\":" + (missed == null) + "}";
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    private static ByteBuffer ascii(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
