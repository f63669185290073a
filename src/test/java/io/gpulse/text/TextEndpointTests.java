package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class TextEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final TestServer server = TestServer.started("gpulse.stream.max-subscribers=2");

    @AfterEach
    void stop() {
        this.server.close();
    }

    @Test
    void aTableIs80ColumnsWideUnlessAskedOtherwise() {
        this.server.takes(Snapshots.numbered(0));

        assertThat(Http.get(this.server, "/").body().lines().findFirst())
                .hasValueSatisfying((line) -> assertThat(line).hasSize(80));
        assertThat(Http.get(this.server, "/?columns=120").body().lines().findFirst())
                .hasValueSatisfying((line) -> assertThat(line).hasSize(120));
        assertThat(Http.get(this.server, "/?watch=false").body())
                .isEqualTo(Http.get(this.server, "/").body());
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
                "every=5s; A single table has no time between tables; every goes with watch.",
                "watch&every=5; every must be a number above zero with a unit, such as 500ms, 5s or 1m, not '5'.",
                "watch&every=0s; every must be a number above zero with a unit, such as 500ms, 5s or 1m, not '0s'.",
                "watch=maybe; watch must be empty, true or false, not 'maybe'."
            })
    void nonsenseIsToldWhatWouldBeRight(String query, String sentence) {
        this.server.takes(Snapshots.numbered(0));

        var answer = Http.get(this.server, "/?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(JSON.readTree(answer.body()).path("detail").asString()).startsWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/?watch", "/?watch=", "/?watch=true"})
    void watchingShowsATableEachRoundEachFlushedByItself(String path) {
        this.server.takes(Snapshots.numbered(0));

        try (RawConnection format = RawConnection.get(this.server, path)) {
            assertThat(format.headers())
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .containsIgnoringCase("\r\nContent-Type: text/plain;charset=UTF-8\r\n")
                    .containsIgnoringCase("\r\nCache-Control: no-store, no-transform\r\n")
                    .containsIgnoringCase("\r\nVary: Accept\r\n")
                    .containsIgnoringCase("\r\nX-Accel-Buffering: no\r\n");
            assertThat(format.chunk()).isEqualTo("\u001b[H\u001b[2J");
            assertThat(format.chunk()).isEqualTo(screen("10:00:01"));
            this.server.takes(Snapshots.numbered(1));
            assertThat(format.chunk()).isEqualTo(screen("10:00:02"));
        }
    }

    private String screen(String time) {
        String table = Http.get(this.server, "/").body();
        assertThat(table).contains(time);
        return "\u001b[H" + table.replace("\n", "\u001b[K\n") + "\u001b[J";
    }

    @Test
    void watchingCanBeThinned() {
        this.server.takes(Snapshots.numbered(0));

        try (RawConnection format = RawConnection.get(this.server, "/?watch&every=2s")) {
            format.headers();
            format.chunk();
            format.chunk();
            this.server.takes(Snapshots.numbered(1)).takes(Snapshots.numbered(2));
            assertThat(format.chunk()).contains("10:00:03");
        }
    }

    @Test
    void whoeverWatchesTakesAPlaceOfTheStream() {
        this.server.takes(Snapshots.numbered(0));

        try (RawConnection first = watching();
                RawConnection second = watching()) {
            var refusal = Http.get(this.server, "/?watch");

            assertThat(refusal.statusCode()).isEqualTo(503);
            assertThat(refusal.headers().firstValue("Retry-After")).contains("5");
            assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
            assertThat(refusal.body()).contains("gpulse.stream.max-subscribers");
            assertThat(List.of(first, second)).hasSize(2);
        }
    }

    @Test
    void watchingEndsWhenTheServerStops() {
        this.server.takes(Snapshots.numbered(0));
        try (RawConnection format = watching()) {
            this.server.close();

            assertThat(format.chunk()).isEmpty();
        }
    }

    @Test
    void beforeTheFirstRoundThereIsNothingToWatch() {
        var refusal = Http.get(this.server, "/?watch");

        assertThat(refusal.statusCode()).isEqualTo(503);
        assertThat(refusal.headers().firstValue("Retry-After")).contains("1");
    }

    @Test
    void theTableTellsWhichGpusAreFree() {
        this.server.takes(used(0, 97)).takes(used(1, 97));
        assertThat(Http.get(this.server, "/").body()).contains("\nFree: none; /api/v1/gpus/free says why.\n");

        IntStream.rangeClosed(2, 62).forEach((second) -> this.server.takes(used(second, 0)));

        assertThat(Http.get(this.server, "/").body())
                .contains("\nFree: 1 (idle for 60 s, not in use). See /api/v1/gpus/free\n");
    }

    @Test
    void withoutGpusNoneIsSaidToBeFree() {
        this.server.takes(Snapshots.of(0, Source.none("The NVIDIA driver is not loaded."), List.of()));

        assertThat(Http.get(this.server, "/").body())
                .contains("There are no GPUs to show. The NVIDIA driver is not loaded.")
                .doesNotContain("Free:");
    }

    @Test
    void theHeadOfATableCanBeAskedFor() {
        this.server.takes(Snapshots.numbered(0));

        for (String path : List.of("/", "/?watch")) {
            var head = Http.ask(this.server, "HEAD", path, "*/*");

            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.headers().firstValue("Content-Type")).contains("text/plain;charset=UTF-8");
        }
        assertThat(this.server.bean(SnapshotStream.class).statistics().subscribers())
                .isZero();
    }

    private RawConnection watching() {
        RawConnection format = RawConnection.get(this.server, "/?watch");
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
        return Snapshots.of(second, Snapshots.NVML, List.of(other, gpu));
    }
}
