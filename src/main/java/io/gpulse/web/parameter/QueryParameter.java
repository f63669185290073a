package io.gpulse.web.parameter;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A query parameter, which is a component of a record.
 *
 * @param name its name in the query
 * @param component its name in the record
 * @param constraints where its bounds are annotated
 * @param type how it is written; null for a text that is taken as it is
 * @param defaultValue what it is when it is not sent, as it would be written; null when that is nothing
 */
record QueryParameter(
        String name,
        String component,
        AnnotatedElement constraints,
        @Nullable ParameterType<?> type,
        @Nullable String defaultValue) {

    /** The maximum of repeated characters of a value. */
    private static final int LONGEST = 80;

    /** Returns the message for a wrong value. */
    String errorMessage(String sent) {
        return this.name + " must be " + (this.type == null ? "a text" : this.type.expectation(this.constraints))
                + ", not '" + start(sent) + "'.";
    }

    /** Returns the start of a value for a message, without half of a surrogate pair. */
    static String start(String sent) {
        if (sent.length() <= LONGEST) {
            return sent;
        }
        int end = Character.isHighSurrogate(sent.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return sent.substring(0, end) + "...";
    }

    /** Returns several values as a list with commas; a missing value is empty. */
    static String joined(@Nullable List<@Nullable String> values) {
        return values == null
                ? ""
                : values.stream().map((value) -> value == null ? "" : value).collect(Collectors.joining(","));
    }

    boolean isNamed(String field) {
        return this.name.equals(field) || this.component.equals(field);
    }
}
