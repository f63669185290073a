package io.gpulse.event.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.DriverEvent.Operational;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.text.EventText;
import io.gpulse.web.EventMonitor.XidSeries;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of the driver, which come in two ways and are merged. */
class DriverIncidentsTests {

    private static final Instant START = TracedMachine.START;
    private static final int PRIMARY = 1 << 5;
    private static final int FATAL = 40;
    private static final int TIMEOUT = 1;

    private final EventCounts counts = new EventCounts();
    private final EventLog log = new EventLog(100, START, this.counts);
    private final DriverIncidents incidents = new DriverIncidents(this.log, this.counts, new RecentIncidents());
    private final TracedMachine machine = new TracedMachine(4);
    private final String uuid = this.machine.gpu(2).uuid();

    @BeforeEach
    void see() {
        this.incidents.update(this.machine.next());
    }

    @ParameterizedTest
    @ValueSource(ints = {54, 79, 176})
    void theSlotOfASolderedGpuIsNotChecked(int number) {
        this.machine.gpu(2).called("NVIDIA GeForce RTX 4070 Laptop GPU");
        see();
        this.incidents.add(xid(0, number));

        EventText text = EventText.of(this.log.since(Instant.EPOCH).get(0));
        assertThat(Objects.requireNonNull(text.action()).en()).isNotBlank().doesNotContain("slot", "riser", "cable");
    }

    private DriverEvent xid(long millis, int number) {
        return new DriverEvent.Xid(START.plusMillis(millis), new EventSubject(2, this.uuid), number);
    }

    private Operational operational(long millis, String module, int code, Operational.Group group) {
        return new Operational(
                START.plusMillis(millis),
                new EventSubject(2, this.uuid),
                null,
                module,
                code,
                TIMEOUT,
                FATAL,
                group,
                0,
                List.of());
    }

    private static Operational primary(Operational event) {
        return new Operational(
                event.receivedAt(),
                event.gpu(),
                event.happenedAt(),
                event.module(),
                event.code(),
                event.category(),
                event.severity(),
                event.group(),
                PRIMARY,
                event.legacyXids());
    }

    private static Operational.Group group(long cursor, int index) {
        return new Operational.Group(cursor, index, 3, 0);
    }

    private List<GpuEvent> events() {
        return this.log.since(Instant.EPOCH);
    }

    private GpuEvent only() {
        assertThat(events()).hasSize(1);
        return events().get(0);
    }

