package io.gpulse.doctor.examination;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long the doctor waits.
 *
 * @param call for one call of the driver
 * @param all for all calls of the driver together
 * @param gpu the addition for each GPU: without persistence mode, waking one takes seconds
 * @param smi for one run of nvidia-smi
 * @param between from one round to the next; the performance monitor needs 0.2 s
 * @param nanos the monotonic clock
 */
public record ExaminationTimeouts(
        Duration call, Duration all, Duration gpu, Duration smi, Duration between, LongSupplier nanos) {

    public static final ExaminationTimeouts USUAL = new ExaminationTimeouts(
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMillis(250),
            System::nanoTime);
}
