package io.gpulse.jvm;

import static com.sun.management.VMOption.Origin.DEFAULT;
import static com.sun.management.VMOption.Origin.VM_CREATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;
import reactor.test.scheduler.VirtualTimeScheduler;

class NativeHeapTests {

    private static final String FLAG = "TrimNativeHeapInterval";

    private final FakeDiagnostics jvm = new FakeDiagnostics().with(FLAG, "0", DEFAULT);
    private final HeapFlags flags = new HeapFlags(() -> this.jvm);
    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final AtomicInteger trims = new AtomicInteger();

    @Test
    void isTrimmedAfterTheStartAndThenOnceAMinute() {
        new NativeHeap(this.flags, this.trims::incrementAndGet).trimRegularly(this.time);

        this.time.advanceTimeBy(Duration.ofSeconds(19));
        assertThat(this.trims).hasValue(0);
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        assertThat(this.trims).hasValue(1);
        this.time.advanceTimeBy(Duration.ofMinutes(10));
        assertThat(this.trims).hasValue(11);
    }

    @Test
    void isLeftToTheJvmWhereItsCommandLineSetsAnInterval() {
        this.jvm.with(FLAG, "5000", VM_CREATION);

        assertThat(new NativeHeap(this.flags, this.trims::incrementAndGet)
                        .trimRegularly(this.time)
                        .isDisposed())
                .isTrue();
        this.time.advanceTimeBy(Duration.ofHours(1));
        assertThat(this.trims).hasValue(0);
    }

    @Test
    void isNotTriedAgainInAJvmThatCannot() {
        new NativeHeap(this.flags, this::refuse).trimRegularly(this.time);

        this.time.advanceTimeBy(Duration.ofHours(1));
        assertThat(this.trims).hasValue(1);
    }

    private void refuse() throws JMException {
        this.trims.incrementAndGet();
        throw new InstanceNotFoundException("com.sun.management:type=DiagnosticCommand");
    }

    @Test
    void isNotTriedAgainWhereTheCommandFails() {
        new NativeHeap(this.flags, () -> {
                    throw new RuntimeMBeanException(new IllegalStateException(FLAG));
                })
                .trimRegularly(this.time);

        assertThatCode(() -> this.time.advanceTimeBy(Duration.ofHours(1))).doesNotThrowAnyException();
    }

    @Test
    void thisJvmIsTrimmedOrRefuses() {
        VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();
        NativeHeap.ofThisJvm().trimRegularly(scheduler);

        assertThatCode(() -> scheduler.advanceTimeBy(Duration.ofMinutes(2))).doesNotThrowAnyException();
    }
}
