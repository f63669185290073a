package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Other machines, by two real servers: who may read what of them, and where their token goes. */
class FleetAccessTests {

    private static final String TOKEN = "0123456789abcdef-fleet";

    @TempDir
    private Path folder;

    private static JsonNode other(Caller.Answer answer) {
        return JsonMapper.shared()
                .readTree(answer.body().replaceFirst("(?s)^[^{]*", ""))
                .get("machines")
                .get(1);
    }

    private static String answer(TestServer viewer, String token) {
        return other(Caller.withToken(viewer, token).get("/api/v1/fleet"))
                .get("answer")
                .asString();
    }

    @Test
    void usersOfAnotherMachineNeedAScopeAndItsTokenStaysOnTheServer() throws IOException {
        Path file = Files.writeString(this.folder.resolve("token"), TOKEN);
        try (TestServer listed = TestServer.started(
                        "gpulse.security.tokens.fleet.value=" + TOKEN, "gpulse.processes.command-line=all");
                TestServer viewer = TestServer.started(Guarded.withTokensAndUser(
                        "gpulse.security.tokens.fleet.value=" + TOKEN + "-viewer",
                        "gpulse.security.tokens.fleet.scopes=read,read-fleet",
                        "gpulse.machines=127.0.0.1:" + listed.port() + " token-file=" + file))) {
            listed.takes(Snapshots.numbered(0));
            viewer.takes(Snapshots.numbered(0));
            Wait.until(() -> answer(viewer, Guarded.READER).equals("OK"));

            Caller.Answer full = Caller.withToken(viewer, TOKEN + "-viewer").get("/api/v1/fleet");
            Caller.Answer reader = Caller.withToken(viewer, Guarded.READER).get("/api/v1/fleet");
            Caller.Answer free = Caller.withToken(viewer, Guarded.READER).get("/api/v1/fleet/free");

            assertThat(other(full).get("machine").get("gpus").get(0).has("holders"))
                    .isTrue();
            assertThat(other(reader).get("machine").get("gpus").get(0).has("holders"))
                    .isFalse();
            assertThat(other(full).get("url").asString()).isEqualTo("http://127.0.0.1:" + listed.port());
            assertThat(full.body() + reader.body() + free.body())
                    .doesNotContain(TOKEN)
                    .doesNotContain(file.toString());
            assertThat(Caller.withToken(viewer, Guarded.SCRAPER)
                            .get("/api/v1/fleet")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void ownersInThePastOfAnEngineNeedTheScopeToo() throws IOException {
        long now = Instant.now().getEpochSecond();
        String series = "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"instance\":\"gpu-1:8080\","
                + "\"gpu\":\"0\",\"uuid\":\"GPU-0\",\"user\":\"mchen\"},\"values\":[["
                + (now - 1800) + ",\"1\"],[" + (now - 1440) + ",\"+Inf\"]]}]}}";
        HttpServer engine = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        engine.createContext("/", (exchange) -> {
            byte[] bytes = series.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        engine.start();
        try (TestServer viewer = TestServer.started(Guarded.withTokensAndUser(
                "gpulse.security.tokens.fleet.value=" + TOKEN,
                "gpulse.security.tokens.fleet.scopes=read,read-fleet",
                "gpulse.fleet.prometheus-url=http://127.0.0.1:"
                        + engine.getAddress().getPort()))) {
            String path = "/api/v1/fleet/past";
            assertThat(Caller.withToken(viewer, TOKEN).get(path).body())
                    .contains("\"uuid\":\"GPU-0\"")
                    .contains("mchen");
            assertThat(Caller.withToken(viewer, Guarded.READER).get(path).body())
                    .contains("\"uuid\":\"GPU-0\"")
                    .doesNotContain("mchen");
        } finally {
            engine.stop(0);
        }
    }

    @Test
    void withoutCredentialsThisMachineMayReadAllAndAnonymousReadersMayNot() throws IOException {
        try (TestServer listed = TestServer.started().takes(Snapshots.numbered(0));
                TestServer open = TestServer.started("gpulse.machines=127.0.0.1:" + listed.port());
                TestServer anonymous = TestServer.started(
                        "gpulse.security.anonymous=read", "gpulse.machines=127.0.0.1:" + listed.port())) {
            assertThat(Caller.of(open).get("/api/v1/fleet").body()).contains("\"users\":true");
            assertThat(Caller.of(anonymous).get("/api/v1/fleet").body()).contains("\"users\":false");
        }
    }

    @Test
    void aMachineThatRefusesTheTokenIsReportedInOneSentence() throws IOException {
        Path file = Files.writeString(this.folder.resolve("token"), "not-the-right-token");
        try (TestServer listed = TestServer.started("gpulse.security.tokens.fleet.value=" + TOKEN);
                TestServer viewer =
                        TestServer.started("gpulse.machines=127.0.0.1:" + listed.port() + " token-file=" + file)) {
            viewer.takes(Snapshots.numbered(0));
            Wait.until(() -> other(Caller.of(viewer).get("/api/v1/fleet"))
                    .get("answer")
                    .asString()
                    .equals("SILENT"));

            assertThat(other(Caller.of(viewer).get("/api/v1/fleet"))
                            .get("problem")
                            .asString())
                    .isEqualTo("It requires a token with the scope read; token-file= names its file.");
        }
    }
}
