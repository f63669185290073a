package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Operations, parameters and JSON keys that clients depend on: they only grow. They are those of the contract, which
 * {@link OpenApiContractTests} compares with the server.
 */
class FrozenKeysTests {

    private static final Path CONTRACT = Path.of("frontend", "openapi.json");
    private static final Path FROZEN = Path.of("src", "test", "resources", "io", "gpulse", "web", "json-keys.txt");

    /** Has the same keys as the values. */
    private static final Set<String> REASONS = Set.of("absent", "linksAbsent");

    @Test
    void keysOnlyGrow() throws IOException {
        SortedSet<String> now = keys(JsonMapper.shared().readTree(Files.readString(CONTRACT)));
        if (Boolean.getBoolean("contract.update")) {
            SortedSet<String> all = new TreeSet<>(Files.exists(FROZEN) ? Files.readAllLines(FROZEN) : Set.of());
            all.addAll(now);
            Files.write(FROZEN, all);
        }

        assertThat(now)
                .as("New keys go onto the list: mvn test -Dtest=FrozenKeysTests -Dcontract.update=true; a key that has"
                        + " been released is neither changed nor dropped")
                .containsExactlyElementsOf(Files.readAllLines(FROZEN));
    }

    @Test
    void aKeyOfEachKindIsOnTheList() throws IOException {
        assertThat(Files.readAllLines(FROZEN))
                .contains("GET /api/v1/snapshot", "GET /api/v1/jobs ?user", "Gpu.values.power.draw", "Insight.action");
    }

    private static SortedSet<String> keys(JsonNode contract) {
        SortedSet<String> keys = new TreeSet<>();
        contract.path("paths")
                .properties()
                .forEach((path) -> path.getValue().properties().forEach((method) -> {
                    String operation = method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                    keys.add(operation);
                    method.getValue()
                            .path("parameters")
                            .forEach((one) ->
                                    keys.add(operation + " ?" + one.path("name").asString("")));
                }));
        contract.at("/components/schemas")
                .properties()
                .forEach((schema) -> addKeys(schema.getValue(), schema.getKey(), keys));
        return keys;
    }

    private static void addKeys(JsonNode schema, String prefix, Set<String> keys) {
        for (String of : new String[] {"allOf", "oneOf", "anyOf"}) {
            schema.path(of).forEach((part) -> addKeys(part, prefix, keys));
        }
        if (schema.has("items")) {
            addKeys(schema.path("items"), prefix, keys);
        }
        schema.path("properties").properties().forEach((property) -> {
            String key = prefix + "." + property.getKey();
            keys.add(key);
            if (!REASONS.contains(property.getKey())) {
                addKeys(property.getValue(), key, keys);
            }
        });
    }
}
