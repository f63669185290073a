package io.gpulse.nvml.event;

import static io.gpulse.nvml.library.NvmlReturn.DRIVER_NOT_LOADED;
import static io.gpulse.nvml.library.NvmlReturn.GPU_IS_LOST;
import static io.gpulse.nvml.library.NvmlReturn.NOT_SUPPORTED;
import static io.gpulse.nvml.library.NvmlReturn.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Xids of an event set, from a driver that fails in all known ways. */
class NvmlEventsTests {

    private static final Duration WAIT = Duration.ofMillis(500);
    private static final String CREATE = "nvmlEventSetCreate";
    private static final String REGISTER = "nvmlDeviceRegisterEvents";
    private static final String AWAIT = "nvmlEventSetWait_v2";
    private static final String FREE = "nvmlEventSetFree";

    private final FakeEventDriver driver = new FakeEventDriver();
    private final SessionGpus gpus = new SessionGpus(2);

    NvmlEventsTests() {
        this.gpus.attached(new GpuHandle(0, "GPU-a", 11));
        this.gpus.attached(new GpuHandle(1, "GPU-b", 22));
    }

    @Test
    void anXidHasItsGpuAndTheTimeOfItsReceipt() throws Exception {
        this.driver.waitReturns(NvmlReturn.TIMEOUT).reports(22, 8, 79);
        DriverEvents events = open();

        List<DriverEvent> none = events.await(WAIT);
        List<DriverEvent> one = events.await(WAIT);

        assertThat(none).isEmpty();
        assertThat(one).containsExactly(new DriverEvent.Xid(FakeEventDriver.START, new EventSubject(1, "GPU-b"), 79));
    }

    @Test
    void anEventOfAnUnknownHandleHasNoGpu() throws Exception {
        this.driver.reports(33, 8, 999);

        assertThat(open().await(WAIT)).containsExactly(new DriverEvent.Xid(FakeEventDriver.START, null, 999));
    }

    @Test
    void aNumberThatIsNoXidIsUnknown() throws Exception {
        this.driver.reports(11, 8, 1L << 40);

        assertThat(open().await(WAIT)).extracting("xid").containsExactly(999);
    }

    @Test
    void anEventOfAnotherTypeIsNotReported() throws Exception {
        this.driver.reports(11, 2, 0);

        assertThat(open().await(WAIT)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"NOT_SUPPORTED", "NO_PERMISSION", "FUNCTION_NOT_FOUND"})
    void aDriverThatRefusesAnEventSetReportsNothing(NvmlReturn refusal) {
        this.driver.returns(CREATE, refusal);

        assertThat(NvmlEvents.open(this.driver, this.gpus, this.driver.clock())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"INVALID_ARGUMENT", "NOT_SUPPORTED", "NO_PERMISSION", "GPU_IS_LOST"})
    void aGpuThatRefusesIsLeftOut(NvmlReturn refusal) throws Exception {
        this.driver.returns(REGISTER + "@11", refusal);
        DriverEvents events = open();

        awaitFor(events, Duration.ofMinutes(1));

        assertThat(this.driver.times(REGISTER + "@11")).isEqualTo(1);
        assertThat(this.driver.times(REGISTER + "@22")).isEqualTo(1);
        assertThat(this.driver.times(CREATE)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"TIMEOUT", "MEMORY", "IN_USE", "INSUFFICIENT_RESOURCES", "UNKNOWN", "NOT_READY"})
    void aRegistrationThatFailsForNowIsRepeated(NvmlReturn failure) throws Exception {
        this.driver.returns(REGISTER + "@11", failure);
        DriverEvents events = open();
        awaitFor(events, Duration.ofSeconds(5));
        assertThat(events.registered()).containsExactly(1);

        this.driver.returns(REGISTER + "@11", NvmlReturn.SUCCESS);
        awaitFor(events, Duration.ofSeconds(10));

        assertThat(events.registered()).containsExactlyInAnyOrder(0, 1);
        this.driver.reports(11, 8, 79);
        assertThat(awaitFor(events, Duration.ofSeconds(2))).extracting("xid").containsExactly(79);
        awaitFor(events, Duration.ofMinutes(30));
        assertThat(this.driver.times(REGISTER + "@11")).isEqualTo(2);
    }

    @Test
    void aRegistrationThatAlwaysFailsIsRepeatedAtGrowingIntervals() throws Exception {
        this.driver.returns(REGISTER + "@11", NvmlReturn.TIMEOUT);

        awaitFor(open(), Duration.ofHours(1));

        assertThat(this.driver.times(REGISTER + "@11")).isBetween(8L, 14L);
    }

    @Test
    void aGpuWithoutXidsIsNotRegisteredSinceNoneOfItsTypesWouldBe() {
        this.driver.supports(0x7);

        assertThatThrownBy(() -> open().await(WAIT))
                .isInstanceOf(SourceUnavailableException.class)
                .hasMessage("No GPU reports events.");
        assertThat(this.driver.requested).noneMatch((call) -> call.startsWith(REGISTER));
    }

    @Test
    void aGpuIsRegisteredOnceItIsAttached() throws Exception {
        SessionGpus attaching = new SessionGpus(1);
        DriverEvents events =
                NvmlEvents.open(this.driver, attaching, this.driver.clock()).orElseThrow();
        events.await(WAIT);
        assertThat(this.driver.requested).containsExactly(CREATE);
        assertThat(this.driver.passed()).isEqualTo(WAIT);

        attaching.attached(new GpuHandle(0, "GPU-a", 11));
        this.driver.reports(11, 8, 13);

        assertThat(events.await(WAIT)).hasSize(1);
    }

