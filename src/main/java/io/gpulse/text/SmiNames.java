package io.gpulse.text;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What nvidia-smi calls the rows of the catalogue. */
public final class SmiNames {

    /** Keys of GPUs' rows that nvidia-smi has no property for. */
    private static final String OWN = "own-names.txt";

    private static final Set<String> OWN_NAMES = TextFile.lines(OWN).collect(Collectors.toUnmodifiableSet());

    private SmiNames() {}

    /** The property of {@code --query-gpu} that tells a row; empty where nvidia-smi has none. */
    public static Optional<String> of(Metric metric) {
        boolean known = metric.spec().scope() == Scope.GPU && !OWN_NAMES.contains(metric.key());
        return known ? Optional.of(metric.key()) : Optional.empty();
    }
}
