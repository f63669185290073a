package io.gpulse.startup;

import io.gpulse.metric.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The properties of gpulse, Spring and the other libraries, by the configuration metadata on the class path. The files
 * are parsed up to the one that has the requested name, first those that mention its beginning.
 */
final class KnownProperties {

    private static final List<String> METADATA = List.of(
            "META-INF/spring-configuration-metadata.json", "META-INF/additional-spring-configuration-metadata.json");

    /** Longer names are not compared: they are no misspelling of a property. */
    private static final int LONGEST = 200;

    /** A suggested name differs in at most one of this number of letters. */
    private static final int LETTERS_FOR_A_FAULT = 3;

    private final Map<ConfigurationPropertyName, KnownProperty> properties = new LinkedHashMap<>();
    private final String prefix;
    private final List<URL> unread;

    private KnownProperties(String prefix) {
        this.prefix = prefix;
        this.unread =
                METADATA.stream().flatMap(KnownProperties::resources).collect(Collectors.toCollection(ArrayList::new));
    }

    private record Candidate(String name, boolean whole, int distance) {

        /** Most options are properties of gpulse or of the server; those of others are suggested last. */
        private boolean isRemote() {
            return !this.name.startsWith("gpulse.") && !this.name.startsWith("server.");
        }
    }

    /** Returns the properties of gpulse and of its libraries. */
    static KnownProperties ofClassPath() {
        return new KnownProperties("");
    }

    /** Returns the properties of gpulse alone. */
    static KnownProperties ofGpulse() {
        return new KnownProperties("gpulse.");
    }

    private static Stream<URL> resources(String file) {
        try {
            return Collections.list(KnownProperties.class.getClassLoader().getResources(file)).stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns whether this name, in any spelling that Spring binds, configures something. */
    boolean contains(String option) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(option, '.');
        String beginning = name.isEmpty() ? "" : '"' + name.getElement(0, Form.DASHED);
        // To parse all files would take a quarter of a second.
        return isKnown(name)
                || isKnownIn(name, (metadata) -> metadata.contains(beginning))
                || isKnownIn(name, (metadata) -> true);
    }

    /** Reads the chosen files, up to the one that has the name. */
    private boolean isKnownIn(ConfigurationPropertyName name, Predicate<String> chosen) {
        for (Iterator<URL> files = this.unread.iterator(); files.hasNext(); ) {
            String metadata = text(files.next());
            if (chosen.test(metadata)) {
                files.remove();
                read(metadata);
                if (isKnown(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String text(URL file) {
        try (InputStream json = file.openStream()) {
            return new String(json.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean isKnown(ConfigurationPropertyName name) {
        KnownProperty property = this.properties.get(name);
        return property == null ? ancestors(name).anyMatch((ancestor) -> ancestor.binds(name)) : property.hasValue();
    }

    private Stream<KnownProperty> ancestors(ConfigurationPropertyName name) {
        return Stream.iterate(name.getParent(), (parent) -> !parent.isEmpty(), ConfigurationPropertyName::getParent)
                .flatMap((parent) -> Stream.ofNullable(this.properties.get(parent)));
    }

    /** Reads by tokens: this runs at the start, and data binding would take a quarter of a second. */
    private void read(String metadata) {
        try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), metadata)) {
            parser.nextToken();
            for (String section = parser.nextName(); section != null; section = parser.nextName()) {
                parser.nextToken();
                if (section.equals("properties")) {
                    readProperties(parser);
                } else {
                    parser.skipChildren();
                }
            }
        }
    }

    private void readProperties(JsonParser parser) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            KnownProperty property = KnownProperty.read(parser);
            if (!property.isRemoved() && property.name().toString().startsWith(this.prefix)) {
                this.properties.putIfAbsent(property.name(), property);
            }
        }
    }

    /** Returns the known name that is most similar, in whole or at its end; empty when none is similar. */
    Optional<String> nearest(String option) {
        if (option.length() > LONGEST) {
            return Optional.empty();
        }
        this.unread.forEach((file) -> read(text(file)));
        this.unread.clear();
        // Environment variables are written as SERVER_PORT.
        ConfigurationPropertyName name =
                ConfigurationPropertyName.adapt(option.indexOf('.') < 0 ? option.replace('_', '.') : option, '.');
        String misspelt = endings(name).get(0);
        return this.properties.values().stream()
                .flatMap((property) -> property.namesLike(name))
                .map((known) -> candidate(known, misspelt))
                .filter((candidate) -> candidate.distance <= misspelt.length() / LETTERS_FOR_A_FAULT)
                .min(Comparator.comparingInt(Candidate::distance)
                        .thenComparing(Candidate::whole, Comparator.reverseOrder())
                        .thenComparing(Candidate::isRemote)
                        .thenComparingInt((candidate) -> candidate.name.length())
                        .thenComparing(Candidate::name))
                .map(Candidate::name);
    }

    private static Candidate candidate(String name, String misspelt) {
        String compared = name.replaceFirst("\\." + KnownProperty.PLACEHOLDER + "$", "");
        List<String> endings = endings(ConfigurationPropertyName.adapt(compared, '.'));
        int whole = Spelling.distance(misspelt, endings.get(0));
        int nearest = endings.stream()
                .mapToInt((ending) -> Spelling.distance(misspelt, ending))
                .min()
                .orElse(whole);
        return new Candidate(name, nearest == whole, nearest);
    }

    /** Returns the name itself and what remains of it without its first elements, without case and dashes. */
    private static List<String> endings(ConfigurationPropertyName name) {
        List<String> elements = IntStream.range(0, name.getNumberOfElements())
                .mapToObj((index) -> name.getElement(index, Form.UNIFORM))
                .toList();
        return IntStream.range(0, Math.max(1, elements.size()))
                .mapToObj((first) -> String.join(".", elements.subList(first, elements.size())))
                .toList();
    }
}
