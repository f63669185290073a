package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.FollowEveryBuffer;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.test.StepVerifier;

@FollowEveryBuffer
@Tag("both-compilers-3")
class BodyTimeoutTests {

    private static final Duration SOON = Duration.ofMillis(100);

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 1000000000", "Transfer-Encoding: chunked"})
    void slowBodyThatIsNotReadIsEnded(String header) throws IOException {
        DisposableServer server = started();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            write("GET /first HTTP/1.1\r\nHost: localhost\r\n\r\n", socket);
            write("POST /second HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n\r\n", socket);

            assertThat(dripsUntilItEnds(socket.getOutputStream())).isTrue();
        } finally {
            server.disposeNow();
        }
    }

    @Test
    void completeBodyIsNotTimedOut() throws IOException {
        DisposableServer server = started();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            write("POST /late HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\nx", socket);

            byte[] status = socket.getInputStream().readNBytes("HTTP/1.1 200".length());

            assertThat(new String(status, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
        } finally {
            server.disposeNow();
        }
    }

    @Test
    void completeHttp2RequestIsNotTimedOut() {
        DisposableServer server = started();
        try {
            assertThat(http2(server)
                            .get()
                            .uri("/late")
                            .responseSingle((response, body) ->
                                    Mono.just(response.status().code()))
                            .block(Wait.PATIENCE))
                    .isEqualTo(200);
        } finally {
            server.disposeNow();
        }
    }

    @Test
    void slowBodyOverHttp2IsEnded() {
        DisposableServer server = started();
        Flux<String> drops =
                Flux.interval(Duration.ofMillis(1)).onBackpressureDrop().map((drop) -> "x");
        try {
            StepVerifier.create(http2(server)
                            .post()
                            .uri("/never")
                            .send(ByteBufFlux.fromString(drops))
                            .response())
                    .expectError(IOException.class)
                    .verify(Wait.PATIENCE);
        } finally {
            server.disposeNow();
        }
    }

    private static HttpClient http2(DisposableServer server) {
        return HttpClient.newConnection()
                .protocol(HttpProtocol.H2C)
                .disableRetry(true)
                .host("127.0.0.1")
                .port(server.port());
    }

    /** Responds immediately, only after the time limit for a body, or never. */
    private static DisposableServer started() {
        return new ConnectionFaults(SOON)
                .apply(HttpServer.create().host("127.0.0.1").port(0))
                .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
                .handle((request, response) -> switch (request.path()) {
                    case "late" ->
                        Mono.delay(SOON.multipliedBy(3)).then(response.send().then());
                    case "never" -> request.receive().then(Mono.never());
                    default -> response.send().then();
                })
                .bindNow();
    }

    private static void write(String text, Socket socket) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean dripsUntilItEnds(OutputStream out) {
        try {
            for (int drop = 0; drop < 100_000_000; drop++) {
                out.write("1\r\nx\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            return false;
        } catch (IOException ended) {
            return true;
        }
    }
}
