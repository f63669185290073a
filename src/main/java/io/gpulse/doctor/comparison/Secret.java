package io.gpulse.doctor.comparison;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A value that tells who, or which machine or board, this is.
 *
 * @param kind what is put in its place, before a number: {@code serial}
 */
public record Secret(String kind, String value) {

    /** What such a value of a row is masked as; empty for a row that tells nothing of the kind. */
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
