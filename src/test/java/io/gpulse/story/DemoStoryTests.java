package io.gpulse.story;

import static io.gpulse.story.StoryServer.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.past.DemoHistory;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.insight.DefaultAlerts;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.EventMonitor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The day before the start of the demo, over HTTP. */
class DemoStoryTests {

    private static final String NIGHT = "/api/v1/story?from=2026-11-19T20:00:00Z&to=2026-11-20T08:00:00Z";
    private static final String DAY = "/api/v1/events?from=2026-11-19T10:00:00Z&to=2026-11-20T10:00:02Z";
    private static final String STARTS =
            "/api/v1/events?kinds=gpulse_started&from=2026-11-19T10:00:00Z&to=2026-11-20T11:00:00Z";

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void open() {
        try (HistoryStore store = new DemoHistory(folder).open()) {
            PastWriter writer = new PastWriter(DemoHistory.past(Duration.ofHours(24)), DefaultAlerts::ofPast);
            writer.write(store, DemoHistory.FIRST);
        }
        server = StoryServer.started(folder.toString(), DemoHistory.DEMO, NIGHT);
        Wait.until(() -> json(STARTS).get("events").size() == 3);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static JsonNode json(String path) {
        return StoryServer.json(server, path);
    }

    @Test
    void theNightHasTheFaultWithItsJobAndWhatItCost() {
        List<String> english = texts(json(NIGHT));
        List<String> chinese = texts(json(NIGHT + "&lang=zh"));

        assertThat(english)
                .containsSubsequence(
                        "GPU 7: finetune.py of akaya ended; the GPU was free for 105 min.",
                        "GPU 2: MMU page fault (Xid 31); train.py of mchen ended 8 min later.",
                        "GPUs 0–3: train.py of mchen ended, and was started again 6 min later;"
                                + " 0.4 GPU-hours were free.",
                        "Machine: gpulse was stopped for 22 min; nothing is known of that time.")
                .anyMatch((sentence) -> sentence.startsWith("GPU 4 holds 74 GiB but has been idle for 10 h: "));
        assertThat(chinese)
                .hasSameSizeAs(english)
                .contains("GPU 2：MMU 缺页错误（Xid 31）；mchen 的 train.py 在 8 分钟后结束。")
                .contains("主机：gpulse 停止 22 分钟；这段时间没有数据。");
        assertThat(json(NIGHT).get("sentences").valueStream())
                .filteredOn((sentence) -> sentence.get("kind").asString().equals("xid"))
                .hasSize(1);
    }

    @Test
    void theDayHasTheTimeInWhichALoweredPowerLimitThrottledAGpu() {
        assertThat(texts(json("/api/v1/story?from=2026-11-19T10:00:10Z&to=2026-11-20T10:00:00Z")))
                .hasSize(Story.MOST)
                .anyMatch((sentence) -> sentence.startsWith("GPU 7 was throttled by a lowered power limit for "));
    }

    @Test
    void pagesHaveEachEventOnceAndThoseOfThePresentAreNewer() {
        List<Long> ids = new ArrayList<>();
        JsonNode page = json(DAY + "&limit=20");
        while (page.get("next").isNumber()) {
            page.get("events").forEach((event) -> ids.add(event.get("id").asLong()));
            page = json(DAY + "&limit=20&before=" + page.get("next").asLong());
        }
        page.get("events").forEach((event) -> ids.add(event.get("id").asLong()));

        assertThat(ids).hasSizeGreaterThan(60).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
        JsonNode now = json(STARTS).get("events").get(0);
        assertThat(now.get("id").asLong()).isGreaterThan(ids.get(0));
    }

    @Test
    void noneIsCountedAsNew() {
        assertThat(server.bean(EventMonitor.class).countsByKind())
                .containsEntry("xid", 0L)
                .containsEntry("gpulse_started", 1L);
        assertThat(server.bean(EventMonitor.class).xidErrors()).isEmpty();
    }
}
