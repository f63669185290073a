package io.gpulse.history.accounting;

import io.gpulse.device.LinkSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Collects changes of the fault counters of links. Few rows are stored, since most of these counters never change.
 * Traffic counters, which change in every round, are not included ({@link LinkSample#FAULTS}).
 */
public final class LinkErrorWatch {

    private final Map<Counter, Long> known = new HashMap<>();
    private final List<LinkErrorCount> changed = new ArrayList<>();

    private record Counter(String uuid, int link, Metric metric) {}

    public void add(Snapshot round) {
        long at = round.takenAt().toEpochMilli();
        round.byUuid().forEach((uuid, gpu) -> gpu.known().links().forEach((link) -> add(uuid, link, at)));
    }

    private void add(String uuid, LinkSample link, long at) {
        for (Metric metric : LinkSample.FAULTS) {
            OptionalDouble reading = link.readings().number(metric);
            if (reading.isPresent()) {
                long count = (long) reading.getAsDouble();
                Long before = this.known.put(new Counter(uuid, link.link(), metric), count);
                if (before == null || before != count) {
                    this.changed.add(new LinkErrorCount(uuid, link.link(), metric, at, count));
                }
            }
        }
    }

    /** Returns the changes that are not stored yet. */
    public List<LinkErrorCount> changed() {
        return List.copyOf(this.changed);
    }

    /** Drops the changes after they were stored. */
    public void clear() {
        this.changed.clear();
    }
}
