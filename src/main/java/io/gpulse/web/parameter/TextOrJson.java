package io.gpulse.web.parameter;

import io.gpulse.web.PlainText;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.NotAcceptableStatusException;

/** The format of a response that is JSON or plain text. */
public enum TextOrJson {
    /** The same as {@code Accept: application/json}. */
    JSON,
    /** Lines for a terminal. */
    TEXT;

    /**
     * Returns the format of a response.
     *
     * @param requested by a parameter; null for that of {@code Accept}
     * @throws NotAcceptableStatusException when the client accepts neither
     */
    public static TextOrJson of(@Nullable TextOrJson requested, ServerHttpRequest request) {
        if (requested != null) {
            return requested;
        }
        return AcceptedType.prefers(PlainText.TYPE, request) ? TEXT : JSON;
    }

    /** Returns the response in this format. */
    public ResponseEntity<Object> respond(Object json, Supplier<String> text) {
        return this == TEXT
                ? ResponseEntity.ok().contentType(PlainText.TYPE).body(text.get())
                : ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(json);
    }
}
