package io.gpulse.history.accounting;

import io.gpulse.device.Counter;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fault counters of the links of one GPU. Finds those that change from sample to sample. */
public final class LinkFaults {

    private final Map<Place, Counter> counters = new HashMap<>();

    private record Place(int link, Metric metric) {}

    /**
     * A counter with another value than before, or that is found to have restarted.
     *
     * @param gained since the previous value; 0 for the first one
     */
    public record Change(int link, Metric metric, long count, long gained) {}

    /** Adds a sample of all links. Returns the counters that are new or have changed. */
    public List<Change> add(GpuSample gpu) {
        List<Change> changes = new ArrayList<>();
        Instant countedAt = gpu.countedAt();
        for (LinkSample link : gpu.known().links()) {
            for (Metric metric : LinkSample.FAULTS) {
                link.readings().number(metric).ifPresent((count) -> {
                    Counter counter =
                            this.counters.computeIfAbsent(new Place(link.link(), metric), (first) -> new Counter());
                    double before = counter.last();
                    long gained = (long) counter.add(count, countedAt).amount();
                    if (gained > 0 || count != before) {
                        changes.add(new Change(link.link(), metric, (long) count, gained));
                    }
                });
            }
        }
        return changes;
    }
}
