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
        if (this.members.get(name) instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(name);
    }

    String text(String name) {
        if (this.members.get(name) instanceof String text) {
            return text;
        }
        throw wrong(name);
    }

    boolean truth(String name) {
        if (this.members.get(name) instanceof Boolean truth) {
            return truth;
        }
        throw wrong(name);
    }

    byte[] bytes(String name) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text(name));
            if (bytes.length > Limits.ANSWER) {
                throw new RecordingReader.TooLargeException();
            }
            return bytes;
        } catch (IllegalArgumentException garbled) {
            throw wrong(name);
        }
    }

    List<Long> numbers(String name) {
        return numbers(name, this.members.get(name));
    }

    private static List<Long> numbers(String name, @Nullable Object value) {
        if (!(value instanceof List<?> all) || !all.stream().allMatch(Long.class::isInstance)) {
            throw wrong(name);
        }
        return all.stream().map(Long.class::cast).toList();
    }

    /** Returns the texts of a member; empty without it. */
    List<String> texts(String name) {
        Object value = this.members.getOrDefault(name, List.of());
        if (!(value instanceof List<?> all) || !all.stream().allMatch(String.class::isInstance)) {
            throw wrong(name);
        }
        return all.stream().map(String.class::cast).toList();
    }

    Map<String, List<Long>> object(String name) {
        if (!(this.members.get(name) instanceof Map<?, ?> object)) {
            throw wrong(name);
        }
        Map<String, List<Long>> lists = new HashMap<>();
        object.forEach((key, value) -> lists.put(String.valueOf(key), numbers(name, value)));
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
