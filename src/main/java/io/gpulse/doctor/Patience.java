package io.gpulse.doctor;

import java.time.Duration;

/**
 * How long the doctor waits.
 *
 * @param call for one call of the driver
 * @param all for all that is asked of the driver
 * @param smi for one run of nvidia-smi
 * @param between from one round to the next; the performance monitor wants 0.2 s
 */
record Patience(Duration call, Duration all, Duration smi, Duration between) {

    static final Patience USUAL = new Patience(
            Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(30), Duration.ofMillis(250));
}
