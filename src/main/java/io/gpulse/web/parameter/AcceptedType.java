package io.gpulse.web.parameter;

import java.util.Comparator;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.NotAcceptableStatusException;

/** Negotiates whether a response is JSON or of another type. */
public final class AcceptedType {

    private AcceptedType() {}

    /**
     * Returns whether a client prefers another type to JSON. Spring ignores {@code q=0}, so this does not rely on
     * {@code produces}.
     *
     * @throws NotAcceptableStatusException when it accepts neither
     */
    public static boolean prefers(MediaType other, ServerHttpRequest request) {
        List<MediaType> accepted = request.getHeaders().getAccept();
        double own = quality(accepted, other);
        double json = quality(accepted, MediaType.APPLICATION_JSON);
        if (!accepted.isEmpty() && own == 0 && json == 0) {
            throw new NotAcceptableStatusException(List.of(MediaType.APPLICATION_JSON, other));
        }
        boolean named = accepted.stream().anyMatch(other::equalsTypeAndSubtype);
        return own > json || (own == json && named && !accepted.contains(MediaType.APPLICATION_JSON));
    }

    /** Returns the quality of the most specific media range that includes a type; 0 when none does. */
    private static double quality(List<MediaType> accepted, MediaType type) {
        return accepted.stream()
                .filter((range) -> range.includes(type))
                .max(Comparator.comparing((MediaType range) -> !range.isWildcardType())
                        .thenComparing((range) -> !range.isWildcardSubtype()))
                .map(MediaType::getQualityValue)
                .orElse(0.0);
    }
}
