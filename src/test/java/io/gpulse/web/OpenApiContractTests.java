package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Http;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springdoc.core.service.OpenAPIService;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.reactive.function.client.WebClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The reviewed contract with the front end and all other clients. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "gpulse.source=demo")
class OpenApiContractTests {

    private static final Path COMMITTED = Path.of("frontend", "openapi.json");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    @LocalServerPort
    private int port;

    @Autowired
    private OpenAPIService kept;

    private ObjectNode document;

    @BeforeEach
    void readTheDocument() {
        this.document =
                (ObjectNode) JSON.readTree(Http.get(this.port, "/v3/api-docs").body());
    }

    @Test
    void theDocumentIsTheCommittedOne() throws IOException {
        String now = JSON.writeValueAsString(this.document).replace("\r\n", "\n") + "\n";
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(COMMITTED, now);
        }

        assertThat(now)
                .as("The API has changed. If it was meant to: mvn test -Dtest=OpenApiContractTests"
                        + " -Dcontract.update=true, and look at what changed in frontend/openapi.json")
                .isEqualTo(Files.readString(COMMITTED));
    }

    /** springdoc would cache a document for each language that a client sends. */
    @Test
    void thereIsOneDocumentForAllLanguages() {
        WebClient.create("http://127.0.0.1:" + this.port)
                .get()
                .uri("/v3/api-docs")
                .header("Accept-Language", "aa-AX")
                .retrieve()
                .toBodilessEntity()
                .block();

        assertThat(this.kept.getCachedOpenAPI(Locale.forLanguageTag("aa-AX"))).isNull();
    }

    @Test
    void everyPropertyOfEverySchemaIsDescribed() {
        List<String> undocumented = new ArrayList<>();

        this.document
                .at("/components/schemas")
                .properties()
                .forEach((schema) -> findUndocumented(schema.getKey(), schema.getValue(), undocumented));

        assertThat(this.document.at("/components/schemas").properties()).hasSizeGreaterThan(8);
        assertThat(undocumented).isEmpty();
    }

    @Test
    void everyOperationIsDescribedWithItsParametersAndProblems() {
        List<JsonNode> operations = new ArrayList<>();

        this.document
                .at("/paths")
                .properties()
                .forEach((path) -> path.getValue().properties().forEach((method) -> operations.add(method.getValue())));

        assertThat(operations).hasSizeGreaterThanOrEqualTo(7).allSatisfy((operation) -> {
            assertThat(operation.path("summary").asString()).isNotEmpty();
            assertThat(operation.path("description").asString()).isNotEmpty();
            assertThat(operation.path("responses").properties())
                    .anyMatch((response) -> response.getKey().charAt(0) != '2');
            operation
                    .path("parameters")
                    .forEach((parameter) -> assertThat(
                                    parameter.path("description").asString())
                            .as(parameter.toString())
                            .isNotEmpty());
        });
    }

    @Test
    void noExampleOfAParameterNamesAGpuAProcessOrAUserOfOneMachine() {
        Set<String> names = Set.of("user", "pids", "pid-namespace");
        List<JsonNode> parameters = this.document.path("paths").findValues("parameters").stream()
                .flatMap(JsonNode::valueStream)
                .filter((parameter) -> parameter.has("example"))
                .toList();

        assertThat(parameters)
                .hasSizeGreaterThan(20)
                .noneMatch((parameter) -> names.contains(parameter.path("name").asString())
                        || parameter.path("example").toString().matches(".*(GPU|MIG)-[0-9a-f].*"));
    }

    @Test
    void nullablePropertiesAreMarkedAndAllAreRequired() {
        JsonNode gpu = this.document.at("/components/schemas/Gpu");

        assertThat(gpu.at("/properties/uuid/type"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("string", "null");
        assertThat(gpu.at("/properties/state/type").asString()).isEqualTo("string");
        List<String> optional = List.of("last", "linksAbsent", "reservations");
        assertThat(gpu.path("required"))
                .hasSize(gpu.path("properties").size() - optional.size())
                .extracting(JsonNode::asString)
                .doesNotContainAnyElementsOf(optional);
        assertThat(this.document.at("/components/schemas/Snapshot/properties/host/anyOf"))
                .hasSize(2);
    }

    @Test
    void documentContainsTheKeysOfTheCatalogue() {
        JsonNode power = this.document.at("/components/schemas/Gpu/properties/values/properties/power.draw");

        assertThat(power.path("description").asString()).contains("Unit: W.", "nvmlDeviceGetPowerUsage");
        assertThat(this.document
                        .at("/components/schemas/Gpu/properties/facts/properties")
                        .has("pstate"))
                .isTrue();
        assertThat(this.document
                        .at("/components/schemas/Gpu/properties/facts/properties")
                        .has("power.draw"))
                .isFalse();
    }

    @Test
    void theStreamIsDocumentedInBothForms() {
        JsonNode content = this.document.at("/paths/~1api~1v1~1stream/get/responses/200/content");

        assertThat(content.path("text/event-stream").toString()).contains("event:lag", "id:1795168801003");
        assertThat(content.path("application/x-ndjson").toString()).contains("#/components/schemas/Snapshot");
    }

    private static void findUndocumented(String name, JsonNode schema, List<String> undocumented) {
        schema.path("properties").properties().forEach((property) -> {
            String path = name + "." + property.getKey();
            JsonNode value = property.getValue();
            if (!value.has("description") && !value.path("$ref").asString("").endsWith("/AbsenceReason")) {
                undocumented.add(path);
            }
            findUndocumented(path, value, undocumented);
        });
    }
}
