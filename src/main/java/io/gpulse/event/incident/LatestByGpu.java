package io.gpulse.event.incident;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The latest items of each GPU, by its UUID. */
final class LatestByGpu<T> {

    private final int most;
    private final Map<String, Deque<T>> byGpu = new HashMap<>();

    /** @param most the maximum number of items of a GPU; the oldest are removed */
    LatestByGpu(int most) {
        this.most = most;
    }

    /** Adds an item as the latest one; a known item becomes the latest one. */
    void add(String uuid, T item) {
        Deque<T> items = this.byGpu.computeIfAbsent(uuid, (gpu) -> new ArrayDeque<>());
        items.remove(item);
        items.addFirst(item);
        if (items.size() > this.most) {
            items.removeLast();
        }
    }

    /** Returns the latest matching item. */
    Optional<T> find(String uuid, Predicate<T> wanted) {
        return this.byGpu.getOrDefault(uuid, new ArrayDeque<>()).stream()
                .filter(wanted)
                .findFirst();
    }

    void removeIf(Predicate<T> unwanted) {
        this.byGpu.values().forEach((items) -> items.removeIf(unwanted));
    }
}
