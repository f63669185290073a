package io.gpulse.doctor.comparison;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value that identifies a user, a machine or a board.
 *
 * @param kind the replacement, before a number: {@code serial}
 */
public record Secret(String kind, String value) {

    /** Returns the kind of secret of a metric; empty for a metric that identifies nothing. */
    public static Optional<String> kind(Metric metric) {
        String key = metric.key();
        if (metric.spec().kind() != Kind.TEXT) {
            return Optional.empty();
        }
        return Stream.of("serial", "uuid", "guid", "part_number", "hostname", "pdi")
                .filter(key::contains)
                .findFirst()
                .map((kind) -> kind.replace('_', '-'));
    }
}
