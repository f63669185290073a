package io.gpulse.history;

import java.util.Map;

/** The result of a {@link WindowQuery}: the buckets of each requested series. */
public record QueryResult(WindowQuery query, Map<SeriesKey, Buckets> series) {

    public QueryResult {
        series = Map.copyOf(series);
    }
}
