package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamEndpointTests {

    /** Without what happens beside them. */
    private static final String SNAPSHOTS = "/api/v1/stream?events=false";

    private final TestServer server =
            TestServer.started("gpulse.stream.max-subscribers=3", "gpulse.stream.max-encodings=2");

    @AfterEach
    void stop() {
        this.server.close();
    }

    @Test
    void headersAndGreetingLeaveBeforeThereIsASnapshot() {
        try (RawConnection format = RawConnection.get(this.server, "/api/v1/stream")) {
            assertThat(format.headers())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("\r\nContent-Type: text/event-stream\r\n")
                    .containsIgnoringCase("\r\nCache-Control: no-cache, no-transform\r\n")
                    .containsIgnoringCase("\r\nX-Accel-Buffering: no\r\n");
            assertThat(format.chunk()).isEqualTo("retry: 2000\n\n");
        }
    }

    @Test
    void anEventIsOneChunkFramedToTheByte() {
        this.server.takes(Snapshots.numbered(0));
        String json = Http.get(this.server, "/api/v1/snapshot?view=core").body();

        try (RawConnection format = RawConnection.get(this.server, SNAPSHOTS, "Accept: text/event-stream")) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).isEqualTo("id:1795168801000\nevent:snapshot\ndata:" + json + "\n\n");
            this.server.takes(Snapshots.numbered(1));
            assertThat(format.chunk())
                    .startsWith("id:1795168801001\nevent:snapshot\ndata:{\"sequence\":1795168801001,");
        }
    }

    @Test
    void linesAreThereForThoseWhoAcceptThem() {
        this.server.takes(Snapshots.numbered(0));
        String json = Http.get(this.server, "/api/v1/snapshot").body();

        try (RawConnection format = RawConnection.get(
                this.server, "/api/v1/stream?view=full&lastEventId=7", "Accept: application/x-ndjson, */*;q=0.1")) {
            assertThat(format.headers()).containsIgnoringCase("\r\nContent-Type: application/x-ndjson\r\n");
            assertThat(format.chunk()).isEqualTo("{\"lag\":{\"missed\":null,\"restarted\":true}}\n" + json + "\n");
        }
    }

    @Test
    void linesBeginWithTheirHeadersEvenWhenThereIsNothingToSayYet() {
        try (RawConnection format = RawConnection.get(this.server, "/api/v1/stream", "Accept: application/x-ndjson")) {
            assertThat(format.headers()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void theHeaderOfAReconnectingBrowserGoesBeforeTheParameterOfItsAddress() {
        this.server.takes(Snapshots.numbered(0)).takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));

        try (RawConnection format = RawConnection.get(
                this.server,
                SNAPSHOTS + "&lastEventId=" + Snapshots.FIRST,
                "Last-Event-ID: " + (Snapshots.FIRST + 1))) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).startsWith("id:1795168801002\n");
        }
    }

    @Test
    void anIdThatIsNoneIsIgnored() {
        this.server.takes(Snapshots.numbered(0)).takes(Snapshots.numbered(1));

        try (RawConnection format = RawConnection.get(this.server, SNAPSHOTS, "Last-Event-ID: what?")) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).startsWith("id:1795168801001\nevent:snapshot\n");
        }
    }

    @Test
    void aReaderThatNeverReadsMissesSnapshotsAndDelaysNobody() {
        try (RawConnection stuck = RawConnection.narrow(this.server, SNAPSHOTS + "&view=full");
                RawConnection healthy = RawConnection.get(this.server, SNAPSHOTS + "&view=full")) {
            healthy.headers();
            healthy.chunk();

            // Enough to fill what the kernel and Netty keep for the one that does not read.
            int rounds = 0;
            while (this.server.bean(SnapshotStream.class).statistics().dropped() == 0) {
                tell(rounds++, healthy);
            }
            stuck.headers();
            String event = stuck.chunk();
            for (int read = 1; !event.startsWith("event:lag\n"); read++) {
                if (read >= rounds - 1) {
                    tell(rounds++, healthy);
                }
                event = stuck.chunk();
            }

            assertThat(event).matches("(?s)event:lag\ndata:\\{\"missed\":[1-9]\\d*,\"restarted\":false}\n\nid:.*");
        }
    }

    private void tell(int round, RawConnection healthy) {
        this.server.takes(
                Snapshots.of(round, Snapshots.NVML, Snapshots.ofGpus(8).gpus()));
        assertThat(healthy.chunk()).startsWith("id:" + (Snapshots.FIRST + round) + "\n");
    }

    @Test
    void whoFindsNoPlaceIsToldSoBeforeAnythingIsWritten() {
        try (RawConnection first = listening(SNAPSHOTS);
                RawConnection second = listening(SNAPSHOTS);
                RawConnection third = listening(SNAPSHOTS)) {
            var refusal = Http.get(this.server, "/api/v1/stream");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-subscribers");
            assertThat(List.of(first, second, third)).hasSize(3);
        }
    }

    @Test
    void oneViewTooManyIsRefusedWithAProblem() {
        this.server.takes(Snapshots.ofGpus(3));
        try (RawConnection first = listening("/api/v1/stream?gpus=0");
                RawConnection second = listening("/api/v1/stream?gpus=GPU-1a")) {
            var refusal = Http.get(this.server, "/api/v1/stream?gpus=2", "text/event-stream");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-encodings");
            assertThat(List.of(first, second)).hasSize(2);
        }
    }

    @Test
    void whoHangsUpGivesItsPlaceBack() {
        listening(SNAPSHOTS).close();
        listening(SNAPSHOTS).close();
        listening(SNAPSHOTS).close();

        SnapshotStream stream = this.server.bean(SnapshotStream.class);
        Wait.until(() -> stream.statistics().subscribers() == 0);

        try (RawConnection next = listening(SNAPSHOTS)) {
            assertThat(next).isNotNull();
        }
    }

    @Test
    void theStreamEndsWithAFinalChunkWhenTheServerStops() {
        try (RawConnection format = listening(SNAPSHOTS)) {
            this.server.close();

            assertThat(format.chunk()).isEmpty();
        }
    }

    @Test
    void theHeadOfAStreamCanBeAskedFor() {
        var head = Http.ask(this.server, "HEAD", "/api/v1/stream", "*/*");

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(this.server.bean(SnapshotStream.class).statistics().subscribers())
                .isZero();
    }

    @Test
    void aFilterGoesOnWhenItsGpuVanishes() {
        this.server.takes(Snapshots.ofGpus(2));

        try (RawConnection format = listening(SNAPSHOTS + "&gpus=1&metrics=power.draw")) {
            assertThat(format.chunk()).contains("\"gpus\":[{\"index\":1,", "\"values\":{\"power.draw\":367.2}");
            this.server.takes(Snapshots.numbered(1));
            assertThat(format.chunk()).contains("\"gpus\":[]");
        }
    }

    private RawConnection listening(String path) {
        RawConnection format = RawConnection.get(this.server, path);
        format.headers();
        format.chunk();
        return format;
    }
}
