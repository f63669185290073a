package io.gpulse.web.parameter;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A component of a record that holds a query.
 *
 * @param name as it stands in the query
 * @param component as it stands in the record
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

    /** Of what was sent, so much is repeated. */
    private static final int LONGEST = 80;

    /** What is told to who sent something else. */
    String refusal(String sent) {
        return this.name + " must be " + (this.type == null ? "a text" : this.type.expectation(this.constraints))
                + ", not '" + start(sent) + "'.";
    }

    /** As much of it as is repeated, and no half of a character. */
    static String start(String sent) {
        if (sent.length() <= LONGEST) {
            return sent;
        }
        int end = Character.isHighSurrogate(sent.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return sent.substring(0, end) + "...";
    }

    /** Several values, as they would be written as one; one without a value is empty. */
    static String joined(@Nullable List<@Nullable String> values) {
        return values == null
                ? ""
                : values.stream().map((value) -> value == null ? "" : value).collect(Collectors.joining(","));
    }

    boolean isNamed(String field) {
        return this.name.equals(field) || this.component.equals(field);
    }
}
