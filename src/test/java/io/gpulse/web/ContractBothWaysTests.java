package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Each request schema of the contract and the server agree in both directions: the response is 400 exactly for values
 * that the schema forbids. It may be 404 for names that do not exist.
 */
class ContractBothWaysTests {

    /** One in this number of the odd values is sent for each parameter. */
    private static final int SHARES = Thorough.Groups.run(1) ? 1 : 16;

    private static final Set<Integer> ACCEPTED = Set.of(200, 201, 204, 404, 409);

    /** A parameter that is rejected without {@code from}. */
    private static final Set<String> INCOMPLETE = Set.of("to");

    /** Paths with nvidia-smi's errors or endless responses, whose parameters have their own tests. */
    private static final Set<String> SPECIAL = Set.of("/api/v1/query", "/api/v1/nvidia-smi", "/", "/metrics", "/login");

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static JsonNode document;

    @BeforeAll
    static void start() throws IOException {
        server = TestServer.started("gpulse.history.enabled=true", "gpulse.history.dir=" + folder);
        List<GpuSample> gpus = IntStream.range(0, 5).mapToObj(Snapshots::gpu).toList();
        for (int n = 1; n < 8; n++) {
            server.takes(Snapshots.of(n, Snapshots.NVML, gpus));
        }
        Wait.until(() -> status("GET", "/api/v1/history") == 200);
        document = JsonMapper.shared().readTree(Files.readString(Path.of("frontend", "openapi.json")));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static int status(String method, String target) {
        return RawResponse.to(OddRequest.of(method, target, List.of()).bytes(), server.port())
                .status();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Test
    void parametersAreAcceptedAsTheContractStates() {
        List<String> wrongs = new ArrayList<>();
        int number = 0;
        for (Operation operation : Operation.of(document)) {
            if (SPECIAL.contains(operation.path())) {
                continue;
            }
            for (JsonNode parameter : operation.described().path("parameters")) {
                if (parameter.path("in").asString().equals("query")) {
                    ContractValues values = ContractValues.of(parameter, document);
                    number++;
                    String name = parameter.path("name").asString();
                    String target = path(operation) + "?" + name + "=";
                    if (!INCOMPLETE.contains(name)) {
                        values.allowed(number, SHARES)
                                .forEach((value) -> expect(true, target + encoded(value), wrongs));
                    }
                    values.forbidden(number, SHARES).forEach((value) -> expect(false, target + encoded(value), wrongs));
                }
            }
        }
        assertThat(number).isGreaterThan(30);
        assertThat(String.join("\n", wrongs)).isEmpty();
    }

    private static String path(Operation operation) {
        return operation.path().replaceAll("\\{\\w+}", "0");
    }

    private static void expect(boolean allowed, String target, List<String> wrongs) {
        int status = status("GET", target);
        if (allowed ? !ACCEPTED.contains(status) : status != 400) {
            wrongs.add((allowed ? "allowed, but " : "forbidden, but ") + status + ": GET " + target);
        }
    }

    @Test
    void everyOperationOfTheApiRejectsAnUnknownParameter() {
        List<String> wrongs = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach((path) -> path.getValue().propertyNames().forEach((method) -> {
                    String target = path.getKey().replaceAll("\\{\\w+}", "0") + "?nonsense=1";
                    boolean api = path.getKey().startsWith("/api/");
                    int status = api ? send(method, target, "{}", "application/json") : 400;
                    if (status != 400) {
                        wrongs.add(status + ": " + method + " " + target);
                    }
                }));
        assertThat(String.join("\n", wrongs)).isEmpty();
    }

    @Test
    void bodiesAreAcceptedAsTheContractStates() {
        List<String> wrongs = new ArrayList<>();
        int number = 0;
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            JsonNode content = path.getValue().at("/post/requestBody/content");
            for (Map.Entry<String, JsonNode> form : content.properties()) {
                if (path.getKey().startsWith("/api/")) {
                    number += checkBodies(
                            path.getKey(), form.getKey(), form.getValue().path("schema"), wrongs);
                }
            }
        }
        assertThat(number).isGreaterThan(80);
        assertThat(String.join("\n", wrongs)).isEmpty();
    }

    private static int checkBodies(String path, String type, JsonNode schema, List<String> wrongs) {
        ContractBodies bodies = new ContractBodies(document, schema);
        boolean json = type.equals("application/json");
        List<ObjectNode> allowed = bodies.allowed();
        List<JsonNode> forbidden = bodies.forbidden(json);
        for (ObjectNode body : allowed) {
            int status = send("post", path, json ? body.toString() : form(body), type);
            if (!ACCEPTED.contains(status)) {
                wrongs.add("allowed, but " + status + ": " + path + " " + type + " " + body);
            }
        }
        for (JsonNode body : forbidden) {
            int status = send("post", path, json ? body.toString() : form(body), type);
            if (status != 400) {
                wrongs.add("forbidden, but " + status + ": " + path + " " + type + " " + body);
            }
        }
        return allowed.size() + forbidden.size();
    }

    private static String form(JsonNode body) {
        return body.properties().stream()
                .map((field) ->
                        encoded(field.getKey()) + "=" + encoded(field.getValue().asString()))
                .collect(Collectors.joining("&"));
    }

    private static int send(String method, String target, String body, String type) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        String text = method.toUpperCase(Locale.ROOT) + " " + target
                + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type + "\r\nContent-Length: " + bytes.length
                + "\r\n\r\n" + new String(bytes, StandardCharsets.ISO_8859_1);
        return RawResponse.to(OddRequest.raw(text, true).bytes(), server.port()).status();
    }
}
