package io.gpulse.event;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * The GPU that an event is about.
 *
 * @param index the driver's index when it happened
 */
public record EventGpu(int index, String uuid) {

    /** Indexes of several as people write them: {@code 0-3,6}. */
    public static String indexes(SortedSet<Integer> indexes) {
        List<String> parts = new ArrayList<>();
        Integer first = null;
        for (Integer index : indexes) {
            first = first == null ? index : first;
            if (!indexes.contains(index + 1)) {
                parts.add(first.equals(index) ? index.toString() : first + "-" + index);
                first = null;
            }
        }
        return String.join(",", parts);
    }
}
