package io.gpulse.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.mcp.McpClient;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents: their scopes are those of REST. */
class McpAccessTests {

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started(Guarded.withTokensAndUser())
                .takes(Snapshots.every(Duration.ofHours(1), Snapshots.numbered(0)));
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static McpClient agent(String token) {
        return new McpClient(server, "Authorization", "Bearer " + token);
    }

    @Test
    void aReaderReadsAndIsRefusedTheMarkThatItDoesNotSee() {
        McpClient reader = agent(Guarded.READER);

        JsonNode refused = reader.call("mark", "{\"text\":\"epoch 12\"}");

        assertThat(reader.tools()).contains("gpu_status").doesNotContain("mark");
        assertThat(reader.text("gpu_status", "{}")).contains("71.1/79.6 GiB");
        assertThat(refused.path("isError").asBoolean()).isTrue();
        assertThat(refused.at("/content/0/text").asString())
                .isEqualTo("The scopes of this token or user do not permit this request.");
    }

    @Test
    void aWriterSeesTheMark() {
        assertThat(agent(Guarded.WRITER).tools()).contains("gpu_status", "mark");
    }

    @Test
    void aUserIsAuthenticatedForEachRequestOfATool() {
        String pair = Base64.getEncoder().encodeToString(("anna:" + Guarded.PASSWORD).getBytes());

        assertThat(new McpClient(server, "Authorization", "Basic " + pair).text("gpu_status", "{}"))
                .contains("71.1/79.6 GiB");
    }

    @Test
    void othersAreRejected() {
        assertThat(new McpClient(server).request("ping", "{}").statusCode()).isEqualTo(401);
        assertThat(agent("0123456789abcdef-nobody").request("ping", "{}").statusCode())
                .isEqualTo(401);
        assertThat(agent(Guarded.SCRAPER).request("ping", "{}").statusCode()).isEqualTo(403);
    }

    @Test
    void aPageOfAnotherSiteIsRejected() {
        try (TestServer open = TestServer.started().takes(Snapshots.numbered(0))) {
            assertThat(new McpClient(open).request("ping", "{}").statusCode()).isEqualTo(200);
            assertThat(new McpClient(open, "Origin", "https://evil.example")
                            .request("ping", "{}")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void anAnonymousReaderSeesNoMark() {
        try (TestServer anonymous = TestServer.started(Guarded.withTokensAndUser("gpulse.security.anonymous=read"))
                .takes(Snapshots.numbered(0))) {
            McpClient nobody = new McpClient(anonymous);

            assertThat(nobody.tools()).contains("gpu_status").doesNotContain("mark");
            assertThat(nobody.call("mark", "{\"text\":\"x\"}").path("isError").asBoolean())
                    .isTrue();
        }
    }
}
