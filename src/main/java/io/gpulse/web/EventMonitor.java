package io.gpulse.web;

import java.util.Map;

/** How many events there were, for features that report it. Asked for each scrape: it does not block. */
public interface EventMonitor {

    /** Since the start of gpulse, by kind as labels spell it; kinds that there were none of are 0. */
    Map<String, Long> countsByKind();

    /** Since the start of gpulse. */
    Map<XidSeries, Long> xidErrors();

    /**
     * Which fault of which GPU is counted.
     *
     * @param index the driver's index
     */
    record XidSeries(int index, String uuid, int xid) {}
}
