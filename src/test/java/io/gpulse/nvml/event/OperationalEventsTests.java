package io.gpulse.nvml.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.device.DriverEvents;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operational events, which drivers report since 615, and drivers without them. */
class OperationalEventsTests {

    private static final Duration WAIT = Duration.ofMillis(500);
    private static final String REGISTER = "nvmlEventSetRegisterGpuOperationalEvents_v1";
    private static final String WAIT_2 = "nvmlEventSetWait_v2";
    private static final String WAIT_3 = "nvmlEventSetWait_v3";
    private static final Instant HAPPENED = Instant.parse("2026-11-20T09:59:59.987654Z");
    private static final long MICROS = HAPPENED.getEpochSecond() * 1_000_000 + 987_654;

    private final FakeEventDriver driver = new FakeEventDriver();
    private final SessionGpus gpus = new SessionGpus(2);

    OperationalEventsTests() {
        this.gpus.attached(new GpuHandle(0, "GPU-a", 11));
        this.gpus.attached(new GpuHandle(1, "GPU-b", 22));
    }

    @Test
    void everyMemberIsReported() throws Exception {
        this.driver.knowsOperationalEvents().contexts(0, 119, 154).reports(busEvent(MICROS));

        assertThat(open().await(WAIT))
                .containsExactly(new Operational(
                        FakeEventDriver.START,
                        new EventSubject(1, "GPU-b"),
                        HAPPENED,
                        "GPU-BUS",
                        3,
                        0x8002,
                        40,
                        new Operational.Group(77, 2, 5, 0x4),
                        0x21,
                        List.of(119, 154)));
    }

    @Test
    void theContextsOfAnEventAreReadBeforeTheNextWait() throws Exception {
        this.driver.knowsOperationalEvents().contexts(0, 119).reports(busEvent(MICROS));
        DriverEvents events = open();

        events.await(WAIT);
        events.await(WAIT);

        assertThat(this.driver.requested)
                .containsSubsequence(
                        WAIT_3,
                        "nvmlEventSetGetContextCount_v1",
                        "nvmlEventSetGetContextInfo_v1",
                        "nvmlEventSetGetContextInfo_v1",
                        "nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1",
                        WAIT_3);
        assertThat(this.driver.times("nvmlEventSetGetContextCount_v1")).isEqualTo(1);
        assertThat(this.driver.times("nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1"))
                .isEqualTo(1);
    }

