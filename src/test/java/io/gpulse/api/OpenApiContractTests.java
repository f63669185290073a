package io.gpulse.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springdoc.core.service.OpenAPIService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The contract with the front end and with everybody else: the document, as it was last reviewed. */
class OpenApiContractTests {

    private static final Path COMMITTED = Path.of("frontend", "openapi.json");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static TestServer server;
    private static ObjectNode document;

    @BeforeAll
    static void readTheDocument() {
        server = TestServer.started();
        document = (ObjectNode) JSON.readTree(Http.get(server, "/v3/api-docs").body());
        // They name the port of this test.
        document.remove("servers");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theDocumentIsTheCommittedOne() throws IOException {
        String now = JSON.writeValueAsString(document).replace("\r\n", "\n") + "\n";
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(COMMITTED, now);
        }

        assertThat(now)
                .as("The API has changed. If it was meant to: mvn test -Dtest=OpenApiContractTests"
                        + " -Dcontract.update=true, and look at what changed in frontend/openapi.json")
                .isEqualTo(Files.readString(COMMITTED));
    }

    /** springdoc keeps the document of each language for ever, and anybody may think of languages. */
    @Test
    void thereIsOneDocumentForAllLanguages() {
        OpenAPIService kept = server.bean(OpenAPIService.class);

        Http.bytes(server, "/v3/api-docs", "Accept-Language", "aa-AX");

        assertThat(kept.getCachedOpenAPI(Locale.forLanguageTag("aa-AX"))).isNull();
    }

    @Test
    void everyPropertyOfEverySchemaIsDescribed() {
        List<String> silent = new ArrayList<>();

        document.at("/components/schemas")
                .properties()
                .forEach((schema) -> findSilent(schema.getKey(), schema.getValue(), silent));

        assertThat(document.at("/components/schemas").properties()).hasSizeGreaterThan(8);
        assertThat(silent).isEmpty();
    }

    @Test
    void everyOperationIsDescribedWithItsParametersAndProblems() {
        List<JsonNode> operations = new ArrayList<>();

        document.at("/paths")
                .properties()
                .forEach((path) -> operations.add(path.getValue().get("get")));

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
    void whatMayBeNullSaysSoAndAllElseIsRequired() {
        JsonNode gpu = document.at("/components/schemas/Gpu");

        assertThat(gpu.at("/properties/uuid/type"))
                .extracting(JsonNode::asString)
                .containsExactlyInAnyOrder("string", "null");
        assertThat(gpu.at("/properties/state/type").asString()).isEqualTo("string");
        assertThat(gpu.path("required")).hasSize(gpu.path("properties").size());
        assertThat(document.at("/components/schemas/Snapshot/properties/host/anyOf"))
                .hasSize(2);
    }

    @Test
    void theKeysOfTheCatalogueStandInTheDocument() {
        JsonNode power = document.at("/components/schemas/Gpu/properties/values/properties/power.draw");

        assertThat(power.path("description").asString()).contains("Unit: W.", "nvmlDeviceGetPowerUsage");
        assertThat(document.at("/components/schemas/Gpu/properties/facts/properties")
                        .has("pstate"))
                .isTrue();
        assertThat(document.at("/components/schemas/Gpu/properties/facts/properties")
                        .has("power.draw"))
                .isFalse();
    }

    @Test
    void theStreamIsDocumentedInBothForms() {
        JsonNode content = document.at("/paths/~1api~1v1~1stream/get/responses/200/content");

        assertThat(content.path("text/event-stream").toString()).contains("event:lag", "id:1795168801003");
        assertThat(content.path("application/x-ndjson").toString()).contains("#/components/schemas/Snapshot");
    }

    private static void findSilent(String name, JsonNode schema, List<String> silent) {
        schema.path("properties").properties().forEach((property) -> {
            String path = name + "." + property.getKey();
            JsonNode value = property.getValue();
            if (!value.has("description") && !value.path("$ref").asString("").endsWith("/AbsenceReason")) {
                silent.add(path);
            }
            findSilent(path, value, silent);
        });
    }
}
