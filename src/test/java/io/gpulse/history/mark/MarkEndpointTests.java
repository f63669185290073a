package io.gpulse.history.mark;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
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
    void aMarkIsAddedListedAndDeleted() {
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
        assertThat(Http.request(server, "DELETE", path, "*/*").statusCode()).isEqualTo(204);
        assertThat(listed(mark.get("id").asLong())).isFalse();
        assertThat(Http.request(server, "DELETE", path, "*/*").statusCode()).isEqualTo(404);
    }

    private static boolean listed(long id) {
        JsonNode marks = JsonMapper.shared()
                .readTree(Http.get(server, MARKS + "?range=1h").body());
        return marks.get("marks")
                .valueStream()
                .anyMatch((mark) -> mark.get("id").asLong() == id);
    }

    @Test
    void aFormOfCurlIsAccepted() {
        assertThat(posted("text=epoch+13+%E7%BB%93%E6%9D%9F", FORM).get("text").asString())
                .isEqualTo("epoch 13 结束");
        // curl -d declares its body as a form.
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
    void anInvalidMarkIsRefusedWithTheReason(String body) {
        HttpResponse<String> response = post(body, body.startsWith("t") ? FORM : JSON);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains("\"detail\":\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\u202eb",
                "a\\u2066b",
                "a\\u200eb",
                "a\\u2028b",
                "a\\u2029b",
                "a\\u0085b",
                "a\\u200bb",
                "a\\ufeffb",
                "a\\u200db",
                "a\\ud800",
                "\\udc00a",
                "\\ud800\\ud800",
                "a\\uffffb",
                "\\u200d\\u200c",
                "\\u00a0\\u3000",
                "\\u3164",
                "\\u0301"
            })
    void aTextWithInvisibleCharactersIsRefused(String escaped) {
        HttpResponse<String> response = post("{\"text\":\"" + escaped + "\"}", JSON);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).containsPattern("\"detail\":\"text is (empty|one line of visible text)");
        String form = JsonMapper.shared().readTree("\"" + escaped + "\"").stringValue();
        if (!escaped.contains("ud800") && !escaped.contains("udc00")) {
            String encoded = URLEncoder.encode(form, StandardCharsets.UTF_8);
            assertThat(post("text=" + encoded, FORM).statusCode()).isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoch 12", "训练 3 结束", "پرونده\u200cها", "👩\u200d💻 started", "e\u0301tude", "❤\ufe0f"})
    void textOfAnyScriptIsStoredUnchanged(String text) {
        assertThat(posted(JsonMapper.shared().writeValueAsString(Map.of("text", text)), JSON)
                        .get("text")
                        .asString())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7b2274657874223a22ff227d | json | The body is not valid UTF-8",
                "7b2274657874223a22eda080227d | json | The body is not valid UTF-8",
                "746578743dff | form | The body is not valid UTF-8",
                "746578743d254646 | form | The body is not valid UTF-8",
                "746578743d61266578743d62 | form | no field 'ext'",
                "746578743d6126746578743d62 | form | text is given twice",
                "7b2274657874223a2261222c2274657874223a2262227d | json | each name is given once",
                "7b225c7564383030223a317d | json | no field '?'",
                "7b2274657874223a2261227d7b7d | json | one JSON value"
            })
    void anAmbiguousBodyIsRefused(String hex, String type, String reason) {
        byte[] body = HexFormat.of().parseHex(hex);
        RawResponse response = raw(body, "Content-Type: " + (type.equals("json") ? JSON : FORM));

        assertThat(response.status()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains(reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "nonsense", "gzip, identity"})
    void aCompressedBodyIsRefused(String coding) {
        RawResponse response = raw("{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8), "Content-Encoding: " + coding);

        assertThat(response.status()).as(response.body()).isEqualTo(415);
        assertThat(response.body()).contains("Content-Encoding '" + coding + "'", "uncompressed");
    }

    private static RawResponse raw(byte[] body, String header) {
        String type = header.startsWith("Content-Type") ? "" : "Content-Type: " + JSON + "\r\n";
        String head = "POST " + MARKS + " HTTP/1.1\r\nHost: localhost\r\n" + type + header + "\r\nContent-Length: "
                + body.length + "\r\n\r\n";
        return RawResponse.to(
                (head + new String(body, StandardCharsets.ISO_8859_1)).getBytes(StandardCharsets.ISO_8859_1),
                server.port());
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "-1", "+1", "0x10", "1.0", "9223372036854775808", "%20", "١"})
    void anInvalidIdIsNamedInTheRefusal(String id) {
        HttpResponse<String> response =
                Http.request(server, "DELETE", MARKS + "/" + URLEncoder.encode(id, StandardCharsets.UTF_8), "*/*");

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(response.body()).contains(id.startsWith("%") ? "\"detail\":\"" : "id must be a whole number");
    }

    @Test
    void aLongTextIsRefused() {
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
    void aPageOfAnotherSiteCannotAddMarks(String type, int status) {
        HttpResponse<String> response = status == 403
                ? Http.post(server, MARKS, "{\"text\":\"x\"}", "Content-Type", type, "Sec-Fetch-Site", "cross-site")
                : post("{\"text\":\"x\"}", type);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).contains("\"detail\":\"");
    }

    @Test
    void anUnsupportedMethodIsRefusedWithTheSupportedOnes() {
        HttpResponse<String> response = Http.request(server, "PUT", MARKS, "*/*");

        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.body()).contains("it takes GET, POST.");
    }
}
