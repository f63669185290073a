package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.device.DriverEvent.Xid;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events of the driver, through JNA, from a driver in C that is as strict as the real one. */
@NeedsCompiler
class EventsThroughJnaTests {

    private static final Duration SHORT = Duration.ofMillis(20);
    private static final String UUID = "GPU-7f3c9a10-5d2e-4b61-9c8f-0000000000";

    @TempDir
    private Path directory;

    private FakeDriver driver;

    @BeforeEach
    void place() {
        this.driver = FakeDriver.in(this.directory).gpus(2);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void anXidArrivesOnceWithItsGpu() throws Exception {
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(1, 79);

            List<DriverEvent> received = await(events, 1);

            assertThat(received)
                    .extracting(DriverEvent::gpu, (event) -> ((Xid) event).xid())
                    .containsExactly(tuple(new EventSubject(1, UUID + "01"), 79));
            assertThat(events.await(SHORT)).isEmpty();
        }
        session.close();
    }

    @Test
    void everyLineIsOneEvent() throws Exception {
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(0, 31).xid(0, 31).xid(1, 43);

            assertThat(await(events, 3)).extracting("xid").containsExactly(31, 31, 43);
        }
        session.close();
    }

    @Test
    void eventsBeforeTheRegistrationAreNotReported() throws Exception {
        this.driver.xid(0, 31);
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(0, 43);

            assertThat(await(events, 1)).extracting("xid").containsExactly(43);
        }
        session.close();
    }

    @Test
    void eventsOfOtherTypesAreNotRegistered() throws Exception {
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.event(0, 2, 0).event(0, 0x8000, 1).xid(0, 48);

            assertThat(await(events, 1)).extracting("xid").containsExactly(48);
        }
        session.close();
    }

    @Test
    void onlyXidsAreRegisteredWithAnOlderDriver() throws Exception {
        GpuSession session = session();

        registered(session).close();

        assertThat(this.driver.calls("nvmlEventSetRegisterGpuOperationalEvents_v1"))
                .isEqualTo(1);
        assertThat(this.driver.calls("nvmlEventSetWait_v3")).isZero();
        session.close();
    }

    @Test
    void aDriverThatReservesOperationalEventsForRootReportsXids() throws Exception {
        this.driver.operationalEvents("refused");
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(0, 119);

            assertThat(await(events, 1)).extracting("xid").containsExactly(119);
        }
        session.close();
    }

    @Test
    void oneIncidentIsDeliveredInBothForms() throws Exception {
        this.driver.operationalEvents("on");
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver
                    .operationalEvent(
                            1,
                            "GPU-GSP 1 0x0001 40 xid=119 xid=154 group=7/2/3 attributes=0x21 group-attributes=0x4"
                                    + " at=1795168800987654")
                    .xid(1, 119);

            List<DriverEvent> received = await(events, 2);

            Operational reported = (Operational) received.get(0);
            assertThat(reported)
                    .isEqualTo(new Operational(
                            reported.receivedAt(),
                            new EventSubject(1, UUID + "01"),
                            Instant.ofEpochSecond(1_795_168_800L, 987_654_000),
                            "GPU-GSP",
                            1,
                            1,
                            40,
                            new Operational.Group(7, 2, 3, 4),
                            0x21,
                            List.of(119, 154)));
            assertThat(received.get(1)).extracting("xid", "gpu").containsExactly(119, new EventSubject(1, UUID + "01"));
        }
        session.close();
    }

    @Test
    void telemetryIsNotReported() throws Exception {
        this.driver.operationalEvents("on");
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.operationalEvent(0, "GPU 9 0xFFFE 10 level=10").operationalEvent(0, "GPU 1 0x8000 10 level=30");

            List<DriverEvent> received = await(events, 1);

            assertThat(received).extracting("module", "code").containsExactly(tuple("GPU", 1));
        }
        session.close();
    }

    @Test
    void aLostGpuIsLeftOutAndTheOthersContinueToReport() throws Exception {
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(0, 79).lose(0);
            assertThat(await(events, 1)).extracting("xid").containsExactly(79);
            events.await(SHORT);
            events.await(SHORT);

            this.driver.xid(1, 145);

            assertThat(await(events, 1)).extracting("xid").containsExactly(145);
            assertThat(this.driver.calls("nvmlEventSetCreate")).isEqualTo(2);
        }
        session.close();
    }

    @Test
    void aGpuThatRefusesIsLeftOut() throws Exception {
        this.driver.code(0, "nvmlDeviceRegisterEvents", 4);
        GpuSession session = session();
        try (DriverEvents events = registered(session)) {
            this.driver.xid(0, 31).xid(1, 43);

            assertThat(await(events, 1)).extracting("xid").containsExactly(43);
        }
        session.close();
    }

    @Test
    void aDriverWithoutEventSetsReportsNothing() throws Exception {
        this.driver.systemCode("nvmlEventSetCreate", 3);
        GpuSession session = session();

        Optional<DriverEvents> events = session.events();

        assertThat(events).isEmpty();
        session.close();
    }

    @Test
    void aRenewedSessionHasItsOwnSet() throws Exception {
        GpuSession first = session();
        registered(first).close();
        first.close();

        GpuSession second = session();
        try (DriverEvents events = registered(second)) {
            this.driver.xid(0, 31);

            assertThat(await(events, 1)).extracting("xid").containsExactly(31);
        }
        second.close();
    }

    private GpuSession session() throws Exception {
        GpuSession session =
                NvmlSource.ofThisMachine(this.driver.library(), this.directory).open();
        session.attach(0);
        session.attach(1);
        return session;
    }

    /** Waits once, which registers all GPUs. */
    private static DriverEvents registered(GpuSession session) throws SourceUnavailableException {
        DriverEvents events = session.events().orElseThrow();
        assertThat(events.await(SHORT)).isEmpty();
        return events;
    }

    /** Waits for the next events, more than once if the driver has to read its control file first. */
    private static List<DriverEvent> await(DriverEvents events, int count) throws SourceUnavailableException {
        List<DriverEvent> received = new ArrayList<>();
        for (int wait = 0; wait < 100 && received.size() < count; wait++) {
            received.addAll(events.await(Duration.ofSeconds(1)));
        }
        assertThat(received).hasSize(count);
        return received;
    }
}
