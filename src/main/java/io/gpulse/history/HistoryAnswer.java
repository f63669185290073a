package io.gpulse.history;

import java.util.Map;

/**
 * A window, and what is to be said about it.
 *
 * @param gpus those that it is about, by UUID
 */
record HistoryAnswer(QueryResult window, Map<String, KnownGpu> gpus, boolean simulated) {

    HistoryAnswer {
        gpus = Map.copyOf(gpus);
    }
}
