package io.gpulse.bench;

import java.util.List;

/**
 * What telling a crowd has cost and how well it went.
 *
 * @param who the server
 * @param events that arrived in the window
 * @param lost that did not, until the patience was over
 * @param cpuMillis CPU time of the server in the window
 * @param compilingMillis of that, what compilers of a JVM took that is not warm yet
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
