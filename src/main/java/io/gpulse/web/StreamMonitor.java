package io.gpulse.web;

/** How the stream of snapshots fares, for features that report it. */
@FunctionalInterface
public interface StreamMonitor {

    StreamStatistics statistics();
}
