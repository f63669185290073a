package io.gpulse.bench;

import java.io.IOException;
import java.time.Duration;

/**
 * Measures a server and its subscribers for some time.
 *
 * @param gzip whether the subscribers accept it
 * @param size number of subscribers
 * @param warmUp time from the last connection to the beginning of the window
 */
record Audition(String path, boolean gzip, int size, Duration warmUp, Duration window) {

    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration GATHERING = Duration.ofMinutes(5);

    Delivery of(String who, Child server, int port) throws Exception {
        try (Crowd crowd = new Crowd(port, this.path, this.gzip, this.size)) {
            gather(crowd);
            Thread.sleep(this.warmUp.toMillis());
            return measure(who, server, crowd);
        }
    }

    void gather(Crowd crowd) throws Exception {
        long start = System.nanoTime();
        while (crowd.attendance().present() < this.size) {
            crowd.check();
            if (System.nanoTime() - start > GATHERING.toNanos()) {
                throw new IOException("Only " + crowd.attendance().present() + " of " + this.size + " get events");
            }
            Thread.sleep(50);
        }
    }

    Delivery measure(String who, Child server, Crowd crowd) throws Exception {
        Attendance attendance = crowd.attendance();
        attendance.forgetTimes();
        long received = attendance.received();
        long missed = attendance.missed();
        double cpu = server.cpuMillis();
        double compiling = server.compilingMillis();
        Thread.sleep(this.window.toMillis());
        double cpuSpent = server.cpuMillis() - cpu;
        double compilingSpent = server.compilingMillis() - compiling;
        long events = attendance.received() - received;
        double megabytes = server.residentMegabytes();
        long lost = outstanding(crowd, attendance.newest()) + attendance.missed() - missed;
        crowd.check();
        return new Delivery(
                who,
                events,
                lost,
                cpuSpent,
                compilingSpent,
                megabytes,
                attendance.quantile(0.5),
                attendance.quantile(0.99));
    }

    /** Waits for events that have partly arrived. */
    private static long outstanding(Crowd crowd, long newest) throws InterruptedException {
        long start = System.nanoTime();
        while (crowd.outstanding(newest) > 0 && System.nanoTime() - start < PATIENCE.toNanos()) {
            Thread.sleep(20);
        }
        return crowd.outstanding(newest);
    }
}
