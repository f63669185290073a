package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.http.server.reactive.ServerHttpResponse;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;

class ConnectionProgressTests {

    private static final int PIECES = 512;

    private final CompletableFuture<Boolean> waiting = new CompletableFuture<>();

    /** The check closes the response, so that the client sees its end. */
    private Mono<Void> write(ServerHttpResponse response) {
        Runnable unwatch = ConnectionProgress.watch(response, (taken, waits) -> {
            this.waiting.complete(waits);
            return false;
        });
        DataBufferFactory buffers = response.bufferFactory();
        return response.writeWith(Flux.range(0, PIECES).map((i) -> buffers.wrap(new byte[16 << 10])))
                .onErrorComplete()
                .doFinally((end) -> unwatch.run());
    }

    @Test
    void bytesWaitForAClientWithAClosedHttp2Window() throws Exception {
        DisposableServer server = HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .protocol(HttpProtocol.H2C)
                .handle(new ReactorHttpHandlerAdapter((request, response) -> write(response)))
                .bindNow();
        // The client does not read the body before the response has been closed.
        Disposable client = HttpClient.newConnection()
                .protocol(HttpProtocol.H2C)
                .disableRetry(true)
                .host("127.0.0.1")
                .port(server.port())
                .get()
                .response((response, body) ->
                        Mono.fromFuture(this.waiting).then(body.then()).onErrorComplete())
                .subscribe();
        try {
            assertThat(this.waiting.get(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            client.dispose();
            server.disposeNow();
        }
    }
}