    private long counted(int xid) {
        return this.counts.xidErrors().getOrDefault(new XidSeries(2, this.uuid, xid), 0L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void twoDeliveriesOfAFaultAreOneIncidentInEitherOrder(boolean byNumberFirst) {
        DriverEvent number = xid(byNumberFirst ? 0 : 1900, 119);
        DriverEvent event = operational(byNumberFirst ? 1900 : 0, "GPU-GSP", 1, group(7, 0));

        this.incidents.add(byNumberFirst ? number : event);
        this.incidents.add(byNumberFirst ? event : number);

        assertThat(only().kind()).isEqualTo(EventKind.XID);
        assertThat(only().xid()).isEqualTo(119);
        assertThat(only().count()).isEqualTo(1);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(only().facts())
                .containsEntry(EventAttribute.MODULE, "GPU-GSP")
                .containsEntry(EventAttribute.NAME, "RPC_TIMEOUT");
        assertThat(counted(119)).isEqualTo(1);
        assertThat(this.counts.countsByKind()).containsEntry("xid", 1L);
    }

    @Test
    void aReportThatIsTooLateForTheSameDeliveryIsARepeat() {
        this.incidents.add(operational(0, "GPU-GSP", 1, group(7, 0)));
        this.incidents.add(xid(2100, 119));

        assertThat(only().count()).isEqualTo(2);
        assertThat(counted(119)).isEqualTo(2);
    }

    @Test
    void theDriversOwnNumberCountsBeforeTheTable() {
        this.incidents.add(new Operational(
                START,
                new EventSubject(2, this.uuid),
                null,
                "GPU-NEW",
                99,
                TIMEOUT,
                FATAL,
                group(0, 0),
                0,
                List.of(31)));
        this.incidents.add(xid(500, 31));

        assertThat(only().xid()).isEqualTo(31);
        assertThat(counted(31)).isEqualTo(1);
    }

    @Test
    void faultsOfOtherGpusAndOtherFaultsAreOtherIncidents() {
        this.incidents.add(xid(0, 31));
        this.incidents.add(xid(10, 13));
        this.incidents.add(new DriverEvent.Xid(
                START, new EventSubject(3, this.machine.gpu(3).uuid()), 31));

        assertThat(events()).hasSize(3);
    }

    @Test
    void anotherRecoveryActionIsAFactOfTheFault() {
        this.incidents.add(xid(0, 48));
        this.incidents.add(xid(200, 154));

        assertThat(only().facts()).containsEntry(EventAttribute.CONSEQUENCES, "xid:154");
        assertThat(EventText.of(only()).detail())
                .satisfies((detail) -> assertThat(detail.en()).contains("followed by Xid 154"));
    }

    @Test
    void aGroupIsOneIncidentWhoseCauseIsThePrimaryOne() {
        this.incidents.add(operational(0, "GPU-NVLINK", 2, group(9, 1)));
        this.incidents.add(xid(50, 150));
        this.incidents.add(primary(operational(100, "GPU-GSP", 4, group(9, 2))));
        this.incidents.add(xid(150, 120));
        this.incidents.add(operational(200, "GPU-NVLINK", 4, group(9, 3)));
        this.incidents.add(xid(250, 155));

        assertThat(only().xid()).isEqualTo(120);
        assertThat(only().facts())
                .containsEntry(EventAttribute.NAME, "FIRMWARE_FAULT")
                .containsEntry(EventAttribute.CONSEQUENCES, "xid:150 xid:155");
        assertThat(List.of(counted(150), counted(120), counted(155))).containsOnly(1L);
    }

    @Test
    void aConsequenceWithARowOfItsOwnNamesItsCause() {
        this.incidents.add(primary(operational(0, "GPU-GSP", 4, group(9, 0))));
        this.incidents.add(xid(50, 155));
        this.incidents.add(operational(100, "GPU-NVLINK", 4, group(9, 1)));

        assertThat(events()).hasSize(2);
        assertThat(events().get(1).facts())
                .containsEntry(
                        EventAttribute.CAUSE, Long.toString(events().get(0).id()));
        assertThat(counted(155)).isEqualTo(1);
    }

    @Test
    void aCauseWithARowOfItsOwnTakesTheGroupThoughItsConsequenceIsReportedFirst() {
        this.incidents.add(xid(0, 120));
        this.incidents.add(xid(50, 155));
        this.incidents.add(operational(100, "GPU-NVLINK", 4, group(9, 1)));
        this.incidents.add(primary(operational(200, "GPU-GSP", 4, group(9, 0))));
        this.incidents.add(operational(300, "GPU-NVLINK", 2, group(9, 2)));

        GpuEvent cause = events().get(0);
        assertThat(events()).extracting(GpuEvent::xid).containsExactly(120, 155);
        assertThat(cause.facts())
                .containsEntry(EventAttribute.NAME, "FIRMWARE_FAULT")
                .containsEntry(EventAttribute.CONSEQUENCES, "xid:155 xid:150")
                .doesNotContainKey(EventAttribute.CAUSE);
        assertThat(events().get(1).facts())
                .containsEntry(EventAttribute.CAUSE, Long.toString(cause.id()))
                .doesNotContainKey(EventAttribute.CONSEQUENCES);
        assertThat(List.of(counted(120), counted(155), counted(150))).containsOnly(1L);
    }

    @Test
    void aCauseThatIsReportedLastTakesTheWholeGroup() {
        this.incidents.add(xid(0, 120));
        this.incidents.add(xid(50, 155));
        this.incidents.add(operational(100, "GPU-NVLINK", 4, group(9, 1)));
        this.incidents.add(operational(200, "GPU-NVLINK", 2, group(9, 2)));
        this.incidents.add(primary(operational(300, "GPU-GSP", 4, group(9, 0))));

        assertThat(events()).extracting(GpuEvent::xid).containsExactly(120, 155);
        assertThat(events().get(0).facts()).containsEntry(EventAttribute.CONSEQUENCES, "xid:155 xid:150");
        assertThat(events().get(1).facts()).doesNotContainKey(EventAttribute.CONSEQUENCES);
    }

    @ParameterizedTest
    @CsvSource({"0x8000,true,1", "0x8002,false,1", "0xffff,true,1", "0x7fff,true,2", "0x0003,true,2"})
    void theLifeCycleOfAGpuIsAFactOfTheLastFault(String category, boolean afterFault, int rows) {
        if (afterFault) {
            this.incidents.add(xid(0, 74));
        }
        this.incidents.add(new Operational(
                START.plusSeconds(3),
                new EventSubject(2, this.uuid),
                null,
                "GPU",
                5,
                Integer.decode(category),
                10,
                group(0, 0),
                0,
                List.of()));

        assertThat(events()).hasSize(rows);
        assertThat(events().get(rows - 1).kind())
                .isEqualTo(afterFault && rows == 1 ? EventKind.XID : EventKind.OPERATIONAL);
    }

    @Test
    void aSimulatedFaultIsMarked() {
        this.incidents.add(operational(0, "GPU-GSP", 1, new Operational.Group(3, 0, 1, 1 << 2)));

        assertThat(only().facts()).containsEntry(EventAttribute.SIMULATED, "true");
        assertThat(EventText.of(only()).detail())
                .satisfies((detail) -> assertThat(detail.en()).contains("simulated"));
    }

    @Test
    void theOnlyProcessOfTheGpuIsNamedAndNoneOfSeveral() {
        this.machine.gpu(2).runs(41_102, "python", START);
        this.incidents.update(this.machine.next());
        this.incidents.add(xid(0, 31));
        this.machine.gpu(2).runs(41_103, "python", START);
        this.incidents.update(this.machine.next());
        this.incidents.add(xid(20_000, 31));

        assertThat(events().get(0).facts())
                .containsEntry(EventAttribute.PID, "41102")
                .containsEntry(EventAttribute.USER, "asharma");
        assertThat(events().get(1).facts()).doesNotContainKey(EventAttribute.PID);
    }

    @Test
    void aFaultOfAnUnknownGpuIsReportedWithoutOne() {
        this.incidents.add(new DriverEvent.Xid(START, null, 31));

        assertThat(only().gpu()).isNull();
        assertThat(this.counts.xidErrors()).isEmpty();
        assertThat(this.counts.countsByKind()).containsEntry("xid", 1L).containsEntry("gap", 0L);
    }
}
