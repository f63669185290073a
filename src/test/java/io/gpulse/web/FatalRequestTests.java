package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.jvm.FatalErrorsOfTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Mono;

class FatalRequestTests {

    @Test
    void aRequestThatFailsWithAnOutOfMemoryErrorEndsTheProcess() {
        OutOfMemoryError fatal = new OutOfMemoryError("thrown by the test");

        List<VirtualMachineError> met = FatalErrorsOfTest.metBy(() -> new ClientFaultFilter()
                .filter(exchange(), (same) -> Mono.error(new IllegalStateException(fatal)))
                .onErrorComplete()
                .block());

        assertThat(met).containsExactly(fatal);
    }

    private static ServerWebExchange exchange() {
        MockServerHttpResponse response = new MockServerHttpResponse() {

            @Override
            @SuppressWarnings("unchecked")
            public <T> T getNativeResponse() {
                return (T) "no connection of Netty";
            }
        };
        return new ServerWebExchangeDecorator(
                MockServerWebExchange.from(MockServerHttpRequest.get("/api/v1/history"))) {

            @Override
            public ServerHttpResponse getResponse() {
                return response;
            }
        };
    }
}
