package io.gpulse.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@FollowEveryBuffer
@Tag("both-compilers-3")
class CompressedStreamTests {

    private static final String GZIP = "Accept-Encoding: gzip, deflate, br";
    private static final String STREAM = "/api/v1/stream?events=false";
    private static final int HEADER = 10;

    private static TestServer server;
    private static int rounds;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Publishes a new round; returns its sequence number. */
    private static long nextRound() {
        Snapshot next = Snapshots.numbered(rounds++);
        server.takes(next);
        return next.sequence();
    }

    @Test
    void eachEventCanBeReadAsItComes() throws DataFormatException {
        nextRound();
        Inflater inflater = new Inflater(true);

        try (RawConnection plain = RawConnection.get(server, STREAM);
                RawConnection compressed = RawConnection.get(server, STREAM, GZIP)) {
            assertThat(plain.headers()).doesNotContainIgnoringCase("\r\nContent-Encoding:");
            assertThat(compressed.headers())
                    .containsIgnoringCase("\r\nContent-Encoding: gzip\r\n")
                    .containsIgnoringCase("\r\nContent-Type: text/event-stream\r\n")
                    .containsIgnoringCase("\r\nVary: Accept-Encoding\r\n");
            assertThat(read(compressed.chunk().substring(HEADER), inflater)).isEqualTo(plain.chunk());
            for (int round = 1; round < 20; round++) {
                assertThat(read(compressed.chunk(), inflater)).isEqualTo(plain.chunk());
                nextRound();
            }
        }
    }

    @Test
    void aStreamThatEndsCleanlyIsAWholeGzipFile() throws IOException {
        StringBuilder bytes = new StringBuilder();

        try (TestServer own = TestServer.started().takes(Snapshots.numbered(0));
                RawConnection compressed = RawConnection.get(own, STREAM, GZIP, "Accept: application/x-ndjson")) {
            compressed.headers();
            bytes.append(compressed.chunk());
            own.takes(Snapshots.numbered(1));
            bytes.append(compressed.chunk());
            own.bean(SnapshotStream.class).stop();
            for (String chunk = compressed.chunk(); !chunk.isEmpty(); chunk = compressed.chunk()) {
                bytes.append(chunk);
            }
        }

        assertThat(unzipped(bytes.toString().getBytes(ISO_8859_1)).lines())
                .hasSize(2)
                .allMatch((line) -> line.startsWith("{\"sequence\":179516880100"));
    }

    @Test
    void missedSnapshotsAreReplayedAsTheSameText() throws DataFormatException {
        String known = "Last-Event-ID: " + nextRound();
        for (int round = 1; round < 5; round++) {
            nextRound();
        }
        Inflater inflater = new Inflater(true);

        for (String last : new String[] {known, "Last-Event-ID: 7"}) {
            inflater.reset();
            try (RawConnection plain = RawConnection.get(server, STREAM + "&view=full", last);
                    RawConnection compressed = RawConnection.get(server, STREAM + "&view=full", last, GZIP)) {
                plain.headers();
                compressed.headers();
                assertThat(read(compressed.chunk().substring(HEADER), inflater)).isEqualTo(plain.chunk());
                for (int round = 1; round < 5; round++) {
                    assertThat(read(compressed.chunk(), inflater)).isEqualTo(plain.chunk());
                }
            }
        }
    }

    @Test
    void theRingHoldsCompressedBytesOnly() {
        try (TestServer own = TestServer.started()) {
            SnapshotStream stream = own.bean(SnapshotStream.class);
            own.takes(Snapshots.numbered(0));
            long unencoded = stream.statistics().replayBytes();
            int plain = Http.get(own, "/api/v1/snapshot").body().length();
            assertThat(stream.statistics().replayBytes()).isGreaterThan(unencoded + plain);

            own.takes(Snapshots.numbered(1));

            Wait.until(() -> stream.statistics().replayBytes() <= 2 * unencoded + plain / 2);
            assertThat(stream.statistics().replayBytes()).isGreaterThan(2 * unencoded);
        }
    }

    @Test
    void aSnapshotIsTheStreamsBytes() throws IOException {
        nextRound();
        String plain = Http.get(server, "/api/v1/snapshot").body();

        var compressed = Http.bytes(server, "/api/v1/snapshot", "Accept-Encoding", "gzip");

        assertThat(compressed.headers().allValues("Content-Encoding")).containsExactly("gzip");
        assertThat(compressed.headers().allValues("Vary")).contains("Accept-Encoding");
        assertThat(unzipped(compressed.body())).isEqualTo(plain);
        assertThat(compressed.body().length).isLessThan(plain.length() / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/snapshot", "/api/v1/gpus", "/metrics", "/", "/api/v1/status", "/api/v1/nothing"})
    void everyResponseVariesByAccept(String path) {
        nextRound();

        for (String accepted : new String[] {"identity", "gzip"}) {
            assertThat(Http.bytes(server, path, "Accept-Encoding", accepted)
                            .headers()
                            .allValues("Vary"))
                    .anyMatch((vary) -> vary.contains("Accept-Encoding"));
        }
    }

    @Test
    void rejectionIsReadable() {
        try (TestServer young = TestServer.started()) {
            var refused = Http.bytes(young, STREAM + "&gpus=7", "Accept-Encoding", "gzip");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Content-Encoding")).isEmpty();
            assertThat(new String(refused.body(), UTF_8)).contains("first round");
        }
    }

    private static String read(String chunk, Inflater inflater) throws DataFormatException {
        byte[] text = new byte[1_000_000];
        inflater.setInput(chunk.getBytes(ISO_8859_1));
        int length = inflater.inflate(text);
        return new String(Arrays.copyOf(text, length), ISO_8859_1);
    }

    private static String unzipped(byte[] bytes) throws IOException {
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), UTF_8);
    }
}
