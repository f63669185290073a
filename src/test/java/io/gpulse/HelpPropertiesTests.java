package io.gpulse;

import io.gpulse.testing.GeneratedHelp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties in HELP.md are those of the configuration metadata, which the build writes from Javadoc. */
class HelpPropertiesTests {

    private static final Path METADATA = Path.of(System.getProperty("basedir", ""))
            .resolve("target/classes/META-INF/spring-configuration-metadata.json");

    private static final Map<String, String> KINDS = Map.of(
            Boolean.class.getName(), "`true`, `false`",
            Integer.class.getName(), "whole number",
            Double.class.getName(), "number",
            Path.class.getName(), "path",
            Duration.class.getName(), "duration",
            DataSize.class.getName(), "size");

    @Test
    void propertiesAreThoseOfTheMetadata() throws IOException {
        List<String> lines = new ArrayList<>(List.of("| property | default | value | meaning |", "|---|---|---|---|"));
        properties().forEach((name, property) -> lines.add(line(name, property)));

        GeneratedHelp.assertSection("properties", lines);
    }

    /** Several records may bind one property; the first describes it. */
    private static SortedMap<String, JsonNode> properties() throws IOException {
        SortedMap<String, JsonNode> found = new TreeMap<>();
        try (InputStream json = Files.newInputStream(METADATA)) {
            JsonMapper.shared().readTree(json).get("properties").valueStream().forEach((property) -> {
                String name = property.get("name").asString();
                if (name.startsWith("gpulse.")) {
                    found.putIfAbsent(name, property);
                }
            });
        }
        return found;
    }

    private static String line(String name, JsonNode property) {
        String usual = property.has("defaultValue")
                ? "`" + property.get("defaultValue").asString() + "`"
                : "";
        String meaning = property.get("description").asString().replaceAll("\\{@code ([^}]*)}", "`$1`");
        return "| `" + name + "` | " + usual + " | "
                + values(property.get("type").asString()) + " | " + meaning.replace("|", "\\|") + " |";
    }

    private static String values(String type) {
        String known = KINDS.get(type);
        if (known != null) {
            return known;
        }
        if (type.startsWith("java.util.")) {
            return "see below";
        }
        return Arrays.stream(ClassUtils.resolveClassName(type, null).getEnumConstants())
                .map((constant) ->
                        "`" + constant.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                .collect(Collectors.joining(", "));
    }
}
