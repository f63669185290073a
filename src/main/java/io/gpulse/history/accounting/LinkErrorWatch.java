package io.gpulse.history.accounting;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Notices when counters of faults of links change: most of them never do, so that what is stored is next to nothing.
 * What counts traffic changes in every round, and is left out ({@link LinkSample#FAULTS}).
 */
public final class LinkErrorWatch {

    private final Map<Counter, Long> known = new HashMap<>();
    private final List<LinkErrorCount> changed = new ArrayList<>();

    private record Counter(String uuid, int link, Metric metric) {}

    public void add(Snapshot round) {
        long at = round.takenAt().toEpochMilli();
        for (GpuSample gpu : round.gpus()) {
            GpuIdentity identity = gpu.identity();
            if (identity != null) {
                gpu.known().links().forEach((link) -> add(identity.uuid(), link, at));
            }
        }
    }

    private void add(String uuid, LinkSample link, long at) {
        for (Metric metric : LinkSample.FAULTS) {
            OptionalDouble told = link.readings().number(metric);
            if (told.isPresent()) {
                long count = (long) told.getAsDouble();
                Long before = this.known.put(new Counter(uuid, link.link(), metric), count);
                if (before == null || before != count) {
                    this.changed.add(new LinkErrorCount(uuid, link.link(), metric, at, count));
                }
            }
        }
    }

    /** What was not stored yet. */
    public List<LinkErrorCount> changed() {
        return List.copyOf(this.changed);
    }

    /** All of it is stored. */
    public void clear() {
        this.changed.clear();
    }
}
