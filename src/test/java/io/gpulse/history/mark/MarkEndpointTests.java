package io.gpulse.history.mark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Marks over HTTP. */
class MarkEndpointTests {

    private static final String MARKS = "/api/v1/marks";
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";

    @TempDir
    private static Path folder;

    private static TestServer server;

    @BeforeAll
    static void rounds() {
        server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder);
        for (int n = 0; n < 8; n++) {
            server.takes(Snapshots.numbered(n));
        }
        Wait.until(() -> Http.get(server, MARKS).statusCode() == 200);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static HttpResponse<String> post(String body, String type) {
        return Http.post(server, MARKS, body, "Content-Type", type);
    }

    private static JsonNode posted(String body, String type) {
        HttpResponse<String> response = post(body, type);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return JsonMapper.shared().readTree(response.body());
    }

    @Test
    void aMarkIsMadeListedAndDeleted() {
        Instant before = Instant.now();
        JsonNode mark = posted("{\"text\":\" epoch 12 \",\"gpus\":[0]}", JSON);

        assertThat(mark.get("text").asString()).isEqualTo("epoch 12");
        assertThat(mark.get("gpus"))
                .singleElement()
                .satisfies((gpu) -> assertThat(gpu.asInt()).isZero());
        assertThat(Instant.parse(mark.get("at").asString()))
                .isAfterOrEqualTo(before.minusMillis(1))
                .isBeforeOrEqualTo(Instant.now());
        assertThat(listed(mark.get("id").asLong())).isTrue();

        String path = MARKS + "/" + mark.get("id").asLong();
        assertThat(Http.ask(server, "DELETE", path, "*/*").statusCode()).isEqualTo(204);
        assertThat(listed(mark.get("id").asLong())).isFalse();
        assertThat(Http.ask(server, "DELETE", path, "*/*").statusCode()).isEqualTo(404);
    }

    private static boolean listed(long id) {
        JsonNode marks = JsonMapper.shared()
                .readTree(Http.get(server, MARKS + "?range=1h").body());
        return marks.get("marks")
                .valueStream()
                .anyMatch((mark) -> mark.get("id").asLong() == id);
    }

    @Test
    void oneLineOfCurlWillDo() {
        assertThat(posted("text=epoch+13+%E7%BB%93%E6%9D%9F", FORM).get("text").asString())
                .isEqualTo("epoch 13 结束");
        // curl -d says that what it sends is a form.
        assertThat(posted("{\"text\":\"a=b&c\"}", FORM).get("text").asString()).isEqualTo("a=b&c");
        assertThat(posted("text=x&gpus=0", FORM).get("gpus")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"txt\":\"x\"}",
                "{\"text\":7}",
                "{\"text\":\"  \"}",
                "{\"text\":\"a\\nb\"}",
                "{\"text\":\"x\",\"gpus\":0}",
                "{\"text\":\"x\",\"gpus\":[true]}",
                "{\"text\":\"x\",\"gpus\":[1.5]}",
                "txt=7",
                "text=%ZZ"
            })
    void whatIsNoMarkIsRefusedWithTheReason(String body) {
        HttpResponse<String> response = post(body, body.startsWith("t") ? FORM : JSON);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains("\"detail\":\"");
    }

    @Test
    void aMarkIsShort() {
        assertThat(posted("{\"text\":\"" + "界".repeat(200) + "\"}", JSON)
                        .get("text")
                        .asString())
                .hasSize(200);
        assertThat(post("{\"text\":\"" + "x".repeat(201) + "\"}", JSON).body()).contains("200 characters at most");
    }

    @Test
    void aMegabyteIsTooLarge() {
        HttpResponse<String> response = post("{\"text\":\"" + "x".repeat(1 << 20) + "\"}", JSON);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(413);
    }

    @Test
    void anUnknownGpuIsNotFound() {
        assertThat(post("{\"text\":\"x\",\"gpus\":[9]}", JSON).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"text/plain,415", "application/json,403"})
    void aPageOfAnotherSiteCannotMark(String type, int status) {
        HttpResponse<String> response = status == 403
                ? Http.post(server, MARKS, "{\"text\":\"x\"}", "Content-Type", type, "Sec-Fetch-Site", "cross-site")
                : post("{\"text\":\"x\"}", type);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains("\"detail\":\"");
    }

    @Test
    void aMethodThatIsNotTakenIsRefusedWithThoseThatAre() {
        HttpResponse<String> response = Http.ask(server, "PUT", MARKS, "*/*");

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.body()).contains("it takes GET, POST.");
    }

    @Test
    void marksAreNotMadeWithoutEnd() {
        AtomicLong nanos = new AtomicLong();
        MarkRate rate = new MarkRate(nanos::get);
        for (int mark = 0; mark < MarkRate.A_MINUTE; mark++) {
            assertThat(rate.take()).isTrue();
        }
        assertThat(rate.take()).isFalse();

        nanos.addAndGet(600_000_000);
        assertThat(rate.take()).isTrue();
        assertThat(rate.take()).isFalse();
    }
}
