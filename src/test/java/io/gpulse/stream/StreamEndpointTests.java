package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@FollowEveryBuffer
@Tag("both-compilers-3")
class StreamEndpointTests {

    /** Without notices. */
    private static final String SNAPSHOTS = "/api/v1/stream?events=false";

    private static TestServer server;
    private static int rounds;

    @BeforeAll
    static void start() {
        server = started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void allSlotsAreFree() {
        SnapshotStream stream = server.bean(SnapshotStream.class);
        Wait.until(() ->
                stream.statistics().subscribers() == 0 && stream.statistics().encodings() == 0);
    }

    private static TestServer started() {
        return TestServer.started("gpulse.stream.max-subscribers=3", "gpulse.stream.max-encodings=2");
    }

    /** Publishes a new round; returns its sequence number. */
    private static long nextRound(int gpus) {
        List<GpuSample> samples =
                IntStream.range(0, gpus).mapToObj(Snapshots::gpu).toList();
        Snapshot next = Snapshots.of(rounds++, Snapshots.NVML, samples);
        server.takes(next);
        return next.sequence();
    }

    @Test
    void headersAndPreambleAreSentBeforeTheFirstSnapshot() {
        try (TestServer young = started();
                RawConnection format = RawConnection.get(young, "/api/v1/stream")) {
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
        long first = nextRound(1);
        String json = Http.get(server, "/api/v1/snapshot?view=core").body();

        try (RawConnection format = RawConnection.get(server, SNAPSHOTS, "Accept: text/event-stream")) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).isEqualTo("id:" + first + "\nevent:snapshot\ndata:" + json + "\n\n");
            long second = nextRound(1);
            assertThat(format.chunk())
                    .startsWith("id:" + second + "\nevent:snapshot\ndata:{\"sequence\":" + second + ",");
        }
    }

    @Test
    void linesAreSentWhenAccepted() {
        try (TestServer own = started().takes(Snapshots.numbered(0));
                RawConnection format = RawConnection.get(
                        own, "/api/v1/stream?view=full&lastEventId=7", "Accept: application/x-ndjson, */*;q=0.1")) {
            String json = Http.get(own, "/api/v1/snapshot").body();

            assertThat(format.headers()).containsIgnoringCase("\r\nContent-Type: application/x-ndjson\r\n");
            assertThat(format.chunk()).isEqualTo("{\"lag\":{\"missed\":null,\"restarted\":true}}\n" + json + "\n");
        }
    }

    @Test
    void lineResponseSendsItsHeadersBeforeTheFirstSnapshot() {
        try (TestServer young = started();
                RawConnection format = RawConnection.get(young, "/api/v1/stream", "Accept: application/x-ndjson")) {
            assertThat(format.headers()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void lastEventIdHeaderTakesPrecedenceOverTheParameter() {
        long first = nextRound(1);
        long second = nextRound(1);
        long third = nextRound(1);

        try (RawConnection format =
                RawConnection.get(server, SNAPSHOTS + "&lastEventId=" + first, "Last-Event-ID: " + second)) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).startsWith("id:" + third + "\n");
        }
    }

    @Test
    void invalidIdIsIgnored() {
        nextRound(1);
        long latest = nextRound(1);

        try (RawConnection format = RawConnection.get(server, SNAPSHOTS, "Last-Event-ID: what?")) {
            format.headers();
            format.chunk();
            assertThat(format.chunk()).startsWith("id:" + latest + "\nevent:snapshot\n");
        }
    }

    @Test
    void clientThatNeverReadsMissesSnapshotsWithoutDelayingOthers() {
        try (TestServer own = started();
                RawConnection stuck = RawConnection.narrow(own, SNAPSHOTS + "&view=full");
                RawConnection healthy = RawConnection.get(own, SNAPSHOTS + "&view=full")) {
            healthy.headers();
            healthy.chunk();

            // Enough to fill the buffers of the kernel and of Netty for the client that does not read.
            int taken = 0;
            while (own.bean(SnapshotStream.class).statistics().dropped() == 0) {
                publish(own, taken++, healthy);
            }
            stuck.headers();
            String event = stuck.chunk();
            for (int read = 1; !event.startsWith("event:lag\n"); read++) {
                if (read >= taken - 1) {
                    publish(own, taken++, healthy);
                }
                event = stuck.chunk();
            }

            assertThat(event).matches("(?s)event:lag\ndata:\\{\"missed\":[1-9]\\d*,\"restarted\":false}\n\nid:.*");
        }
    }

    private static void publish(TestServer server, int round, RawConnection healthy) {
        server.takes(Snapshots.of(round, Snapshots.NVML, Snapshots.ofGpus(8).gpus()));
        assertThat(healthy.chunk()).startsWith("id:" + (Snapshots.FIRST + round) + "\n");
    }

    @Test
    void subscriberBeyondTheLimitIsRejectedBeforeAnyByte() {
        try (RawConnection first = listening(server, SNAPSHOTS);
                RawConnection second = listening(server, SNAPSHOTS);
                RawConnection third = listening(server, SNAPSHOTS)) {
            var refusal = Http.get(server, "/api/v1/stream");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-subscribers");
            assertThat(List.of(first, second, third)).hasSize(3);
        }
    }

    @Test
    void viewBeyondTheLimitIsRejectedWithAProblem() {
        nextRound(3);
        try (RawConnection first = listening(server, "/api/v1/stream?gpus=0");
                RawConnection second = listening(server, "/api/v1/stream?gpus=GPU-1a")) {
            var refusal = Http.get(server, "/api/v1/stream?gpus=2", "text/event-stream");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-encodings");
            assertThat(List.of(first, second)).hasSize(2);
        }
    }

    @Test
    void disconnectedSubscriberFreesItsSlot() {
        listening(server, SNAPSHOTS).close();
        listening(server, SNAPSHOTS).close();
        listening(server, SNAPSHOTS).close();

        SnapshotStream stream = server.bean(SnapshotStream.class);
        Wait.until(() -> stream.statistics().subscribers() == 0);

        try (RawConnection next = listening(server, SNAPSHOTS)) {
            assertThat(next).isNotNull();
        }
    }

    @Test
    void theStreamEndsWithAFinalChunkWhenTheServerStops() {
        try (TestServer own = started();
                RawConnection format = listening(own, SNAPSHOTS)) {
            own.close();

            assertThat(format.chunk()).isEmpty();
        }
    }

    @Test
    void headOfAStreamCanBeRequested() {
        var head = Http.request(server, "HEAD", "/api/v1/stream", "*/*");

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).contains("text/event-stream");
        assertThat(server.bean(SnapshotStream.class).statistics().subscribers()).isZero();
    }

    @Test
    void filterRemainsWhenItsGpuDisappears() {
        nextRound(2);

        try (RawConnection format = listening(server, SNAPSHOTS + "&gpus=1&metrics=power.draw")) {
            assertThat(format.chunk()).contains("\"gpus\":[{\"index\":1,", "\"values\":{\"power.draw\":367.2}");
            nextRound(1);
            assertThat(format.chunk()).contains("\"gpus\":[]");
        }
    }

    private static RawConnection listening(TestServer server, String path) {
        RawConnection format = RawConnection.get(server, path);
        format.headers();
        format.chunk();
        return format;
    }
}
