package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.GpulseApplication;
import io.gpulse.startup.Starting;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of the contract work on the demo, and each response is as the contract describes it. */
class ContractOnDemoTests {

    /** Operations that are refused without parameters. */
    private static final Set<String> INCOMPLETE = Set.of("/api/v1/query");

    private static final String ENDLESS = "x-accel-buffering";
    private static final String LINES = "application/x-ndjson";

    private final Set<String> wrongs = new LinkedHashSet<>();
    private JsonNode document;
    private ResponseVerdict verdict;
    private int port;

    @BeforeEach
    void readTheContract() throws IOException {
        this.document = JsonMapper.shared().readTree(Files.readString(Path.of("frontend", "openapi.json")));
        this.verdict = new ResponseVerdict(this.document);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyExampleOfAGetIsAnsweredAsDescribed(boolean mig, @TempDir Path folder) {
        try (ConfigurableApplicationContext gpulse = Starting.serving(GpulseApplication.class)
                .with(
                        "server.port=0",
                        "gpulse.source=demo",
                        "gpulse.demo.mig=" + mig,
                        "gpulse.insight.rules.idle-allocated.idle=1s",
                        "gpulse.history.enabled=true",
                        "gpulse.history.dir=" + folder)) {
            this.port = gpulse.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            awaitData();

            Operation.of(this.document).forEach(this::check);

            assertThat(String.join("\n", this.wrongs)).isEmpty();
        }
    }

    /** Returns when the lists of history, insights, marks and silences are not empty. */
    private void awaitData() {
        Wait.until(
                () -> json("/api/v1/status").at("/history/state").asString("").equals("RECORDING"));
        Wait.until(() -> !json("/api/v1/insights").path("insights").isEmpty());
        create("/api/v1/marks", "{\"text\":\"epoch 12\",\"gpus\":[0]}");
        create("/api/v1/silences", "{\"rule\":\"idle-allocated\",\"gpu\":4,\"until\":\"8h\",\"reason\":\"a server\"}");
    }

    private JsonNode json(String path) {
        return JsonMapper.shared().readTree(Http.get(this.port, path).body());
    }

    private void create(String path, String body) {
        String request = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
        int status =
                RawResponse.to(OddRequest.raw(request, true).bytes(), this.port).status();
        assertThat(status).as(path).isEqualTo(201);
    }

    private void check(Operation operation) {
        boolean warned = operation.described().path("description").asString().contains("*Try it out*");
        for (String target : examples(operation)) {
            RawResponse response = response(operation, target);
            if (response.status() != 200) {
                this.wrongs.add(response.status() + ": " + target);
            }
            if (response.headers().containsKey(ENDLESS) && !warned) {
                this.wrongs.add(target + " does not end, and its description does not mention it");
            }
        }
        for (String parameter : operation.parameters()) {
            operation
                    .goodValues(parameter)
                    .forEach((value) -> response(operation, path(operation) + "?" + parameter + "=" + value));
        }
        JsonNode ofALine = operation.forms(200).path(LINES).path("schema");
        if (!ofALine.isMissingNode()) {
            String lines =
                    response(operation, path(operation), "Accept: " + LINES).body();
            JsonNode first =
                    JsonMapper.shared().readTree(lines.lines().findFirst().orElseThrow());
            this.wrongs.addAll(new Schemas(this.document).wrongs(first, ofALine));
        }
    }

    /** Returns a response after its comparison with the contract. */
    private RawResponse response(Operation operation, String target, String... headers) {
        OddRequest request = OddRequest.of("GET", target, List.of(headers));
        RawResponse response = RawResponse.to(request.bytes(), this.port);
        this.verdict
                .on(operation, request, response)
                .forEach((wrong) -> this.wrongs.add(operation + ": " + wrong.replaceAll("\\[\\d+]", "[]")));
        return response;
    }

    /** Returns the address without parameters, with each example alone, and with all of them. */
    private Set<String> examples(Operation operation) {
        List<String> parameters = new ArrayList<>();
        for (JsonNode parameter : operation.described().path("parameters")) {
            if (parameter.path("in").asString().equals("query") && parameter.has("example")) {
                String example = URLEncoder.encode(ContractValues.example(parameter), StandardCharsets.UTF_8);
                parameters.add(parameter.path("name").asString() + "=" + example);
            }
        }
        String path = path(operation);
        Set<String> targets = new LinkedHashSet<>();
        if (!INCOMPLETE.contains(path)) {
            targets.add(path);
        }
        parameters.forEach((parameter) -> targets.add(path + "?" + parameter));
        if (!parameters.isEmpty()) {
            targets.add(path + "?" + String.join("&", parameters));
        }
        return targets;
    }

    /** Returns the path with the examples of its variables. The id of a job is one of this machine. */
    private String path(Operation operation) {
        String path = operation.path();
        if (path.equals("/api/v1/jobs/{id}")) {
            return "/api/v1/jobs/"
                    + json("/api/v1/jobs").path("jobs").path(0).path("id").asString();
        }
        for (JsonNode parameter : operation.described().path("parameters")) {
            path = path.replace("{" + parameter.path("name").asString() + "}", ContractValues.example(parameter));
        }
        return path;
    }
}
