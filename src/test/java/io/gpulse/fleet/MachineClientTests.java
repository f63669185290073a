package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpulse.event.message.Messages;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of other machines, against servers that are no gpulse, or ill. */
class MachineClientTests {

    private static final String REPORT = """
        {"instance": "i-2", "name": "trn-2", "version": "9.0", "takenAt": "2026-11-20T10:00:00Z", "colour": "red",
         "gpus": [{"index": 0, "use": "ASLEEP", "state": "MELTED", "utilization": 1e999, "memoryFree": 7}]}
        """;

    private static final List<String> PROBLEMS = List.of(
            "timeout",
            "unreachable",
            "broken",
            "unknown-host",
            "tls",
            "ca",
            "refused",
            "token-file",
            "redirect",
            "too-old",
            "host",
            "not-gpulse",
            "too-large",
            "status");

    private final MachineClient client = new MachineClient(Duration.ofSeconds(30));
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.server.setExecutor(this.threads);
        this.server.start();
    }

    @AfterEach
    void stop() {
        this.client.close();
        this.server.stop(0);
        this.threads.shutdownNow();
    }

    private interface Handler {
        void answer(HttpExchange exchange) throws IOException;
    }

    private MachineAddress answering(Handler handler) {
        this.server.createContext("/", (exchange) -> {
            this.requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            handler.answer(exchange);
            exchange.close();
        });
        return address("");
    }

    private MachineAddress address(String options) {
        return MachineAddress.parse("127.0.0.1:" + this.server.getAddress().getPort() + options);
    }

    private static Handler answer(int status, String type, String body) {
        return (exchange) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    /** Returns the key of the sentence. */
    private static String problem(MachineClient client, MachineAddress address) {
        String sentence = catchThrowableOfType(
                        MachineException.class, () -> client.reports(address).block())
                .getMessage();
        return PROBLEMS.stream()
                .filter((key) ->
                        sentence.startsWith(Messages.text("fleet." + key).en().replaceFirst("\\{.*", "")))
                .findFirst()
                .orElse(sentence);
    }

    @Test
    void aReportOfANewerVersionIsReadAsFarAsItIsKnown() {
        MachineReport report = this.client
                .reports(answering(answer(200, "application/json", REPORT)))
                .blockOptional()
                .orElseThrow();

        assertThat(report.name()).isEqualTo("trn-2");
        assertThat(report.alerts()).isEmpty();
        MachineGpu gpu = report.gpus().get(0);
        assertThat(gpu.use()).isEqualTo(GpuClass.UNKNOWN);
        assertThat(gpu.state()).isNull();
        assertThat(gpu.utilization()).isNull();
        assertThat(gpu.memoryFree()).isEqualTo(7);
        assertThat(this.requests).containsExactly("/api/v1/machine null");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | text/html        | <html>                   | not-gpulse
            200 | application/json | [1, 2]                   | not-gpulse
            200 | application/json | {"name": "x"}            | not-gpulse
            200 | application/json | null                     | not-gpulse
            200 | application/json | {"instance": "i", "gpus" | not-gpulse
            200 | application/json | {"instance": {"a": 1}}   | not-gpulse
            302 | application/json | {}                       | redirect
            308 | application/json | {}                       | redirect
            401 | application/json | {}                       | refused
            403 | text/html        | <html>                   | refused
            404 | application/json | {}                       | too-old
            500 | text/plain       | boom                     | status
            503 | application/json | {}                       | status
            421 | application/json | {}                       | host
            """)
    void anotherAnswerIsAProblemWithASentence(int status, String type, String body, String problem) {
        MachineAddress address = answering(answer(status, type, body));

        assertThat(problem(this.client, address)).isEqualTo(problem);
        assertThat(this.requests).hasSize(1);
    }

    @Test
    void anEndlessAnswerEndsAtItsLimit() {
        MachineAddress address = answering((exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream body = exchange.getResponseBody()) {
                byte[] blanks = " ".repeat(65_536).getBytes(StandardCharsets.UTF_8);
                while (!Thread.currentThread().isInterrupted()) {
                    body.write(blanks);
                }
            } catch (IOException closed) {
                this.requests.add("closed");
            }
        });

        assertThat(problem(this.client, address)).isEqualTo("too-large");
        Wait.until(() -> this.requests.contains("closed"));
    }

    @Test
    void aServerThatAcceptsAndIsSilentIsLeftInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                MachineClient impatient = new MachineClient(Duration.ofMillis(50));
                LogRecorder log = LogRecorder.started(Level.INFO)) {
            MachineAddress address = MachineAddress.parse("127.0.0.1:" + silent.getLocalPort());
            assertThat(problem(impatient, address)).isEqualTo("timeout");
            assertThat(log.from(Level.ERROR)).noneMatch((line) -> line.contains("onErrorDropped"));
        }
    }

    @Test
    void anAnswerThatStallsIsLeftInTimeAndItsConnectionEnds() {
        MachineAddress address = answering((exchange) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            OutputStream body = exchange.getResponseBody();
            body.write("{".getBytes(StandardCharsets.UTF_8));
            body.flush();
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.yield();
                    body.write(' ');
                    body.flush();
                }
            } catch (IOException closed) {
                this.requests.add("closed");
            }
        });
        try (MachineClient impatient = new MachineClient(Duration.ofMillis(300));
                LogRecorder log = LogRecorder.started(Level.INFO)) {
            assertThat(problem(impatient, address)).isIn("timeout", "too-large");
            Wait.until(() -> this.requests.contains("closed"));
            assertThat(log.from(Level.ERROR)).noneMatch((line) -> line.contains("onErrorDropped"));
        }
    }

    @Test
    void aServerThatIsGoneIsUnreachable() {
        MachineAddress address = address("");
        this.server.stop(0);

        assertThat(problem(this.client, address)).isEqualTo("unreachable");
    }

    @Test
    void aServerWithoutTlsHasNoTrustedCertificate() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.threads.execute(() -> {
                try (Socket client = plain.accept()) {
                    // A close before the greeting is read resets the connection: the JDK's client may not see it.
                    assertThat(client.getInputStream().read()).isNotNegative();
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.UTF_8));
                    client.shutdownOutput();
                    client.getInputStream().readAllBytes();
                } catch (IOException gone) {
                    this.requests.add("gone");
                }
            });
            assertThat(problem(this.client, MachineAddress.parse("https://127.0.0.1:" + plain.getLocalPort())))
                    .isEqualTo("tls");
        }
    }

    @Test
    void theTokenIsThatOfTheFileAsItIsNow(@TempDir Path folder) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "first-token");
        answering(answer(200, "application/json", REPORT));
        MachineAddress address = address(" token-file=" + token);

        this.client.reports(address).block();
        Files.writeString(token, "second-token\n");
        this.client.reports(address).block();
        Files.writeString(token, "");

        assertThat(problem(this.client, address)).isEqualTo("token-file");
        assertThat(this.requests)
                .containsExactly("/api/v1/machine Bearer first-token", "/api/v1/machine Bearer second-token");
    }
}
