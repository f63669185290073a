package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.SnapshotRemark;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

@FollowEveryBuffer
@Tag("both-compilers-3")
class TextEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

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
        Wait.until(() -> stream.statistics().subscribers() == 0);
    }

    private static TestServer started() {
        return TestServer.started("gpulse.stream.max-subscribers=2");
    }

    /** Publishes a new round; returns the time of day that its table shows. */
    private static String nextRound() {
        Snapshot next = Snapshots.numbered(rounds++);
        server.takes(next);
        return TIME.format(next.takenAt());
    }

    @Test
    void tableIs80ColumnsWideByDefault() {
        nextRound();

        assertThat(Http.get(server, "/").body().lines().findFirst())
                .hasValueSatisfying((line) -> assertThat(line).hasSize(80));
        assertThat(Http.get(server, "/?columns=120").body().lines().findFirst())
                .hasValueSatisfying((line) -> assertThat(line).hasSize(120));
        assertThat(Http.get(server, "/?watch=false").body())
                .isEqualTo(Http.get(server, "/").body());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "columns=79; columns must be a whole number from 80 to 400, not '79'.",
                "columns=401; columns must be a whole number from 80 to 400, not '401'.",
                "columns=wide; columns must be a whole number from 80 to 400, not 'wide'.",
                "columns=; columns must be a whole number from 80 to 400, not ''.",
                "every=5s; every= requires watch.",
                "watch&every=5; every must be a number above zero with a unit, such as 500ms, 5s or 1m, not '5'.",
                "watch&every=0s; every must be a number above zero with a unit, such as 500ms, 5s or 1m, not '0s'.",
                "watch=maybe; watch must be empty, true or false, not 'maybe'."
            })
    void invalidParametersAreRejectedWithTheValidValues(String query, String sentence) {
        nextRound();

        var answer = Http.get(server, "/?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(JSON.readTree(answer.body()).path("detail").asString()).startsWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/?watch", "/?watch=", "/?watch=true"})
    void watchingShowsATableEachRoundEachFlushedByItself(String path) {
        String first = nextRound();

        try (RawConnection format = RawConnection.get(server, path)) {
            assertThat(format.headers())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("\r\nContent-Type: text/plain;charset=UTF-8\r\n")
                    .containsIgnoringCase("\r\nCache-Control: no-store, no-transform\r\n")
                    .containsIgnoringCase("\r\nVary: Accept\r\n")
                    .containsIgnoringCase("\r\nX-Accel-Buffering: no\r\n");
            assertThat(format.chunk()).isEqualTo("\u001b[H\u001b[2J");
            assertThat(format.chunk()).isEqualTo(screen(first));
            String second = nextRound();
            assertThat(format.chunk()).isEqualTo(screen(second));
        }
    }

    private static String screen(String time) {
        String table = Http.get(server, "/").body();
        assertThat(table).contains(time);
        return "\u001b[H" + table.replace("\n", "\u001b[K\n") + "\u001b[J";
    }

    @Test
    void watchAcceptsAnInterval() {
        nextRound();

        try (RawConnection format = RawConnection.get(server, "/?watch&every=2s")) {
            format.headers();
            format.chunk();
            format.chunk();
            nextRound();
            String third = nextRound();
            assertThat(format.chunk()).contains(third);
        }
    }

    @Test
    void watchCountsAsASubscriberOfTheStream() {
        nextRound();

        try (RawConnection first = watching(server);
                RawConnection second = watching(server)) {
            var refusal = Http.get(server, "/?watch");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-subscribers");
            assertThat(List.of(first, second)).hasSize(2);
        }
    }

    @Test
    void watchingEndsWhenTheServerStops() {
        try (TestServer own = started().takes(Snapshots.numbered(0));
                RawConnection format = watching(own)) {
            own.close();

            assertThat(format.chunk()).isEmpty();
        }
    }

    @Test
    void watchBeforeTheFirstRoundIsRejected() {
        try (TestServer young = started()) {
            var refusal = Http.get(young, "/?watch");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @Test
    void tableListsFreeGpus() {
        try (TestServer own = started()) {
            own.takes(used(0, 97)).takes(used(1, 97));
            assertThat(Http.get(own, "/").body()).contains("\nFree: none; for the reasons see /api/v1/gpus/free.\n");

            IntStream.rangeClosed(2, 62).forEach((second) -> own.takes(used(second, 0)));

            assertThat(Http.get(own, "/").body())
                    .contains("\nFree: GPU 1 (idle for 60 s, not in use). See /api/v1/gpus/free\n");
        }
    }

    @Test
    void noGpuIsReportedAsFreeWithoutNewRounds() {
        var round = Snapshots.published(Duration.ofDays(1), used(0, 0));
        var latest = new LatestSnapshot(() -> Optional.of(round), (snapshot, view, stale, json) -> {});
        var table = new TextController(
                latest,
                server.bean(TextStream.class),
                server.bean(SnapshotFeed.class),
                server.bean(SnapshotRemark.class));
        var exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/"));

        table.getTable(new TableQuery(null, null, null), exchange).block();

        assertThat(exchange.getResponse().getBodyAsString().block())
                .contains("H100")
                .doesNotContain("Free:");
    }

    @Test
    void withoutGpusNoneIsReportedAsFree() {
        server.takes(Snapshots.of(rounds++, Source.none("The NVIDIA driver is not loaded."), List.of()));

        assertThat(Http.get(server, "/").body())
                .contains("There are no GPUs to show. The NVIDIA driver is not loaded.")
                .doesNotContain("Free:");
    }

    @Test
    void headOfATableCanBeRequested() {
        nextRound();

        for (String path : List.of("/", "/?watch")) {
            var head = Http.request(server, "HEAD", path, "*/*");

            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
        }
        assertThat(server.bean(SnapshotStream.class).statistics().subscribers()).isZero();
    }

    private static RawConnection watching(TestServer server) {
        RawConnection format = RawConnection.get(server, "/?watch");
        format.headers();
        format.chunk();
        format.chunk();
        return format;
    }

    private static Snapshot used(int second, double percent) {
        GpuSample other = Snapshots.gpu(0);
        GpuSample gpu = Snapshots.gpu(
                1,
                Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(percent),
                        Metric.PROCESSES_RUNNING, new Reading.Quantity(0),
                        Metric.MEMORY_USED, new Reading.Quantity(0)));
        return Snapshots.every(Duration.ofHours(1), Snapshots.of(second, Snapshots.NVML, List.of(other, gpu)));
    }
}
