package io.gpulse.story;

import static io.gpulse.story.StoryServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The story of twelve stored hours of two GPUs, one of which is gone, over HTTP. */
class StoryOverHttpTests {

    private static final String STORY = "/api/v1/story?from=2026-11-19T08:00:00Z&to=2026-11-19T20:00:00Z";
    private static final int EVENTS = 30_000;
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void open() {
        StoredHours.write(folder);
        server = started(folder.toString());
    }

    private static TestServer started(String folder) {
        return StoryServer.started(folder, Snapshots.NVML, STORY);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static JsonNode json(String path) {
        return StoryServer.json(server, path);
    }

    @Test
    void storedStatesProcessesEventsAndMarksAreSentences() {
        JsonNode story = json(STORY);

        assertThat(texts(story))
                .satisfiesExactly(
                        (held) -> assertThat(held).isEqualTo("GPU 9: held idle by note.py for at least 4 h."),
                        (mark) -> assertThat(mark).isEqualTo("Mark: epoch 12"),
                        (xid) -> assertThat(xid).matches("GPU 0: .*\\(Xid 31\\); train\\.py of mchen was on it\\."),
                        (ended) -> assertThat(ended).isEqualTo("GPU 9: note.py ended after 5 h."),
                        (free) -> assertThat(free)
                                .isEqualTo("GPU 0: train.py of mchen ended; the GPU was free for 2 h 30 min."),
                        (begun) -> assertThat(begun).isEqualTo("GPU 0: python of mchen started."),
                        (gap) -> assertThat(gap)
                                .isEqualTo("Machine: no samples for 22 min; nothing is known of that time."));
        assertThat(story.get("sampledFrom").asString()).isEqualTo("2026-11-19T08:00:00.000Z");
        assertThat(story.at("/sentences/2/events").toString()).isEqualTo("[7,8]");
        assertThat(story.at("/sentences/4").toString())
                .contains(
                        "\"at\":\"2026-11-19T13:00:00.000Z\",\"until\":\"2026-11-19T15:30:00.000Z\",\"kind\":\"free\"")
                .contains("\"gpus\":[{\"index\":0,\"uuid\":\"" + StoredHours.FIRST.uuid() + "\"}]", "\"gpuHours\":2.5");
        assertThat(story.get("omitted").asInt()).isZero();
        assertThat(story.get("quiet").isNull()).isTrue();
    }

    @Test
    void oneGpuHasItsOwnStory() {
        assertThat(texts(json(STORY + "&gpus=GPU-9")))
                .containsExactly(
                        "GPU 9: held idle by note.py for at least 4 h.",
                        "Mark: epoch 12",
                        "GPU 9: no samples for at least 8 h; nothing is known of that time.",
                        "GPU 9: note.py ended after 5 h.");
    }

    @Test
    void theTextIsChosenByTheFormatOrTheHeader() {
        String text = Http.get(server, STORY + "&format=text").body();

        assertThat(text)
                .startsWith("What happened ")
                .contains("\n11-19 13:00  GPU 0: train.py of mchen ended; the GPU was free for 2 h 30 min.\n");
        assertThat(text.lines()).allMatch((line) -> line.length() <= 80).hasSizeBetween(8, 10);
        HttpResponse<String> accepted = Http.get(server, STORY, "text/plain");
        assertThat(accepted.body()).isEqualTo(text);
        assertThat(accepted.headers().firstValue("Content-Type")).hasValue("text/plain;charset=UTF-8");
        assertThat(Http.get(server, STORY + "&format=json", "text/plain").body())
                .startsWith("{");
        assertThat(Http.get(server, STORY, "text/html").statusCode()).isEqualTo(406);
    }

    @Test
    void sentencesAreInTheRequestedLanguage() {
        assertThat(texts(json(STORY + "&lang=zh"))).contains("GPU 0：mchen 的 train.py 结束；该 GPU 空闲 2 小时 30 分钟。");
        assertThat(Http.get(server, STORY + "&lang=zh&format=text").body()).contains("发生了什么\n");
    }

    @Test
    void aTimeWithoutSamplesIsNotCalledQuiet() {
        String unknown = "No samples of this time are stored.";

        assertThat(json("/api/v1/story?from=2026-11-18T08:00:00Z&to=2026-11-18T20:00:00Z")
                        .get("quiet")
                        .asString())
                .isEqualTo(unknown);
        assertThat(json("/api/v1/story?from=2036-11-18T08:00:00Z&to=2036-11-18T20:00:00Z")
                        .get("quiet")
                        .asString())
                .isEqualTo(unknown);
        assertThat(json("/api/v1/story?from=2026-11-19T08:00:00Z&to=2026-11-19T08:03:00Z&gpus=0")
                        .get("quiet")
                        .asString())
                .isEqualTo("A quiet time: 1 job ran, nothing went wrong.");
    }

    @Test
    void theTimeBeforeTheFirstSampleIsNotCalledQuiet() {
        String before = "/api/v1/story?from=2026-11-19T05:00:00Z&to=2026-11-19T08:03:00Z&gpus=0";

        JsonNode story = json(before);

        assertThat(texts(story)).containsExactly("GPU 0: no samples for at least 3 h; nothing is known of that time.");
        assertThat(story.get("quiet").isNull()).isTrue();
        assertThat(story.get("sampledFrom").asString()).isEqualTo("2026-11-19T08:00:00.000Z");
        assertThat(Http.get(server, before + "&format=text&lang=zh").body())
                .endsWith("\n11-19 05:00  GPU 0：3 小时以上没有采样；这段时间没有数据。\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "range=8d | 400 | at most 7 days",
                "from=2026-11-01T08:00:00Z&to=2026-11-19T20:00:00Z | 400 | at most 7 days",
                "from=2026-11-19T20:00:00Z&to=2026-11-19T08:00:00Z | 400 | from= must be before to=",
                "lang=de | 400 | lang",
                "format=csv | 400 | format",
                "hours=12 | 400 | hours",
                "gpus= | 400 | gpus",
                "gpus=77 | 404 | 77"
            })
    void anInvalidQueryIsRefused(String query, int status, String detail) {
        HttpResponse<String> response = Http.get(server, "/api/v1/story?" + query);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(detail);
    }

    @Test
    void thirtyThousandEventsAreReadInPartAndCounted(@TempDir Path other) {
        List<StoredEvent> events = new ArrayList<>(List.of(StoredHours.xid(5, 1)));
        for (int id = 0; id < EVENTS; id++) {
            events.add(StoredHours.event(10 + id, id * 400 / EVENTS, "settings", null));
        }
        StoredHours.write(other, events);
        try (TestServer full = started(other.toString())) {
            JsonNode story = StoryServer.json(full, STORY);

            assertThat(texts(story)).hasSize(12).anyMatch((text) -> text.contains("Xid 31"));
            assertThat(story.get("omitted").asInt()).isBetween(EVENTS - 1000, EVENTS);
        }
    }

    @Test
    void withoutAHistoryThereIsNoStory() {
        try (TestServer off = TestServer.started("gpulse.history.enabled=false")) {
            assertThat(Http.get(off, STORY).statusCode()).isEqualTo(503);
        }
    }

    @Test
    void aHistoryInMemoryHasAStory() {
        try (TestServer memory = started("/dev/null/history")) {
            assertThat(Http.get(memory, STORY).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aStoryNeedsTheRightToRead() {
        try (TestServer closed =
                TestServer.started("gpulse.history.enabled=false", "gpulse.security.tokens.mine.value=" + SECRET)) {
            HttpResponse<byte[]> mine = Http.bytes(closed, STORY, "Authorization", "Bearer " + SECRET);

            assertThat(Http.get(closed, STORY).statusCode()).isEqualTo(401);
            assertThat(mine.statusCode()).isEqualTo(503);
        }
    }
}
