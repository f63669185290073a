package io.gpulse.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Messages that are not valid, over a real port. */
class McpMessagesTests {

    private static final List<String> LEAKS = List.of("io.gpulse", "java.", "org.spring", "tools.jackson", "Exception");

    private static TestServer server;
    private static McpClient client;

    @BeforeAll
    static void start() {
        server = TestServer.started().takes(Snapshots.every(Duration.ofHours(1), Snapshots.numbered(0)));
        client = new McpClient(server);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static JsonNode error(HttpResponse<String> response) {
        assertThat(response.body()).doesNotContain(LEAKS);
        return JsonMapper.shared().readTree(response.body()).path("error");
    }

    @ParameterizedTest
    @CsvSource({"'', 2026-08-01", "2026-08-01, ''", "'', 2025-11-25", "nonsense, ''"})
    void anUnknownVersionIsRejectedWithTheKnownOnes(String header, String meta) {
        String sent = header.isEmpty() ? meta : header;
        McpClient caller = client.with("MCP-Protocol-Version", sent, "Mcp-Method", "tools/list");
        String params = meta.isEmpty() ? "{}" : McpClient.MODERN.replace("2026-07-28", meta);

        HttpResponse<String> response = caller.request("tools/list", params);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error(response).path("code").asInt()).isEqualTo(-32022);
        assertThat(error(response).at("/data/supported").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
    }

    private static String named(String tool) {
        return McpClient.MODERN.replace("{\"_", "{\"name\":\"" + tool + "\",\"_");
    }

    @ParameterizedTest
    @CsvSource({
        "2025-11-25, tools/list, '', MCP-Protocol-Version",
        "'', tools/list, '', MCP-Protocol-Version",
        "2026-07-28, ping, '', Mcp-Method",
        "2026-07-28, '', '', Mcp-Method",
        "2026-07-28, tools/call, mark, Mcp-Name",
        "2026-07-28, tools/call, '', Mcp-Name"
    })
    void headersOfTheCurrentProtocolMustBeThoseOfTheBody(String version, String method, String name, String header) {
        McpClient caller = client;
        caller = version.isEmpty() ? caller : caller.with("MCP-Protocol-Version", version);
        caller = method.isEmpty() ? caller : caller.with("Mcp-Method", method);
        caller = name.isEmpty() ? caller : caller.with("Mcp-Name", name);

        HttpResponse<String> response =
                caller.request(method.equals("tools/call") ? method : "tools/list", named("gpu_status"));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error(response).path("code").asInt()).isEqualTo(-32020);
        assertThat(error(response).path("message").asString())
                .isEqualTo("The header " + header + " is missing or differs from the body.");
    }

    @Test
    void aHeaderOfTheCurrentProtocolIsThereOnceAndNeedsTheVersionInTheBody() {
        McpClient caller = client.modern("ping");

        assertThat(error(caller.request("ping", "{}")).path("code").asInt()).isEqualTo(-32020);
        assertThat(error(caller.with("Mcp-Method", "ping").request("ping", McpClient.MODERN))
                        .path("message")
                        .asString())
                .contains("Mcp-Method");
        assertThat(client.modern("tools/call")
                        .with("Mcp-Name", "gpu_status")
                        .request("tools/call", named("gpu_status"))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "=?base64?Z3B1X3N0YXR1cw==?=, 200",
        "=?base64?bWFyaw==?=, 400",
        "=?base64?Z3B1X3N0YXR1cw?=, 200",
        "=?base64?%%?=, 400"
    })
    void anEncodedNameIsDecodedFirst(String name, int status) {
        assertThat(client.modern("tools/call")
                        .with("Mcp-Name", name)
                        .request("tools/call", named("gpu_status"))
                        .statusCode())
                .isEqualTo(status);
    }

