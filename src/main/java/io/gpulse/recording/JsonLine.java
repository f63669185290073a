package io.gpulse.recording;

import io.gpulse.recording.RecordingReader.DamagedException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One object of a recording. */
record JsonLine(Map<String, Object> members) {

    boolean has(String name) {
        return this.members.containsKey(name);
    }

    long number(String name, long least, long most) {
        long number = value(name, Long.class);
        if (number < least || number > most) {
            throw wrong(name);
        }
        return number;
    }

    String text(String name) {
        return value(name, String.class);
    }

    boolean truth(String name) {
        return value(name, Boolean.class);
    }

    private <T> T value(String name, Class<T> type) {
        Object value = this.members.get(name);
        if (!type.isInstance(value)) {
            throw wrong(name);
        }
        return type.cast(value);
    }

    byte[] bytes(String name) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text(name));
            if (bytes.length > Limits.ANSWER) {
                throw new RecordingReader.UnsupportedException(RecordingReader.TOO_LARGE);
            }
            return bytes;
        } catch (IllegalArgumentException garbled) {
            throw wrong(name);
        }
    }

    List<Long> numbers(String name) {
        return list(name, this.members.get(name), Long.class);
    }

    /** Returns the texts of a member; empty without it. */
    List<String> texts(String name) {
        return list(name, this.members.getOrDefault(name, List.of()), String.class);
    }

    private static <T> List<T> list(String name, @Nullable Object value, Class<T> type) {
        if (!(value instanceof List<?> all) || !all.stream().allMatch(type::isInstance)) {
            throw wrong(name);
        }
        return all.stream().map(type::cast).toList();
    }

    Map<String, List<Long>> object(String name) {
        Map<String, List<Long>> lists = new HashMap<>();
        Map<?, ?> object = value(name, Map.class);
        object.forEach((key, value) -> lists.put(String.valueOf(key), list(name, value, Long.class)));
        return lists;
    }

    /**
     * Returns a constant by its name. The message of a failure does not quote the file, which could control a terminal.
     */
    <E extends Enum<E>> E oneOf(Class<E> type, String member, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter((constant) -> constant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> wrong(member));
    }

    private static DamagedException wrong(String name) {
        return new DamagedException("\"" + name + "\" is missing or wrong");
    }
}