    @Test
    void withoutContextsAnEventHasNoXids() throws Exception {
        this.driver
                .knowsOperationalEvents()
                .returns("nvmlEventSetGetContextCount_v1", NvmlReturn.FUNCTION_NOT_FOUND)
                .reports(busEvent(MICROS));

        assertThat(open().await(WAIT)).extracting("legacyXids").containsExactly(List.of());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 86_400_000_000L})
    void aStampThatIsNotATimeOfDayIsLeftOut(long micros) throws Exception {
        this.driver.knowsOperationalEvents().reports(busEvent(micros));

        assertThat(open().await(WAIT)).extracting("happenedAt").containsOnlyNulls();
    }

    @Test
    void anXidComesThroughTheSameSetByTheUuidOfItsGpu() throws Exception {
        this.driver.knowsOperationalEvents().reports((event) -> {
            event.put("dataType", 0).put("uuid", "GPU-a");
            event.memory().putLong(event.start() + 120, 8).putLong(event.start() + 128, 79);
        });

        assertThat(open().await(WAIT))
                .containsExactly(new DriverEvent.Xid(FakeEventDriver.START, new EventSubject(0, "GPU-a"), 79));
    }

    @Test
    void aGpuThatWasNotRegisteredKeepsItsUuid() throws Exception {
        this.driver
                .knowsOperationalEvents()
                .reports((event) -> event.put("dataType", 1).put("uuid", "GPU-elsewhere"));

        assertThat(open().await(WAIT)).extracting("gpu").containsExactly(new EventSubject(-1, "GPU-elsewhere"));
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"FUNCTION_NOT_FOUND", "NO_PERMISSION", "DEPRECATED"})
    void aDriverThatRefusesOperationalEventsIsCalledOnceAndReportsXids(NvmlReturn refusal) throws Exception {
        this.driver.returns(REGISTER, refusal).reports(22, 8, 79);

        List<DriverEvent> received = open().await(WAIT);

        assertThat(received).extracting("xid").containsExactly(79);
        assertThat(this.driver.times(REGISTER)).isEqualTo(1);
        assertThat(this.driver.times(WAIT_3)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"FUNCTION_NOT_FOUND", "NO_PERMISSION", "NOT_SUPPORTED", "INVALID_ARGUMENT"})
    void aWaitThatIsRefusedFallsBackToTheOldOneAtOnce(NvmlReturn refusal) throws Exception {
        this.driver.knowsOperationalEvents().returns(WAIT_3, refusal).reports(22, 8, 79);
        DriverEvents events = open();

        List<DriverEvent> none = events.await(WAIT);
        List<DriverEvent> received = events.await(WAIT);

        assertThat(none).isEmpty();
        assertThat(received).extracting("xid").containsExactly(79);
        assertThat(this.driver.passed()).isZero();
        assertThat(this.driver.times(WAIT_3)).isEqualTo(1);
        assertThat(this.driver.times("nvmlEventSetFree")).isEqualTo(1);
    }

    @Test
    void aWaitThatFailsAgainAndAgainFallsBackToTheOldOne() throws Exception {
        this.driver.knowsOperationalEvents().returns(WAIT_3, NvmlReturn.UNKNOWN);
        DriverEvents events = open();

        for (int await = 0; await < 10; await++) {
            events.await(WAIT);
        }

        assertThat(this.driver.times(WAIT_3)).isEqualTo(2);
        assertThat(this.driver.times(WAIT_2)).isPositive();
    }

    @ParameterizedTest
    @EnumSource(
            value = NvmlReturn.class,
            names = {"TIMEOUT", "UNKNOWN"})
    void aRegistrationThatFailsForNowIsRepeated(NvmlReturn failure) throws Exception {
        this.driver.returns(REGISTER, failure);
        DriverEvents events = open();
        for (int await = 0; await < 5; await++) {
            events.await(WAIT);
        }
        assertThat(this.driver.times(WAIT_3)).isZero();

        this.driver.returns(REGISTER, NvmlReturn.SUCCESS);
        for (int await = 0; await < 30; await++) {
            events.await(WAIT);
        }

        assertThat(this.driver.times(WAIT_3)).isPositive();
        assertThat(this.driver.times("nvmlEventSetFree")).isZero();
    }

    @Test
    void aSetThatIsCreatedAgainHasTheGpusWhoseRegistrationWasPartlyRefused() throws Exception {
        this.driver
                .returns(REGISTER, NvmlReturn.IN_USE)
                .waitReturns(NvmlReturn.UNKNOWN)
                .reports(11, 8, 79);
        DriverEvents events = open();
        events.await(WAIT);

        assertThat(events.await(WAIT)).extracting("xid").containsExactly(79);
        assertThat(events.registered()).containsExactlyInAnyOrder(0, 1);
    }

    private static Consumer<StructMemory> busEvent(long micros) {
        return (event) -> {
            event.put("dataType", 1).put("uuid", "GPU-b").put("sourceModule", "GPU-BUS");
            event.put("moduleEventCode", 3).put("categoryId", 0x8002).put("severity", 40);
            event.put("attributes", 0x21).put("groupAttributes", 0x4);
            event.memory().putLong(event.start() + 136, 77).putLong(event.start() + 152, micros);
            event.memory().put(event.start() + 220, (byte) 5).put(event.start() + 221, (byte) 2);
        };
    }

    private DriverEvents open() {
        return NvmlEvents.open(this.driver, this.gpus, this.driver.clock()).orElseThrow();
    }
}
