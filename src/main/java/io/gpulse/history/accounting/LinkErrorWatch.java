package io.gpulse.history.accounting;

import io.gpulse.device.LinkSample;
import io.gpulse.device.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects changes of the fault counters of links. Few rows are stored, since most of these counters never change.
 * Traffic counters, which change in every round, are not included ({@link LinkSample#FAULTS}).
 */
public final class LinkErrorWatch {

    private final Map<String, LinkFaults> gpus = new HashMap<>();
    private final List<LinkErrorCount> changed = new ArrayList<>();

    public void add(Snapshot round) {
        long at = round.takenAt().toEpochMilli();
        round.byUuid()
                .forEach((uuid, gpu) -> this.gpus
                        .computeIfAbsent(uuid, (first) -> new LinkFaults())
                        .add(gpu)
                        .forEach((now) ->
                                this.changed.add(new LinkErrorCount(uuid, now.link(), now.metric(), at, now.count()))));
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
