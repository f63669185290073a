package io.gpulse.history.accounting;

import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The fault counters of the links of one GPU. Finds those that change from sample to sample. */
public final class LinkFaults {

    private final Map<Counter, Long> known = new HashMap<>();

    private record Counter(int link, Metric metric) {}

    /**
     * A counter with another value than before.
     *
     * @param gained since the previous value; 0 for the first one, and for a counter that was restarted
     */
    public record Change(int link, Metric metric, long count, long gained) {}

    /** Adds a sample of all links. Returns the counters that are new or have changed. */
    public List<Change> add(List<LinkSample> links) {
        List<Change> changes = new ArrayList<>();
        for (LinkSample link : links) {
            for (Metric metric : LinkSample.FAULTS) {
                OptionalDouble reading = link.readings().number(metric);
                if (reading.isPresent()) {
                    long count = (long) reading.getAsDouble();
                    Long before = this.known.put(new Counter(link.link(), metric), count);
                    if (before == null || before != count) {
                        long gained = before == null ? 0 : Math.max(0, count - before);
                        changes.add(new Change(link.link(), metric, count, gained));
                    }
                }
            }
        }
        return changes;
    }
}
