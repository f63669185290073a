package io.gpulse.event;

import io.gpulse.event.EventLog.Remembered;
import io.gpulse.history.sqlite.EventStore.Criteria;
import java.time.Instant;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** Applies the criteria of a query to rows in memory, as the store does to stored rows. */
final class EventFilter {

    private EventFilter() {}

    /** @param since accepts only rows that changed after this sequence; null for all */
    static boolean matches(Remembered remembered, Criteria criteria, @Nullable Long since) {
        GpuEvent event = remembered.event();
        return isWithin(remembered, criteria)
                && event.id() < criteria.belowId()
                && (since == null || event.sequence() > since)
                && (criteria.kinds().isEmpty()
                        || criteria.kinds().contains(event.kind().label()))
                && (criteria.severities().isEmpty()
                        || criteria.severities().contains(event.severity().label()))
                && (criteria.gpus().isEmpty() || !Collections.disjoint(criteria.gpus(), event.uuids()));
    }

    private static boolean isWithin(Remembered remembered, Criteria criteria) {
        GpuEvent event = remembered.event();
        Instant until = event.until();
        return event.at().toEpochMilli() < criteria.to()
                && (event.at().toEpochMilli() >= criteria.from()
                        || remembered.open()
                        || until != null && until.toEpochMilli() >= criteria.from());
    }
}
