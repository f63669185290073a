package io.gpulse.web.monitor;

import java.util.Map;

/** Counts of messages to the configured receivers since the start. Read in each scrape: does not block. */
@FunctionalInterface
public interface NotificationMonitor {

    /** Returns the count of each outcome of each receiver; none without a receiver. */
    Map<ReceiverOutcome, Long> notifications();

    /**
     * An outcome of a receiver.
     *
     * @param receiver its configured name
     * @param outcome {@code delivered}, {@code refused}, {@code timed-out}, {@code unreachable}, or {@code dropped} for
     *     a message that is not sent again
     */
    record ReceiverOutcome(String receiver, String outcome) {}
}
