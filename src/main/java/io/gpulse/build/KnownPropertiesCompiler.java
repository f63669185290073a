package io.gpulse.build;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compiles the configuration metadata of gpulse and of every library on the class path into one list of names, which
 * gpulse reads when it is started with options. A name is in kebab case; {@code *} is a name that users choose or the
 * index of a list, {@code **} at its end is one or more of them. What is no longer supported is left out.
 */
public final class KnownPropertiesCompiler {

    private static final List<String> METADATA = List.of(
            "META-INF/spring-configuration-metadata.json", "META-INF/additional-spring-configuration-metadata.json");

    private final ClassLoader classes;
    private final PropertyNames names;

    KnownPropertiesCompiler(ClassLoader classes) {
        this.classes = classes;
        this.names = new PropertyNames(classes);
    }

    /** Writes the list to the file that is named by the only argument. */
    public static void main(String[] args) throws IOException {
        Path list = Path.of(args[0]);
        Files.createDirectories(list.getParent());
        SortedSet<String> names = new KnownPropertiesCompiler(KnownPropertiesCompiler.class.getClassLoader()).compile();
        // The same bytes wherever it is built.
        Files.writeString(list, String.join("\n", names) + "\n");
    }

    SortedSet<String> compile() throws IOException {
        SortedSet<String> known = new TreeSet<>();
        for (String file : METADATA) {
            for (URL metadata : Collections.list(this.classes.getResources(file))) {
                known.addAll(namesIn(metadata));
            }
        }
        return known;
    }

    private List<String> namesIn(URL metadata) throws IOException {
        List<String> found = new ArrayList<>();
        try (InputStream json = metadata.openStream()) {
            for (JsonNode property : JsonMapper.shared().readTree(json).path("properties")) {
                if (!property.at("/deprecation/level").asString("").equals("error")) {
                    String name = property.get("name").asString();
                    found.addAll(this.names.of(name, property.path("type").asString("")));
                }
            }
        }
        return found;
    }
}
