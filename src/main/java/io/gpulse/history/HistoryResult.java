package io.gpulse.history;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a query with the GPUs that it is about.
 *
 * @param gpus by UUID
 */
record HistoryResult(QueryResult result, Map<String, KnownGpu> gpus, boolean simulated) {

    HistoryResult {
        gpus = Map.copyOf(gpus);
    }

    WindowQuery query() {
        return this.result.query();
    }

    Buckets buckets(SeriesKey key) {
        return Objects.requireNonNull(this.result.series().get(key));
    }

    /** Returns the GPU of a series; null for the host. */
    @Nullable
    KnownGpu gpu(SeriesKey key) {
        String uuid = key.subject().uuid();
        return uuid == null ? null : this.gpus.get(uuid);
    }
}
