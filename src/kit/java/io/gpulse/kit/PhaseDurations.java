package io.gpulse.kit;

import java.time.Duration;

/**
 * How long each part of the run takes.
 *
 * @param rest gpulse is left alone and measured
 * @param recording the doctor records
 * @param warmup a load runs before anything is compared
 * @param stream the stream is read
 * @param passes how often values are compared, idle and under load
 */
record PhaseDurations(Duration rest, Duration recording, Duration warmup, Duration stream, int passes) {

    static final PhaseDurations USUAL = new PhaseDurations(
            Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(5), 3);

    static final PhaseDurations QUICK = new PhaseDurations(
            Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(3), Duration.ofSeconds(2), 1);
}
