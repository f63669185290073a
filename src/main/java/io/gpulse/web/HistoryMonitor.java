package io.gpulse.web;

/** How the history fares, for features that report it. */
@FunctionalInterface
public interface HistoryMonitor {

    HistoryStatistics statistics();
}
