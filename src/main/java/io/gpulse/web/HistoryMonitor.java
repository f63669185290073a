package io.gpulse.web;

/** Reports the state of the history. */
@FunctionalInterface
public interface HistoryMonitor {

    HistoryStatistics statistics();
}
