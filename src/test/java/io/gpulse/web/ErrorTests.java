package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ErrorTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.ofGpus(2));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | /api/v1/gpus/9 | There is no GPU '9'. This machine has GPUs 0, 1;",
                "404 | /api/v1/snapshot?gpus=GPU-9 | There is no GPU 'GPU-9'.",
                "404 | /api/v1/stream?gpus=7 | There is no GPU '7'.",
                "400 | /api/v1/gpus/GPU- | is the beginning of 2 UUIDs",
                "400 | /api/v1/snapshot?metrics=power.drow | The nearest are power.draw, power.draw.min,",
                "400 | /api/v1/stream?metrics=nothing.* | There is no metric 'nothing.*'.",
                "400 | /api/v1/snapshot?view=huge | view must be core or full, not 'huge'.",
                "400 | /api/v1/stream?every=5 | such as 500ms, 5s or 1m, not '5'.",
                "404 | /api/v1/nothing | There is nothing at /api/v1/nothing;",
                "404 | /nothing | There is nothing at /nothing;",
                "404 | /assets/gone.js | There is nothing at /assets/gone.js;"
            })
    void errorIsExplainedWithTheCorrection(int status, String path, String detail) {
        assertProblem(Http.get(server, path), status, detail);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/event-stream", "text/html", "image/png", "application/x-ndjson"})
    void problemIsSentRegardlessOfAccept(String accept) {
        assertProblem(
                Http.get(server, "/api/v1/stream?every=x", accept),
                accept.matches("text/html|image/png") ? 406 : 400,
                "");
        assertProblem(Http.get(server, "/api/v1/nothing", accept), 404, "There is nothing at");
    }

    @Test
    void unavailableTypeIs406() {
        assertProblem(Http.get(server, "/api/v1/snapshot", "text/csv"), 406, "it is available as application/json.");
        assertProblem(
                Http.get(server, "/api/v1/stream", "application/json"),
                406,
                "it is available as text/event-stream or application/x-ndjson.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH"})
    void unsupportedMethodsAreRejected(String method) {
        for (String path : new String[] {"/api/v1/snapshot", "/api/v1/stream", "/", "/GPU-Utilization"}) {
            var response = Http.request(server, method, path, "*/*");

            assertProblem(response, 405, method + " is not supported at " + path);
            assertThat(response.headers().firstValue("Allow").orElse("")).contains("GET");
        }
    }

    @Test
    void internalErrorsAreNotDisclosed() {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get("/api/v1/snapshot"));

        var answer = new ErrorAdvice((request) -> Optional.empty())
                .unexpected(new IllegalStateException("secret"), exchange)
                .block();

        assertThat(answer).isNotNull();
        assertThat(answer.getStatusCode().value()).isEqualTo(500);
        assertThat(String.valueOf(answer.getBody())).doesNotContain("secret").contains("see its log");
    }

    private static void assertProblem(HttpResponse<String> response, int status, String detail) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
        JsonNode problem = JsonMapper.builder().build().readTree(response.body());
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("title").asString()).isNotEmpty();
        assertThat(problem.path("detail").asString()).contains(detail);
        assertThat(problem.toString()).doesNotContain("Exception", "trace");
    }
}