    @Test
    void theCurrentProtocolNeedsTheCapabilitiesOfTheClient() {
        HttpResponse<String> response =
                client.modern("ping").request("ping", McpClient.MODERN.replace("clientCapabilities", "other"));

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(error(response).path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void headersOfANotificationAreNotCompared() {
        assertThat(client.modern("x")
                        .send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}")
                        .statusCode())
                .isEqualTo(202);
    }

    @Test
    void anErrorHasAStatusInTheCurrentProtocolOnly() {
        McpClient call = client.modern("tools/call").with("Mcp-Name", "x");

        assertThat(client.modern("nothing").request("nothing", McpClient.MODERN).statusCode())
                .isEqualTo(404);
        assertThat(call.request("tools/call", named("x")).statusCode()).isEqualTo(400);
        assertThat(client.with("MCP-Protocol-Version", "2025-11-25")
                        .request("nothing", "{}")
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"notifications/initialized", "notifications/cancelled", "anything"})
    void aMessageWithoutIdIsAcceptedWithoutBody(String method) {
        HttpResponse<String> response = client.send("{\"jsonrpc\":\"2.0\",\"method\":\"%s\"}".formatted(method));

        assertThat(response.statusCode()).isEqualTo(202);
        assertThat(response.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE", "PUT"})
    void onlyPostIsSupported(String method) {
        assertThat(Http.request(server, method, "/mcp", "text/event-stream, application/json")
                        .statusCode())
                .isEqualTo(405);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                            | 400 | -32600",
                "nonsense                                                      | 400 | -32700",
                "{} {}                                                         | 400 | -32700",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}   | 400 | -32700",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]          | 400 | -32600",
                "[]                                                            | 400 | -32600",
                "7                                                             | 400 | -32600",
                "{}                                                            | 400 | -32600",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}            | 400 | -32600",
                "{\"id\":1,\"method\":\"ping\"}                                | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1}                                | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}                  | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}                   | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}         | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}           | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}          | 400 | -32600",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}       | 400 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}     | 400 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}               | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"}}  | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":[]}}     | 200 | -32602",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/list\"}           | 200 | -32601"
            })
    void aMessageThatIsNotValidIsAnErrorInOneSentence(String body, int status, int code) {
        HttpResponse<String> response = client.send(body);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(error(response).path("code").asInt()).isEqualTo(code);
        assertThat(error(response).path("message").asString()).matches("[^.]*(\"2\\.0\")?[^.]*\\.");
    }

    @Test
    void argumentsThatAreNoObjectAreInvalidParameters() {
        for (String arguments : List.of("[1]", "7", "\"x\"")) {
            HttpResponse<String> response =
                    client.request("tools/call", "{\"name\":\"gpu_status\",\"arguments\":%s}".formatted(arguments));

            assertThat(error(response).path("code").asInt()).as(arguments).isEqualTo(-32602);
            assertThat(error(response).path("message").asString()).startsWith("arguments ");
        }
    }

    @Test
    void theIdComesBackAsItWasSent() {
        for (String id : List.of("0", "-1", "123456789012345678901234567890", "\"\"", "\"a\\u0000b\"")) {
            String body = client.send("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}".formatted(id))
                    .body();

            assertThat(body).contains("\"id\":" + id + ",");
        }
        assertThat(error(client.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"nothing\"}"))
                        .path("code")
                        .asInt())
                .isEqualTo(-32601);
    }

    @Test
    void largeDeepAndForeignBodiesAreRejected() {
        String deep = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":" + "{\"a\":".repeat(5000) + "1"
                + "}".repeat(5000) + "}";
        String large = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":\"%s\"}}"
                .formatted("x".repeat(64 << 10));

        assertThat(error(client.send(deep)).path("code").asInt()).isEqualTo(-32700);
        assertThat(client.send(large).statusCode()).isEqualTo(413);
        assertThat(Http.post(server, "/mcp", "{}", "Content-Type", "text/plain").statusCode())
                .isEqualTo(415);
        assertThat(Http.post(server, "/mcp", "a=b", "Content-Type", "application/x-www-form-urlencoded")
                        .statusCode())
                .isEqualTo(415);
        assertThat(Http.post(server, "/mcp", "{}", "Content-Type", "application/json", "Content-Encoding", "gzip")
                        .statusCode())
                .isEqualTo(415);
    }
}
