package io.gpulse.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Line;
import io.gpulse.fleet.EngineClient.Sample;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client of an engine, against servers that are none, or ill. */
class EngineClientTests {

    private static final String EMPTY = "{\"status\":\"success\",\"data\":{\"result\":[]}}";

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
        this.server.stop(0);
        this.threads.shutdownNow();
    }

    private void answering(int status, String body) {
        this.server.createContext("/", (exchange) -> {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            this.requests.add(String.join(
                    " ",
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("X-Scope-OrgID"),
                    URLDecoder.decode(form, StandardCharsets.UTF_8)));
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/elsewhere");
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private String url() {
        return "http://127.0.0.1:" + this.server.getAddress().getPort();
    }

    private EngineProperties properties(@Nullable Path token, @Nullable String user, @Nullable Path password) {
        return new EngineProperties(
                url() + "/prometheus/", token, user, password, null, "team-a", false, "http://{instance}");
    }

    private static Answer asked(EngineProperties properties) {
        try (EngineClient client = new EngineClient(properties, Objects.requireNonNull(properties.address()))) {
            return client.answers(EngineQuestion.FLAGS).blockOptional().orElseThrow();
        }
    }

    private String problem() {
        return catchThrowableOfType(MachineException.class, () -> asked(properties(null, null, null)))
                .getMessage();
    }

    @Test
    void anExpressionIsPostedAndItsSamplesAreRead() {
        answering(200, """
                {"status":"success","warnings":["store 2 is down\\u202e"],"infos":["metric might not be a counter"],
                 "data":{"resultType":"vector","result":[
                 {"metric":{"instance":"a:1","gpu":"0"},"value":[1795168801.007,"0.5"]},
                 null,{"metric":{},"value":[1795168801,"+Inf"]},{"metric":{"a":"b"},"value":[1795168801,"NaN"]},
                 {"value":[1795168801,"what"]},{"metric":{"a":"b"}},{"metric":{"a":"b"},"value":[]}]}}
                """);

        Answer answer = asked(properties(null, null, null));

        assertThat(answer.warning()).isEqualTo("store 2 is down?");
        assertThat(answer.samples())
                .startsWith(
                        new Sample(Map.of("instance", "a:1", "gpu", "0"), 0.5),
                        new Sample(Map.of(), Double.POSITIVE_INFINITY))
                .hasSize(6);
        assertThat(answer.samples().subList(2, 6))
                .allSatisfy((sample) -> assertThat(sample.value()).isNaN());
        assertThat(this.requests)
                .containsExactly("POST /prometheus/api/v1/query null team-a timeout=9s&query="
                        + EngineQuestion.FLAGS.expression());
    }

    @Test
    void anInfiniteValueOfASeriesIsNoReasonAgainstTheOthers() {
        answering(200, """
                {"status":"success","data":{"resultType":"matrix","result":[
                 {"metric":{"gpu":"0"},"values":[[1795168801,"+Inf"],[1795168861,"-Inf"],[1795168921,"NaN"]]},
                 {"metric":{"gpu":"1"},"values":[[1795168801,"1e2"],[1795168861],["x",null]]},{"metric":null}]}}
                """);
        EngineProperties properties = properties(null, null, null);
        try (EngineClient client = new EngineClient(properties, Objects.requireNonNull(properties.address()))) {
            List<Line> lines = client.lines("up", Instant.EPOCH, Instant.EPOCH, Duration.ofMinutes(6))
                    .blockOptional()
                    .orElseThrow();

            assertThat(lines).hasSize(3);
            assertThat(lines.get(0).points())
                    .extracting((point) -> Double.isFinite(point[1]))
                    .containsOnly(false);
            assertThat(lines.get(1).points().get(0)).containsExactly(1_795_168_801, 100);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | <html>                                   | Its answer is not that of Prometheus
            200 | []                                       | Its answer is not that of Prometheus
            200 | {"status":"success"}                     | Its answer is not that of Prometheus
            200 | {"status":"success","data":{"result":"x  | Its answer is not that of Prometheus
            400 | {"status":"error","error":"bad\\nquery"}  | It reports an error: bad?query
            422 | {"status":"error","error":"too many"}    | It reports an error: too many
            503 | {"status":"error","error":"busy"}        | It reports an error: busy
            503 | <html>                                   | It answered with the status 503.
            308 | {}                                       | It redirects
            404 | <html>                                   | It answered with the status 404.
            302 | {}                                       | It redirects
            401 | {}                                       | It requires credentials
            """)
    void anotherAnswerIsAProblemWithASentence(int status, String body, String sentence) {
        answering(status, body);

        assertThat(problem()).startsWith(sentence);
        assertThat(this.requests).hasSize(1);
    }

    @Test
    void aPartOfAClusterThatIsMissingIsAWarning() {
        answering(200, EMPTY.replace("{\"status", "{\"isPartial\":true,\"status"));

        assertThat(asked(properties(null, null, null)).warning()).isEqualTo("isPartial");
    }

    @Test
    void anEndlessAnswerEndsAtItsLimit() {
        this.server.createContext("/", (exchange) -> {
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

        assertThat(problem()).isEqualTo("Its answer is larger than 16 MiB.");
    }

    @Test
    void anAnswerThatEndsEarlyIsBroken() {
        this.server.createContext("/", (exchange) -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(EMPTY.substring(0, 20).getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            exchange.close();
        });

        assertThat(problem()).startsWith("The connection ended without an answer");
    }

    @Test
    void credentialsAreThoseOfTheirFilesAndInNoError(@TempDir Path folder) throws IOException {
        answering(200, EMPTY);
        Path secret = Files.writeString(folder.resolve("secret"), "s3cret: ü\n");

        asked(properties(secret, null, null));
        asked(properties(null, "anna", secret));
        Files.writeString(secret, "a\nb");

        assertThat(this.requests.get(0)).contains(" Bearer s3cret: ");
        assertThat(this.requests.get(1)).contains(" Basic YW5uYTpzM2NyZXQ6IMO8 ");
        assertThat(catchThrowableOfType(MachineException.class, () -> asked(properties(secret, null, null))))
                .hasMessage("The file of its token or password cannot be read.");
    }

    @Test
    void wrongSettingsStopTheStart(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "t");

        assertThat(wrong("ftp://a", null, null)).startsWith("gpulse.fleet: it is not an http or https address");
        assertThat(wrong("http://u:p@a:9090", null, null)).startsWith("gpulse.fleet: it has a user; credentials");
        assertThat(wrong("http://a:9090", file, null)).startsWith("gpulse.fleet: http://a:9090 would get its token");
        assertThat(wrong("https://a", null, "anna")).startsWith("gpulse.fleet: user and password-file belong together");
        assertThat(wrong(null, file, null)).startsWith("gpulse.fleet: prometheus-url is missing");
    }

    private static String wrong(@Nullable String url, @Nullable Path token, @Nullable String user) {
        return catchThrowableOfType(
                        IllegalArgumentException.class,
                        () -> new EngineProperties(url, token, user, null, null, null, false, "http://{instance}"))
                .getMessage();
    }
}
