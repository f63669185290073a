package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpulse.demo.DemoNvml;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The garbage of a round, with a driver that makes none. The interpreter makes more than compiled code. */
class RoundAllocationTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final ThreadMXBean THREADS = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private static final int SETTLING = 4;

    @Test
    void aRoundAllocatesLittleMoreThanItsReadings() throws Exception {
        assertThat(bytesPerReading(EnumSet.of(Cadence.FAST))).isLessThan(80);
        assertThat(bytesPerReading(EnumSet.of(Cadence.FAST, Cadence.SLOW))).isLessThan(20);
    }

    private static double bytesPerReading(Set<Cadence> due) throws Exception {
        RepeatedAnswers driver = new RepeatedAnswers(new DemoNvml(() -> NOON, 1));
        Gpu gpu = NvmlSource.simulated(driver).open().attach(0);
        for (int round = 0; round < SETTLING; round++) {
            gpu.read(due);
        }
        driver.repeats = true;
        gpu.read(due);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        GpuReadings read = gpu.read(due).known();
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return (double) bytes / readings(read);
    }

    private static int readings(GpuReadings read) {
        return size(read.own())
                + read.links().stream()
                        .mapToInt((link) -> size(link.readings()))
                        .sum();
    }

    private static int size(Readings readings) {
        int[] size = {0};
        readings.forEach((metric, reading) -> size[0]++);
        return size[0];
    }

    /** A driver that repeats its last answers on request. */
    private static final class RepeatedAnswers implements NvmlCalls {

        private final NvmlCalls driver;
        private boolean repeats;

        RepeatedAnswers(NvmlCalls driver) {
            this.driver = driver;
        }

        @Override
        public Prepared prepare(long device, Call call) {
            Prepared prepared = this.driver.prepare(device, call);
            byte[] last = new byte[prepared.answer().capacity()];
            return new Prepared() {

                private int code;

                @Override
                public int invoke() {
                    if (RepeatedAnswers.this.repeats) {
                        prepared.answer().put(0, last);
                    } else {
                        this.code = prepared.invoke();
                        prepared.answer().get(0, last);
                    }
                    return this.code;
                }

                @Override
                public ByteBuffer answer() {
                    return prepared.answer();
                }
            };
        }
    }
}
