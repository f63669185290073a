package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.web.ProblemException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.util.context.Context;

/** Requests within the process. */
class RestCallsTests {

    private final List<ServerHttpRequest> seen = new ArrayList<>();

    private RestCalls calls(HttpStatus status, String body) {
        return calls((request, response) -> {
            this.seen.add(request);
            response.setStatusCode(status);
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap(body.getBytes(StandardCharsets.UTF_8))));
        });
    }

    private static RestCalls calls(HttpHandler handler) {
        return new RestCalls(
                handler,
                MockServerHttpRequest.post("http://gpu.example/mcp?x=1")
                        .header("Host", "gpu.example")
                        .header("Authorization", "Bearer secret")
                        .header("Cookie", "session=1")
                        .header("Accept", "text/event-stream")
                        .header("Accept-Encoding", "gzip")
                        .header("Content-Length", "999")
                        .body("{}"),
                false);
    }

    @Test
    void keepTheCallerAndReplaceTheRest() {
        String answer = calls(HttpStatus.OK, "{}")
                .get("/api/v1/gpus/free", Map.of("model", "a&b=c+d %7B{x}é#"))
                .block();

        ServerHttpRequest request = this.seen.get(0);
        assertThat(answer).isEqualTo("{}");
        assertThat(request.getMethod()).isEqualTo(HttpMethod.GET);
        assertThat(request.getPath().value()).isEqualTo("/api/v1/gpus/free");
        assertThat(request.getQueryParams().toSingleValueMap()).isEqualTo(Map.of("model", "a&b=c+d %7B{x}é#"));
        assertThat(request.getHeaders().getFirst("Authorization")).isEqualTo("Bearer secret");
        assertThat(request.getHeaders().getFirst("Host")).isEqualTo("gpu.example");
        assertThat(request.getHeaders().getFirst("Cookie")).isEqualTo("session=1");
        assertThat(request.getHeaders().headerNames()).doesNotContain("Accept", "Accept-Encoding", "Content-Length");
    }

    @Test
    void doNotInheritTheContextOfTheCaller() {
        AtomicBoolean inherited = new AtomicBoolean();
        RestCalls calls = calls((request, response) -> Mono.deferContextual((context) -> {
            inherited.set(context.hasKey("caller"));
            return response.writeWith(Mono.just(response.bufferFactory().wrap("{}".getBytes(StandardCharsets.UTF_8))));
        }));

        calls.get("/api/v1/machine", Map.of())
                .contextWrite(Context.of("caller", "anna"))
                .block();

        assertThat(inherited).isFalse();
    }

    @Test
    void endWhenTheClientDisconnects() {
        AtomicBoolean ended = new AtomicBoolean();
        RestCalls calls = calls((request, response) -> Mono.<Void>never().doOnCancel(() -> ended.set(true)));

        StepVerifier.create(calls.get("/api/v1/gpus/free", Map.of("wait", "600s")))
                .thenCancel()
                .verify();

        assertThat(ended).isTrue();
    }

    @Test
    void failWithTheSentenceOfTheProblem() {
        assertFails(calls(HttpStatus.NOT_FOUND, "{\"detail\":\"There is no GPU '9'.\"}"), "There is no GPU '9'.");
        assertFails(calls(HttpStatus.CONFLICT, ""), "There is no answer, or it is too large (HTTP 409).");
        assertFails(calls(HttpStatus.BAD_GATEWAY, "<html>"), "There is no answer, or it is too large (HTTP 502).");
        assertFails(calls(HttpStatus.OK, ""), "There is no answer, or it is too large (HTTP 200).");
        assertFails(
                calls(HttpStatus.OK, "x".repeat((4 << 20) + 1)), "There is no answer, or it is too large (HTTP 200).");
    }

    @Test
    void takeTheListOfFiveHundredJobs() {
        String large = "x".repeat(4 << 20);

        assertThat(calls(HttpStatus.OK, large).get("/api/v1/jobs", Map.of()).block())
                .isEqualTo(large);
    }

    private static Mono<Void> empty(ServerHttpResponse response) {
        return response.writeWith(Mono.just(response.bufferFactory().wrap("{}".getBytes(StandardCharsets.UTF_8))));
    }

    @Test
    void haveAStatusBeforeTheHandlerSetsOne() {
        AtomicReference<HttpStatusCode> status = new AtomicReference<>();
        RestCalls calls = calls((request, response) -> {
            status.set(response.getStatusCode());
            return empty(response);
        });

        calls.get("/api/v1/machine", Map.of()).block();

        assertThat(status.get()).isEqualTo(HttpStatus.OK);
    }

    @Test
    void keepThePrefixOfTheServerAsItWasSent() {
        HttpHandler handler = (request, response) -> {
            this.seen.add(request);
            return empty(response);
        };
        RestCalls calls = new RestCalls(
                handler,
                MockServerHttpRequest.method(HttpMethod.POST, URI.create("http://gpu.example/a%20b%7Bc/mcp?x=1"))
                        .contextPath("/a%20b%7Bc")
                        .build(),
                false);

        calls.get("/api/v1/machine", Map.of("gpus", "0/1")).block();

        ServerHttpRequest request = this.seen.get(0);
        assertThat(request.getURI()).hasToString("http://gpu.example/a%20b%7Bc/api/v1/machine?gpus=0%2F1");
        assertThat(request.getPath().pathWithinApplication().value()).isEqualTo("/api/v1/machine");
    }

    private static void assertFails(RestCalls calls, String sentence) {
        StepVerifier.create(calls.get("/api/v1/gpus/9", Map.of()))
                .expectErrorSatisfies((failure) -> assertThat(failure)
                        .isInstanceOfSatisfying(
                                ProblemException.class,
                                (problem) -> assertThat(problem.getBody().getDetail())
                                        .isEqualTo(sentence)))
                .verify();
    }
}
