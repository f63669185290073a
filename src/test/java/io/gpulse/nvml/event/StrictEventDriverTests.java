package io.gpulse.nvml.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Call;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.library.JnaNvml;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver in C detects forbidden uses of event sets: a test with such a use fails. */
@NeedsCompiler
class StrictEventDriverTests {

    private static final long XID = 8;

    @TempDir
    private Path directory;

    private FakeDriver driver;
    private NvmlCalls calls;
    private long gpu;
    private long set;

    @BeforeEach
    void begin() {
        this.driver = FakeDriver.in(this.directory);
        this.calls =
                JnaNvml.load(this.driver.library().toString(), (refusal) -> {}).orElseThrow();
        assertThat(prepare(Call.bare("nvmlInit_v2")).invoke()).isZero();
        NvmlCalls.Prepared handle = prepare(Call.u64("nvmlDeviceGetHandleByIndex_v2", 0));
        assertThat(handle.invoke()).isZero();
        this.gpu = handle.answer().getLong(0);
        NvmlCalls.Prepared create = prepare(EventCalls.CREATE);
        assertThat(create.invoke()).isZero();
        this.set = create.answer().getLong(0);
    }

    @Test
    void oneTypeThatIsNotSupportedRegistersNone() {
        assertThat(register(XID | 0x10, this.set)).isEqualTo(3);
        this.driver.xid(0, 79);

        assertThat(await(Duration.ZERO)).isEqualTo(10);
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aLostGpuFailsEveryWaitAfterTheRecordedEvents() {
        register(XID, this.set);
        this.driver.xid(0, 79);
        assertThat(await(Duration.ofSeconds(10))).isZero();
        this.driver.lose(0);

        assertThat(await(Duration.ofSeconds(10))).isEqualTo(15);
        assertThat(await(Duration.ofSeconds(10))).isEqualTo(15);
        assertThat(register(XID, this.set)).isEqualTo(15);
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aSetThatIsUnknownOrWasFreedIsDetected() {
        assertThat(free(0x1234)).isEqualTo(2);
        assertThat(free(this.set)).isZero();

        assertThat(free(this.set)).isEqualTo(2);
        assertThat(register(XID, this.set)).isEqualTo(2);

        assertThat(this.driver.violations())
                .containsExactly(
                        "nvmlEventSetFree with an unknown event set",
                        "nvmlEventSetFree with an unknown event set",
                        "nvmlDeviceRegisterEvents with an unknown event set");
    }

    @Test
    void forbiddenCallsDuringAWaitAreDetected() {
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> await(Duration.ofSeconds(60)));
        Wait.until(() -> this.driver.waiting() == 1);

        assertThat(register(XID, this.set)).isEqualTo(2);
        assertThat(free(this.set)).isEqualTo(2);
        assertThat(await(Duration.ZERO)).isEqualTo(2);
        assertThat(this.driver.violations())
                .containsExactly(
                        "nvmlDeviceRegisterEvents during a wait on the event set",
                        "nvmlEventSetFree during a wait on the event set",
                        "nvmlEventSetWait_v2 during a wait on the event set");

        assertThat(prepare(Call.bare("nvmlShutdown")).invoke()).isZero();
        assertThat(waiting.join()).isIn(1, 2);
        assertThat(this.driver.violations())
                .contains("nvmlShutdown while 1 other threads are inside the library")
                .contains("the session ends with 1 event sets that were not freed");
    }

    @Test
    void aSetDiesWithItsSession() {
        free(this.set);
        prepare(Call.bare("nvmlShutdown")).invoke();
        prepare(Call.bare("nvmlInit_v2")).invoke();

        assertThat(await(Duration.ZERO)).isEqualTo(2);
        assertThat(this.driver.violations()).containsExactly("nvmlEventSetWait_v2 with an unknown event set");
    }

    @Test
    void aDriverIsAnOlderOneByDefault() {
        NvmlCalls.Prepared waiting = prepare(EventCalls.WAIT_OPERATIONAL);
        waiting.answer().putLong(0, this.set);
        assertThat(waiting.invoke()).isEqualTo(13);

        this.driver.operationalEvents("refused");
        assertThat(waiting.invoke()).isEqualTo(4);

        this.driver.operationalEvents("on");
        assertThat(waiting.invoke()).isEqualTo(10);
    }

    @Test
    void aContextWithoutAnEventIsDetected() {
        this.driver.operationalEvents("on");
        NvmlCalls.Prepared count = prepare(EventCalls.CONTEXT_COUNT);
        count.answer().putLong(0, this.set);

        assertThat(count.invoke()).isEqualTo(6);
        assertThat(this.driver.violations())
                .containsExactly("nvmlEventSetGetContextCount_v1 without an operational event");
    }

    private int await(Duration atMost) {
        return new ClassicWait(this.calls).await(this.set, atMost).code();
    }

    private int register(long types, long into) {
        NvmlCalls.Prepared register = this.calls.prepare(this.gpu, EventCalls.REGISTER);
        register.answer().putLong(0, types).putLong(8, into);
        return register.invoke();
    }

    private int free(long which) {
        NvmlCalls.Prepared free = prepare(EventCalls.FREE);
        free.answer().putLong(0, which);
        return free.invoke();
    }

    private NvmlCalls.Prepared prepare(Call call) {
        return this.calls.prepare(NvmlCalls.NO_DEVICE, call);
    }
}
