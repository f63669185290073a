package io.gpulse.device;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.List;

/**
 * One NVLink of a GPU at one moment.
 *
 * @param link the driver's number, from 0
 */
public record LinkSample(int link, Readings readings) {

    /** The counters of faults of a link. They seldom change, unlike those of traffic. */
    public static final List<Metric> FAULTS = Metric.of(Scope.LINK).stream()
            .filter((metric) -> metric.spec().countsFaults())
            .toList();

    @SuppressWarnings("ReferenceEquality") // nothing was renewed if it is the same object
    LinkSample renewedBy(LinkSample newer) {
        Readings renewed = this.readings.renewedBy(newer.readings);
        return renewed == this.readings ? this : new LinkSample(this.link, renewed);
    }
}
