package io.gpulse.web;

import java.util.Map;
import java.util.Optional;

/** Counts of events since the start of gpulse. Read in each scrape: does not block. */
public interface EventMonitor {

    /** Returns the count of each kind, by its label; 0 for kinds without events. */
    Map<String, Long> countsByKind();

    /** Returns the count of each Xid error. */
    Map<XidSeries, Long> xidErrors();

    /** Returns the last Xid error of a GPU; empty if it had none. */
    Optional<LastXid> lastXid(String uuid);

    /** @param title the fault in a few words */
    record LastXid(int xid, String title) {}

    /**
     * An Xid of a GPU.
     *
     * @param index the driver's index
     */
    record XidSeries(int index, String uuid, int xid) {}
}
