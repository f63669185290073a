package io.gpulse.stream.wire;

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
@SuppressWarnings("ImmutableEnumChecker") // the arrays are only read
public enum StreamFormat {
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
        String named(String name, String json) {
            return "event:" + name + "\ndata:" + json + "\n\n";
        }
    },

    /** One JSON object per line. */
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
        String named(String name, String json) {
            return "{\"" + name + "\":" + json + "}\n";
        }
    };

    private static final GzipBlock LINE_BREAK = GzipBlock.store(ByteBuffer.wrap(new byte[] {'\n'}));

    private final MediaType mediaType;
    private final byte[] preamble;
    private final byte[] heartbeat;

    StreamFormat(MediaType mediaType, String preamble, String heartbeat) {
        this.mediaType = mediaType;
        this.preamble = preamble.getBytes(US_ASCII);
        this.heartbeat = heartbeat.getBytes(US_ASCII);
    }

    public static Optional<StreamFormat> named(MediaType mediaType) {
        return Arrays.stream(values())
                .filter((format) -> format.mediaType.equalsTypeAndSubtype(mediaType))
                .findFirst();
    }

    public MediaType mediaType() {
        return this.mediaType;
    }

    /** Returns the bytes that start a response. */
    public Optional<ByteBuffer> preamble() {
        return this.preamble.length == 0 ? Optional.empty() : Optional.of(ByteBuffer.wrap(this.preamble));
    }

    public ByteBuffer heartbeat() {
        return ByteBuffer.wrap(this.heartbeat);
    }

    abstract ByteBuffer snapshot(EncodedSnapshot encoded);

    abstract List<GzipBlock> compressedSnapshot(EncodedSnapshot encoded);

    abstract String named(String name, String json);

    /** @param missed null when unknown, because another process counted before */
    public ByteBuffer missedRounds(@Nullable Long missed) {
        return utf8(named("lag", "{\"missed\":" + missed + ",\"restarted\":" + (missed == null) + "}"));
    }

    /** Formats a notice without an id: clients resume after a snapshot. */
    public ByteBuffer notice(Notice notice) {
        return utf8(named(notice.name(), notice.json()));
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }
}
