package io.gpulse.web;

/** Reports the state of the stream. */
@FunctionalInterface
public interface StreamMonitor {

    StreamStatistics statistics();
}
