package io.gpulse.doctor.examination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A minute for all, another for each GPU, and one for a call; the time is the test's. */
class WatchdogTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Call CALL = Call.u32("nvmlDeviceGetPowerUsage");

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private final CallTimer timer = new CallTimer(this.nanos::get);
    private final Watchdog watchdog = new Watchdog(
            this.timer, new ExaminationTimeouts(MINUTE, MINUTE, MINUTE, MINUTE, Duration.ZERO, this.nanos::get));

    @AfterEach
    void letGo() {
        this.end.countDown();
    }

    @Test
    void resultsAndExceptionsOfTheWorkArePassedOn() throws Exception {
        assertThat(this.watchdog.guard("Work", () -> "done")).isEqualTo("done");
        assertThatThrownBy(() -> this.watchdog.guard("Work", () -> {
                    throw new UncheckedIOException(new IOException("broken"));
                }))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("broken");
        assertThat(this.watchdog.leftWork()).isFalse();
    }

    @Test
    void workThatHangsOutsideOfTheDriverIsNamed() {
        UnfinishedException hang = catchThrowableOfType(
                UnfinishedException.class,
                () -> this.watchdog.guard("Unpacking", () -> {
                    pass(MINUTE.multipliedBy(4));
                    return hang() == 0;
                }));

        assertThat(hang.sentence()).isEqualTo("Unpacking has not returned for 240 s.");
        assertThat(this.watchdog.leftWork()).isTrue();
    }

    @Test
    void aCallThatHangsIsNamed() {
        NvmlCalls.Prepared call = timed(() -> {
            pass(MINUTE.plusSeconds(1));
            return hang();
        });

        UnfinishedException hang =
                catchThrowableOfType(UnfinishedException.class, () -> this.watchdog.guard("A look", call::invoke));

        assertThat(hang.sentence()).isEqualTo("nvmlDeviceGetPowerUsage has not returned for 61 s.");
    }

    @Test
    void workThatStartsWithoutTimeLeftIsNoHang() {
        NvmlCalls.Prepared call = timed(this::hang);

        assertThatThrownBy(() -> this.watchdog.guard("A look", () -> {
                    pass(MINUTE.multipliedBy(2));
                    return call.invoke();
                }))
                .isInstanceOf(UnfinishedException.class)
                .hasMessage("no time was left");
        assertThat(this.watchdog.leftWork()).isTrue();
    }

    @Test
    void nothingIsStartedAfterTheTimeLimit() throws Exception {
        this.watchdog.guard("A long look", () -> pass(MINUTE));

        assertThatThrownBy(() -> this.watchdog.guard("A look", () -> true))
                .isInstanceOf(UnfinishedException.class)
                .hasMessage("no time was left");
        assertThat(this.watchdog.leftWork()).isFalse();
    }

    @Test
    void eachGpuBringsTimeOfItsOwn() throws Exception {
        this.watchdog.allowFor(2);

        this.watchdog.guard("A long look", () -> pass(MINUTE));
        this.watchdog.guard("Another", () -> pass(MINUTE));

        assertThat(this.watchdog.guard("A look", () -> true)).isTrue();
    }

    private boolean pass(Duration time) {
        this.nanos.addAndGet(time.toNanos());
        return true;
    }

    private int hang() {
        try {
            this.end.await();
            return 0;
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The action of a call inside the driver. */
    @FunctionalInterface
    private interface Inside {
        int invoke();
    }

    private NvmlCalls.Prepared timed(Inside inside) {
        return this.timer
                .over((device, call) -> new NvmlCalls.Prepared() {
                    @Override
                    public int invoke() {
                        return inside.invoke();
                    }

                    @Override
                    public ByteBuffer answer() {
                        return ByteBuffer.allocate(0);
                    }
                })
                .prepare(NvmlCalls.NO_DEVICE, CALL);
    }
}
