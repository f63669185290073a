package io.gpulse.web.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class RefusedValuesTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.numbered(1));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CORE", "everything", "core,full"})
    void thereAreTwoViews(String view) {
        assertThat(refusal("/api/v1/snapshot", "view", view))
                .isEqualTo("view must be core or full, not '" + view + "'.");
        assertThat(refusal("/api/v1/stream", "view", view)).isEqualTo("view must be core or full, not '" + view + "'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "0s", "0h", "-5s", "5 apples", "PT5S", "99999999999s", "1.5s", "s"})
    void theTimeBetweenSnapshotsIsAboveZero(String every) {
        assertThat(refusal("/api/v1/stream", "every", every))
                .isEqualTo(
                        "every must be a number above zero with a unit, such as 500ms, 5s or 1m, not '" + every + "'.");
    }

    @Test
    void ofSeveralWrongParametersTheFirstIsReported() {
        assertThat(detail("/api/v1/stream?every=0s&view=none")).startsWith("view must be");
        assertThat(detail("/api/v1/gpus/free?window=1h&max-utilization=101&count=-1"))
                .startsWith("count must be");
    }

    @ParameterizedTest
    @CsvSource({"max-utilization, 100.5", "max-utilization, 1e3", "window, 601s", "count, 1025", "count, 0"})
    void valuesOutOfBoundsAreRejectedInTheSameWords(String name, String value) {
        assertThat(refusal("/api/v1/gpus/free", name, value))
                .startsWith(name + " must be ")
                .endsWith(", not '" + value + "'.");
    }

    @Test
    void aLongValueIsShortened() {
        assertThat(refusal("/api/v1/stream", "every", "x".repeat(5000))).hasSizeLessThan(300);
    }

    @Test
    void aCharacterIsNotCutInHalf() {
        assertThat(refusal("/api/v1/snapshot", "view", "a".repeat(79) + "\uD83D\uDE00x"))
                .isEqualTo("view must be core or full, not '" + "a".repeat(79) + "...'.");
        assertThat(detail("/api/v1/snapshot?" + "a".repeat(79) + "%F0%9F%98%80x=1"))
                .startsWith("There is no parameter '" + "a".repeat(79) + "...'.");
    }

    @Test
    void aValueThatIsNoneIsEmpty() {
        assertThat(detail("/api/v1/processes?sort=sm&sort")).endsWith(", not 'sm,'.");
    }

    @Test
    void aWrongValueIsReportedBeforeAMissingResource() {
        assertThat(refusal("/api/v1/gpus/99/processes", "sort", "bogus")).startsWith("sort must be");
        assertThat(refusal("/api/v1/gpus/99/links", "state", "bogus")).startsWith("state must be");
        assertThat(detail("/api/v1/stream?gpus=99&every=bogus")).startsWith("every must be");
        try (TestServer young = TestServer.started()) {
            assertThat(Http.get(young, "/api/v1/host?processes=-1").statusCode())
                    .isEqualTo(400);
            assertThat(Http.get(young, "/api/v1/host?processes=1").statusCode()).isEqualTo(503);
        }
    }

    private static String refusal(String path, String name, String value) {
        return detail(path + "?" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }

    private static String detail(String path) {
        var response = Http.get(server, path);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        return JsonMapper.shared().readTree(response.body()).path("detail").asString();
    }
}