    @Test
    void aGpuThatIsBeingReadIsNotRegisteredMeanwhile() throws Exception {
        Thread reader = new Thread(() -> this.gpus.enter(0));
        reader.start();
        reader.join();

        awaitFor(open(), Duration.ofSeconds(5));

        assertThat(this.driver.requested).noneMatch((call) -> call.endsWith("@11"));
        assertThat(this.driver.times(REGISTER + "@22")).isEqualTo(1);
    }

    @Test
    void whileAGpuIsBeingRegisteredTheCallIsNamed() throws Exception {
        List<String> named = new ArrayList<>();
        DriverEvents events = NvmlEvents.open(
                        (device, call) -> {
                            named.add(String.valueOf(this.gpus.callInProgress(0)));
                            return this.driver.prepare(device, call);
                        },
                        this.gpus,
                        this.driver.clock())
                .orElseThrow();

        events.await(WAIT);

        assertThat(named).contains("nvmlDeviceGetSupportedEventTypes");
        assertThat(this.gpus.callInProgress(0)).isNull();
    }

    @Test
    void aLostGpuIsLeftOutOfTheNextSetAndTheOthersAreRegistered() throws Exception {
        this.driver.reports(11, 8, 79).waitReturns(GPU_IS_LOST);
        DriverEvents events = open();
        assertThat(events.await(WAIT)).hasSize(1);
        assertThat(events.await(WAIT)).isEmpty();

        this.driver.returns(REGISTER + "@11", GPU_IS_LOST).reports(22, 8, 154);

        assertThat(events.await(WAIT)).extracting("xid").containsExactly(154);
        assertThat(this.driver.passed()).isZero();
        awaitFor(events, Duration.ofMinutes(10));
        assertThat(this.driver.times(CREATE)).isEqualTo(2);
        assertThat(this.driver.times(FREE)).isEqualTo(1);
    }

    @Test
    void repeatedFailuresAreRetriedAtGrowingIntervals() throws Exception {
        this.driver.returns(AWAIT, GPU_IS_LOST);
        DriverEvents events = open();

        awaitFor(events, Duration.ofMinutes(10));

        assertThat(this.driver.times(AWAIT)).isBetween(10L, 18L);
        assertThat(this.driver.times(FREE)).isEqualTo(this.driver.times(AWAIT));
    }

    @Test
    void noWaitIsLongerThanItsLimitWhateverTheBackOff() throws Exception {
        this.driver.returns(AWAIT, UNKNOWN);
        DriverEvents events = open();
        awaitFor(events, Duration.ofMinutes(5));

        Duration before = this.driver.passed();
        events.await(WAIT);

        assertThat(this.driver.passed().minus(before)).isLessThanOrEqualTo(WAIT);
    }

    @Test
    void anUnknownErrorFreesTheSetAndCreatesItAgain() throws Exception {
        this.driver.waitReturns(UNKNOWN).waitReturns(UNKNOWN).reports(11, 8, 48);
        DriverEvents events = open();
        events.await(WAIT);
        events.await(WAIT);
        assertThat(this.driver.passed()).isZero();

        List<DriverEvent> received = awaitFor(events, Duration.ofSeconds(2));

        assertThat(received).extracting("xid").containsExactly(48);
        assertThat(this.driver.times(CREATE)).isEqualTo(3);
        assertThat(this.driver.times(FREE)).isEqualTo(2);
    }

    @Test
    void anUnknownErrorOfARegistrationFreesTheSetAndLeavesThatGpuOut() throws Exception {
        this.driver.returns(REGISTER + "@11", UNKNOWN).reports(22, 8, 31);

        List<DriverEvent> received = awaitFor(open(), Duration.ofSeconds(2));

        assertThat(received).extracting("gpu").containsExactly(new EventSubject(1, "GPU-b"));
        assertThat(this.driver.times(FREE)).isEqualTo(1);
        assertThat(this.driver.times(REGISTER + "@11")).isEqualTo(1);
    }

    @Test
    void aSetThatCannotBeCreatedForNowIsCreatedLater() throws Exception {
        this.driver.returns(CREATE, UNKNOWN);
        DriverEvents events = open();
        awaitFor(events, Duration.ofSeconds(30));
        assertThat(this.driver.times(CREATE)).isBetween(4L, 8L);

        this.driver.returns(CREATE, NvmlReturn.SUCCESS).reports(11, 8, 13);

        assertThat(awaitFor(events, Duration.ofMinutes(1))).hasSize(1);
    }

    @Test
    void aDriverThatIsGoneEndsTheEventsOfTheSession() {
        this.driver.waitReturns(DRIVER_NOT_LOADED);

        assertThatThrownBy(() -> open().await(WAIT))
                .isInstanceOf(SourceUnavailableException.class)
                .hasMessageContaining("NVML code 9");
    }

    @Test
    void waitingThatIsNotSupportedEndsTheEventsOfTheSession() {
        this.driver.waitReturns(NOT_SUPPORTED);

        assertThatThrownBy(() -> open().await(WAIT)).isInstanceOf(SourceUnavailableException.class);
    }

    @Test
    void aClosedSetIsFreedOnce() throws Exception {
        DriverEvents events = open();
        events.await(WAIT);

        events.close();
        events.close();

        assertThat(this.driver.times(FREE)).isEqualTo(1);
    }

    private DriverEvents open() {
        return NvmlEvents.open(this.driver, this.gpus, this.driver.clock()).orElseThrow();
    }

    /** Returns the events within a time of the driver. */
    private List<DriverEvent> awaitFor(DriverEvents events, Duration time) throws SourceUnavailableException {
        List<DriverEvent> all = new ArrayList<>();
        Duration end = this.driver.passed().plus(time);
        while (this.driver.passed().compareTo(end) < 0) {
            all.addAll(events.await(WAIT));
        }
        return all;
    }
}
