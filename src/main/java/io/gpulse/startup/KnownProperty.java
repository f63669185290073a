package io.gpulse.startup;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A property, as configuration metadata describe it.
 *
 * @param type its Java type with type arguments; empty when the metadata do not name it
 * @param owner the class that has it as a member; empty when the metadata do not name it
 * @param isRemoved whether it is no longer supported
 */
record KnownProperty(ConfigurationPropertyName name, String type, String owner, boolean isRemoved) {

    /** The key of a map in a suggested name. */
    static final String PLACEHOLDER = "NAME";

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** An index in brackets or after a dot. */
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]|\\.\\d+(?=[.\\[]|$)");

    private static final Pattern LIST = Pattern.compile("java\\.util\\.(List|Set|Collection)\\b.*|.*\\[]");

    /** Reads an element of the properties, whose start the parser has read. */
    static KnownProperty read(JsonParser parser) {
        Map<String, String> fields = new HashMap<>();
        readFields(parser, "", fields);
        return new KnownProperty(
                ConfigurationPropertyName.adapt(fields.getOrDefault("name", ""), '.'),
                fields.getOrDefault("type", ""),
                fields.getOrDefault("sourceType", ""),
                fields.getOrDefault("deprecation.level", "").equals("error"));
    }

    private static void readFields(JsonParser parser, String prefix, Map<String, String> fields) {
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT) {
                readFields(parser, prefix + field + ".", fields);
            } else if (value == JsonToken.VALUE_STRING) {
                fields.put(prefix + field, parser.getString());
            } else {
                parser.skipChildren();
            }
        }
    }

    /** Returns whether the property itself can be given; of a map only the entries can. */
    boolean hasValue() {
        return !isMap();
    }

    private boolean isMap() {
        return this.type.startsWith("java.util.Map");
    }

    private boolean isList() {
        return LIST.matcher(this.type).matches();
    }

    /** Returns whether a name below this one is an entry of its map, an element of its list, or part of such a one. */
    boolean binds(ConfigurationPropertyName below) {
        // The binder ends a list at the first index without a value.
        ConfigurationPropertyName first = withFirstIndexes(below);
        Set<ConfigurationPropertyName> bound = boundNames(first);
        if (!bound.isEmpty()) {
            return bound.contains(first);
        }
        boolean isElement = this.name.isParentOf(below)
                && NUMBER.matcher(below.getLastElement(Form.ORIGINAL)).matches();
        return isMap() || (isList() && isElement);
    }

    private static ConfigurationPropertyName withFirstIndexes(ConfigurationPropertyName name) {
        return ConfigurationPropertyName.adapt(INDEX.matcher(name.toString()).replaceAll("[0]"), '.');
    }

    /**
     * Returns the names that Spring's binder looks for below this one when such a name is given; empty when the type of
     * the entries has no members.
     */
    private Set<ConfigurationPropertyName> boundNames(ConfigurationPropertyName below) {
        Set<ConfigurationPropertyName> names = new LinkedHashSet<>();
        BindHandler collecting = new BindHandler() {
            @Override
            public <T> Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
                // A name with members has no value of its own.
                names.remove(name.getParent());
                if (KnownProperty.this.name.isAncestorOf(name)) {
                    names.add(name);
                }
                return target;
            }

            @Override
            public @Nullable Object onFailure(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) {
                return null;
            }
        };
        try {
            Class<?> type = Class.forName(this.owner);
            new Binder(new MapConfigurationPropertySource(Map.of(below.toString(), "")))
                    .bind(this.name.getParent(), Bindable.of(type), collecting);
        } catch (ClassNotFoundException | LinkageError optional) {
            // A property of a library that is not on the class path.
        }
        return names;
    }

    /**
     * Returns the names that another one can be a misspelling of: this one, or those of an entry of its map or of an
     * element of its list.
     */
    Stream<String> namesLike(ConfigurationPropertyName other) {
        Stream<String> own = isMap() ? Stream.empty() : Stream.of(this.name.toString());
        return isMap() || isList() ? Stream.concat(own, namesOfEntry(other)) : own;
    }

    private Stream<String> namesOfEntry(ConfigurationPropertyName other) {
        int length = this.name.getNumberOfElements();
        String key = other.getNumberOfElements() > length ? other.getElement(length, Form.ORIGINAL) : PLACEHOLDER;
        String index = NUMBER.matcher(key).matches() ? key : "0";
        String entry = this.name + (isMap() ? "." + key : "[" + index + "]");
        String rest = IntStream.range(length + 1, other.getNumberOfElements())
                .mapToObj((i) -> "." + other.getElement(i, Form.ORIGINAL))
                .collect(Collectors.joining());
        Set<ConfigurationPropertyName> bound =
                boundNames(withFirstIndexes(ConfigurationPropertyName.adapt(entry + rest, '.')));
        int end = withFirstIndexes(ConfigurationPropertyName.adapt(entry, '.'))
                .toString()
                .length();
        Stream<String> members = bound.stream()
                .map((name) -> name.toString().substring(end))
                .filter((member) -> !member.isEmpty())
                .map((member) -> entry + member);
        // Elements without members are not suggested, since the list itself is.
        return isMap() && bound.stream().allMatch(this.name::isParentOf) ? Stream.of(entry) : members;
    }
}
