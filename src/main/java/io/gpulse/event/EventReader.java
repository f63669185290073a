package io.gpulse.event;

import io.gpulse.event.EventLog.Remembered;
import io.gpulse.history.sqlite.EventStore;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads events from memory and from the history: the latest version of each event, once. */
public final class EventReader {

    private final EventLog log;

    public EventReader(EventLog log) {
        this.log = log;
    }

    /**
     * Returns the events that match, by id: those of memory, and the newest of the history.
     *
     * @param since only rows that changed after this sequence, in that order; null for all
     * @param most maximum number of events of the history
     * @param store null without a history
     */
    public Collection<LoggedEvent> read(
            Criteria criteria, @Nullable Long since, int most, @Nullable HistoryStore store) {
        // Events that are stored meanwhile are found twice, and merged.
        List<Remembered> remembered = this.log.remembered();
        Map<Long, LoggedEvent> merged = new TreeMap<>();
        if (store != null) {
            // Stored rows that have changed since may no longer match.
            int changed =
                    (int) remembered.stream().filter((one) -> !one.stored()).count();
            stored(store.events(), criteria, since, most + changed)
                    .forEach((row) -> StoredEventMapper.event(row)
                            .ifPresent((event) -> merged.put(event.id(), new LoggedEvent(event, row.unfinished()))));
        }
        remembered.forEach((one) -> {
            if (matches(one, criteria, since)) {
                merged.put(one.event().id(), new LoggedEvent(one.event(), one.open()));
            } else {
                merged.remove(one.event().id());
            }
        });
        return merged.values();
    }

    private static List<StoredEvent> stored(EventStore store, Criteria criteria, @Nullable Long since, int most) {
        return since == null ? store.newest(criteria, most) : store.changedAfter(since, criteria, most);
    }

    /**
     * Applies criteria to a row in memory, as the store does to stored rows.
     *
     * @param since accepts only rows that changed after this sequence; null for all
     */
    private static boolean matches(Remembered remembered, Criteria criteria, @Nullable Long since) {
        GpuEvent event = remembered.event();
        return isWithin(remembered, criteria)
                && event.id() < criteria.belowId()
                && (since == null || event.sequence() > since)
                && criteria.kinds().contains(event.kind().label())
                && criteria.severities().contains(event.severity().label())
                && (criteria.gpus().isEmpty() || !Collections.disjoint(criteria.gpus(), event.uuids()));
    }

    private static boolean isWithin(Remembered remembered, Criteria criteria) {
        GpuEvent event = remembered.event();
        Instant until = event.until();
        return event.at().toEpochMilli() < criteria.to()
                && (event.at().toEpochMilli() >= criteria.from()
                        || remembered.open()
                        || (until != null && until.toEpochMilli() >= criteria.from()));
    }
}
