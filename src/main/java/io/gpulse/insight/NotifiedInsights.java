package io.gpulse.insight;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Insights whose beginning was published on the stream and whose end was not. A silenced insight is not published,
 * except for the end of one that was published before it was silenced. Not thread-safe.
 */
final class NotifiedInsights {

    private final Map<String, Set<String>> gpus = new HashMap<>();

    /**
     * Adds a change.
     *
     * @return UUIDs of the GPUs that the insight is or was about; empty if the change is not published
     */
    Optional<Set<String>> add(Insight change) {
        boolean ends = !change.isActive();
        Set<String> before = ends ? this.gpus.remove(change.id()) : this.gpus.get(change.id());
        if (change.silence() != null && !(ends && before != null)) {
            return Optional.empty();
        }
        if (!ends) {
            this.gpus.put(change.id(), change.uuids());
        }
        Set<String> all = new TreeSet<>(change.uuids());
        all.addAll(before == null ? Set.of() : before);
        return Optional.of(all);
    }
}
