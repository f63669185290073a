package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A minute for all, another for each GPU, and one for a call; the time is the test's. */
class AttendantTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Call CALL = Call.u32("nvmlDeviceGetPowerUsage");

    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();
    private final Stopwatch stopwatch = new Stopwatch(this.nanos::get);
    private final Attendant attendant =
            new Attendant(this.stopwatch, new Patience(MINUTE, MINUTE, MINUTE, MINUTE, Duration.ZERO, this.nanos::get));

    @AfterEach
    void letGo() {
        this.end.countDown();
    }

    @Test
    void whatTheWorkReturnsAndThrowsIsHandedOn() throws Exception {
        assertThat(this.attendant.<String, RuntimeException>attend("Work", () -> "done"))
                .isEqualTo("done");
        assertThatThrownBy(() -> this.attendant.<String, IOException>attend("Work", () -> {
                    throw new IOException("broken");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
        assertThat(this.attendant.leftWork()).isFalse();
    }

    @Test
    void workThatHangsOutsideOfTheDriverIsNamed() {
        HangException hang = catchThrowableOfType(
                HangException.class,
                () -> this.attendant.<Boolean, InterruptedException>attend("Unpacking", () -> {
                    pass(MINUTE.multipliedBy(4));
                    return hang() == 0;
                }));

        assertThat(hang.sentence()).isEqualTo("Unpacking has not returned for 240 s.");
        assertThat(this.attendant.leftWork()).isTrue();
    }

    @Test
    void aCallThatHangsIsNamed() {
        NvmlCalls.Prepared call = timed(() -> {
            pass(MINUTE.plusSeconds(1));
            return hang();
        });

        HangException hang = catchThrowableOfType(
                HangException.class, () -> this.attendant.<Integer, RuntimeException>attend("A look", call::invoke));

        assertThat(hang.sentence()).isEqualTo("nvmlDeviceGetPowerUsage has not returned for 61 s.");
    }

    @Test
    void whatBeginsWhenAllTimeIsSpentIsNotTakenForAHang() {
        NvmlCalls.Prepared call = timed(this::hang);

        assertThatThrownBy(() -> this.attendant.<Integer, RuntimeException>attend("A look", () -> {
                    pass(MINUTE.multipliedBy(2));
                    return call.invoke();
                }))
                .isInstanceOf(NoTimeException.class);
        assertThat(this.attendant.leftWork()).isTrue();
    }

    @Test
    void whenAllTimeIsSpentNothingIsBegun() throws Exception {
        this.attendant.<Boolean, RuntimeException>attend("A long look", () -> pass(MINUTE));

        assertThatThrownBy(() -> this.attendant.<Boolean, RuntimeException>attend("A look", () -> true))
                .isInstanceOf(NoTimeException.class);
        assertThat(this.attendant.leftWork()).isFalse();
    }

    @Test
    void eachGpuBringsTimeOfItsOwn() throws Exception {
        this.attendant.admit(2);

        this.attendant.<Boolean, RuntimeException>attend("A long look", () -> pass(MINUTE));
        this.attendant.<Boolean, RuntimeException>attend("Another", () -> pass(MINUTE));

        assertThat(this.attendant.<Boolean, RuntimeException>attend("A look", () -> true))
                .isTrue();
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

    /** What a call does while it is inside of the driver. */
    @FunctionalInterface
    private interface Inside {
        int invoke();
    }

    private NvmlCalls.Prepared timed(Inside inside) {
        return this.stopwatch
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
