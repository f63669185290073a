package io.gpulse.history;

import java.util.Map;

/** The answer to a {@link WindowQuery}: a series of buckets for each key that was asked for. */
public record QueryResult(WindowQuery query, Map<SeriesKey, Buckets> series) {

    public QueryResult {
        series = Map.copyOf(series);
    }
}
