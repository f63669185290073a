package io.gpulse.event;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The GPU that an event is about.
 *
 * @param index the driver's index when it happened
 */
public record EventGpu(int index, String uuid) {

    /** Returns the indexes of {@link #indexes(SortedSet)}; none for an empty text. */
    static SortedSet<Integer> indexes(String written) {
        SortedSet<Integer> indexes = new TreeSet<>();
        for (String part : written.isEmpty() ? List.<String>of() : List.of(written.split(","))) {
            String[] ends = part.split("-");
            for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                indexes.add(i);
            }
        }
        return indexes;
    }

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
