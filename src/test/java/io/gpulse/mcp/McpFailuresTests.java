package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.web.CallerAccess;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.info.BuildProperties;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Failures of a tool that REST does not name. */
class McpFailuresTests {

    /** Sends a call of a tool whose answer of REST has this text. */
    private static ResponseEntity<Object> call(String tool, String arguments, String accept, String answer) {
        HttpHandler rest = (request, response) ->
                response.writeWith(Mono.just(response.bufferFactory().wrap(answer.getBytes(StandardCharsets.UTF_8))));
        StaticListableBeanFactory beans = new StaticListableBeanFactory();
        beans.addBean("rest", rest);
        CallerAccess nobody = (CallerAccess) Proxy.newProxyInstance(
                CallerAccess.class.getClassLoader(),
                new Class<?>[] {CallerAccess.class},
                (self, method, args) -> false);
        McpController controller = new McpController(
                beans.getBeanProvider(HttpHandler.class), nobody, beans.getBeanProvider(BuildProperties.class));
        String message = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
                + "\"arguments\":%s}}";
        return Objects.requireNonNull(controller
                .answerMessage(MockServerWebExchange.from(MockServerHttpRequest.post("/mcp")
                        .header("Accept", accept)
                        .body(message.formatted(tool, arguments))))
                .block());
    }

    @Test
    void anUnexpectedFailureIsAnInternalErrorInOneSentence() {
        ResponseEntity<Object> response = call("why_slow", "{}", "application/json", "<html>");

        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.OK);
        assertThat(response.getBody())
                .hasToString("{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603,"
                        + "\"message\":\"gpulse failed to answer; its log has the reason.\"}}");
    }

    @Test
    @SuppressWarnings("unchecked")
    void aFailureOfACallThatWaitsIsAnEvent() {
        Object body = call("find_free_gpus", "{\"wait\":\"1s\"}", "text/event-stream;q=0.9", "<html>")
                .getBody();

        List<ServerSentEvent<Object>> events = ((Flux<ServerSentEvent<Object>>) Objects.requireNonNull(body))
                .collectList()
                .block(Duration.ofSeconds(9));
        assertThat(events).hasSize(2);
        assertThat(events.get(0).comment()).isEmpty();
        assertThat(String.valueOf(events.get(1).data())).contains("\"code\":-32603");
    }

    @Test
    void aClientThatRefusesEventsHasOneResponse() {
        ResponseEntity<Object> response =
                call("find_free_gpus", "{\"wait\":\"1s\"}", "application/json, text/event-stream;q=0", "<html>");

        assertThat(String.valueOf(response.getBody())).contains("\"code\":-32603");
    }
}
