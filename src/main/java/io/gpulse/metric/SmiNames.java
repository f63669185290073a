package io.gpulse.metric;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What nvidia-smi calls the rows of the catalogue. */
public final class SmiNames {

    /** Keys of GPUs' rows that nvidia-smi has no property for. */
    private static final String OWN = "own-names.txt";

    private static final Set<String> OWN_NAMES = read();

    private SmiNames() {}

    private static Set<String> read() {
        try (InputStream stream = Objects.requireNonNull(SmiNames.class.getResourceAsStream(OWN), OWN)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().collect(Collectors.toUnmodifiableSet());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The property of {@code --query-gpu} that tells a row; empty where nvidia-smi has none. */
    public static Optional<String> of(Metric metric) {
        boolean known = metric.spec().scope() == Scope.GPU && !OWN_NAMES.contains(metric.key());
        return known ? Optional.of(metric.key()) : Optional.empty();
    }
}
