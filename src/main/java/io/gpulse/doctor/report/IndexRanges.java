package io.gpulse.doctor.report;

import java.util.ArrayList;
import java.util.List;

/** Ascending numbers as people write them: {@code 0-3, 7}. */
public final class IndexRanges {

    private IndexRanges() {}

    /** Returns, for example, {@code GPUs 0-3, 7}. */
    static String ofGpus(List<Integer> ascending) {
        return (ascending.size() == 1 ? "GPU " : "GPUs ") + of(ascending);
    }

    public static String of(List<Integer> ascending) {
        List<String> parts = new ArrayList<>();
        for (int from = 0; from < ascending.size(); ) {
            int to = from;
            while (to + 1 < ascending.size() && ascending.get(to + 1) == ascending.get(to) + 1) {
                to++;
            }
            parts.add(from == to ? "" + ascending.get(from) : ascending.get(from) + "-" + ascending.get(to));
            from = to + 1;
        }
        return String.join(", ", parts);
    }
}
