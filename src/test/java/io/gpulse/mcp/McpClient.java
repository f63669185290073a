package io.gpulse.mcp;

import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An agent. */
public record McpClient(TestServer server, List<String> headers) {

    /** The parameters of a message of the current protocol. */
    static final String MODERN = "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}";

    public McpClient(TestServer server, String... headers) {
        this(server, Arrays.asList(headers));
    }

    /** Sends any body as a message. */
    public HttpResponse<String> send(String body) {
        return Http.post(
                this.server,
                "/mcp",
                body,
                Stream.concat(
                                Stream.of("Content-Type", "application/json", "Accept", "application/json"),
                                this.headers.stream())
                        .toArray(String[]::new));
    }

    /** Returns a client with these headers, too. */
    McpClient with(String... more) {
        return new McpClient(
                this.server,
                Stream.concat(this.headers.stream(), Stream.of(more)).toList());
    }

    /** Returns a client that sends the headers of the current protocol for this method. */
    McpClient modern(String method) {
        return with("MCP-Protocol-Version", "2026-07-28", "Mcp-Method", method);
    }

    /** @param params the parameters as JSON */
    public HttpResponse<String> request(String method, String params) {
        return send("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":%s}".formatted(method, params));
    }

    JsonNode result(String method, String params) {
        return JsonMapper.shared().readTree(request(method, params).body()).path("result");
    }

    /** Returns the result of a tool. */
    public JsonNode call(String tool, String arguments) {
        return result("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
    }

    /** Returns the text of a tool. */
    public String text(String tool, String arguments) {
        return call(tool, arguments).at("/content/0/text").asString("");
    }

    public List<String> tools() {
        return result("tools/list", "{}")
                .path("tools")
                .valueStream()
                .map((tool) -> tool.path("name").asString())
                .toList();
    }
}
