package io.gpulse.bench;

import java.util.List;

/**
 * The cost and the quality of a delivery of events to subscribers.
 *
 * @param who the server
 * @param events number of events that arrived in the window
 * @param lost number of events that did not arrive within the time limit
 * @param cpuMillis CPU time of the server in the window
 * @param compilingMillis part of that CPU time used by the compilers of a cold JVM
 * @param megabytes resident at the end of the window
 * @param p50 milliseconds from the snapshot to the subscriber
 */
record Delivery(
        String who,
        long events,
        long lost,
        double cpuMillis,
        double compilingMillis,
        double megabytes,
        double p50,
        double p99) {

    static final List<String> HEAD =
            List.of("crowd", "server", "events", "lost", "CPU ms per 1,000", "RSS MB", "p50 ms", "p99 ms");

    double cpuPerThousand() {
        return this.cpuMillis * 1000 / this.events;
    }

    List<String> row(String crowd) {
        return List.of(
                crowd,
                this.who,
                String.valueOf(this.events),
                String.valueOf(this.lost),
                Paper.number(cpuPerThousand(), 2),
                Paper.number(this.megabytes, 0),
                Paper.number(this.p50, 1),
                Paper.number(this.p99, 1));
    }
}
