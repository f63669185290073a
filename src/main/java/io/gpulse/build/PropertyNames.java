package io.gpulse.build;

import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The names under which a property of a type is bound: its own, those of its members, an index behind a list's. */
final class PropertyNames {

    private static final String CHOSEN = ".*";
    private static final String ANYTHING = ".**";

    /** Deeper than any bean whose members are known one by one. */
    private static final int DEEPEST = 6;

    private final ClassLoader classes;

    PropertyNames(ClassLoader classes) {
        this.classes = classes;
    }

    private record Member(String name, Type type) {}

    /** @param type as metadata write it, with type arguments; empty where they do not tell */
    List<String> of(String name, String type) {
        String raw = type.replaceFirst("<.*", "");
        Class<?> known = find(raw).orElse(String.class);
        if (Map.class.isAssignableFrom(known)) {
            return ofMap(name, known, type);
        }
        if (Collection.class.isAssignableFrom(known) || raw.endsWith("[]")) {
            String element = raw.endsWith("[]") ? raw.substring(0, raw.length() - 2) : argument(type, '<');
            return Stream.concat(Stream.of(name), ofElement(name, element)).toList();
        }
        return List.of(hasMembers(raw) ? name + ANYTHING : name);
    }

    /** A bean may be bound to one text also, a record only to its members. */
    private Stream<String> ofElement(String list, String type) {
        Class<?> element = find(type).orElse(String.class);
        return element.isRecord()
                ? names(list + CHOSEN, element, 0)
                : Stream.of(list + (hasMembers(type) ? ANYTHING : CHOSEN));
    }

    private List<String> ofMap(String name, Class<?> map, String type) {
        String value = argument(type, ',');
        if (hasMembers(value)) {
            return names(name + CHOSEN, find(value).orElseThrow(), 0).toList();
        }
        // Properties can be given as one text.
        return map == Map.class ? List.of(name + ANYTHING) : List.of(name, name + ANYTHING);
    }

    private static String argument(String type, char before) {
        int begin = type.indexOf(before);
        return begin < 0 ? "" : type.substring(begin + 1, type.length() - 1).replaceFirst("<.*", "");
    }

    private Stream<String> names(String prefix, Type type, int depth) {
        Class<?> raw = raw(type);
        if (Map.class.isAssignableFrom(raw) || depth > DEEPEST) {
            return Stream.of(prefix + ANYTHING);
        }
        if (Collection.class.isAssignableFrom(raw) || raw.isArray()) {
            return Stream.of(prefix, prefix + CHOSEN);
        }
        List<Member> members = members(raw);
        return members.isEmpty()
                ? Stream.of(prefix)
                : members.stream()
                        .flatMap((member) -> names(
                                prefix + "." + DataObjectPropertyName.toDashedForm(member.name),
                                member.type,
                                depth + 1));
    }

    private boolean hasMembers(String type) {
        return find(type).filter((known) -> !members(known).isEmpty()).isPresent();
    }

    /** What is bound by a constructor, or by setters and by getters of what has members itself. */
    private static List<Member> members(Class<?> type) {
        if (type.isPrimitive() || type.isEnum() || type.getName().startsWith("java.")) {
            return List.of();
        }
        if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents())
                    .map((component) -> new Member(component.getName(), component.getGenericType()))
                    .toList();
        }
        try {
            return Arrays.stream(Introspector.getBeanInfo(type).getPropertyDescriptors())
                    .filter((property) -> property.getWriteMethod() != null || isNested(property, type))
                    .map((property) -> new Member(property.getName(), type(property)))
                    .toList();
        } catch (IntrospectionException | LinkageError incomplete) {
            return List.of();
        }
    }

    private static boolean isNested(PropertyDescriptor property, Class<?> owner) {
        Class<?> type = property.getPropertyType();
        return property.getReadMethod() != null
                && type != owner
                && (Map.class.isAssignableFrom(type)
                        || Collection.class.isAssignableFrom(type)
                        || !members(type).isEmpty());
    }

    private static Type type(PropertyDescriptor property) {
        return property.getWriteMethod() == null
                ? property.getReadMethod().getGenericReturnType()
                : property.getWriteMethod().getGenericParameterTypes()[0];
    }

    private static Class<?> raw(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            return raw(parameterized.getRawType());
        }
        return type instanceof Class<?> known ? known : Object.class;
    }

    private Optional<Class<?>> find(String type) {
        try {
            return Optional.of(Class.forName(type, false, this.classes));
        } catch (ClassNotFoundException | LinkageError optional) {
            return Optional.empty();
        }
    }
}
