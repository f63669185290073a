package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedBoard;
import io.gpulse.event.text.EventText;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors of memory and links. */
class HealthWatchTests {

    private final Trace trace = new Trace(2);
    private final TracedBoard gpu = this.trace.machine.gpu(1);

    private void xid(int number) {
        this.trace.driver.add(new DriverEvent.Xid(this.trace.now(), new EventSubject(1, this.gpu.uuid()), number));
    }

    @Test
    void uncorrectedErrorsAreOneRowWhileTheyContinue() {
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 1).set(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, 1);
        this.trace.rounds(60);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 3).set(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, 3);
        this.trace.rounds(700);

        assertThat(only().kind()).isEqualTo(EventKind.ECC_UNCORRECTED);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(only().count()).isEqualTo(2);
        assertThat(only().facts()).containsEntry(EventAttribute.GROWTH, "3").containsEntry(EventAttribute.TOTAL, "3");

        this.gpu.set(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, 4);
        this.trace.rounds(1);
        assertThat(this.trace.events()).hasSize(2);
    }

    @Test
    void aCounterThatRestartedOrWasAbsentDidNotGrow() {
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 7);
        this.trace.rounds(3);
        long sequence = only().sequence();
        this.gpu.absent(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, Reason.TIMED_OUT);
        this.trace.rounds(3);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 7);
        this.trace.rounds(3);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 0);
        this.trace.rounds(3);

        assertThat(only().sequence()).isEqualTo(sequence);
    }

    @Test
    void oneLowerSampleOfACounterIsNoError() {
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 7);
        this.trace.rounds(3);
        long growth = Long.parseLong(String.valueOf(only().facts().get(EventAttribute.GROWTH)));
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 0);
        this.trace.rounds(1);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 7);
        this.trace.rounds(3);

        assertThat(only().facts()).containsEntry(EventAttribute.GROWTH, Long.toString(growth));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anXidIsTheCauseOfErrorsOfThatTime(boolean xidFirst) {
        if (xidFirst) {
            xid(48);
            this.trace.rounds(8);
        }
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 2);
        this.trace.rounds(1);
        if (!xidFirst) {
            xid(48);
        }

        assertThat(only().xid()).isEqualTo(48);
        assertThat(only().kind()).isEqualTo(EventKind.XID);
        assertThat(only().facts()).containsEntry(EventAttribute.GROWTH, "2");
        assertThat(only().count()).isEqualTo(1);
    }

    @Test
    void errorsLongAfterAnXidAreAnotherIncident() {
        xid(48);
        this.trace.rounds(60);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 2);
        this.trace.rounds(1);

        assertThat(this.trace.events())
                .extracting(GpuEvent::kind)
                .containsExactly(EventKind.XID, EventKind.ECC_UNCORRECTED);
    }

    @Test
    void repairsOfOneRoundAreOneRow() {
        this.gpu.set(Metric.REMAPPED_ROWS_PENDING, 1).set(Metric.REMAPPED_ROWS_UNCORRECTABLE, 1);
        this.trace.rounds(20);

        assertThat(only().kind()).isEqualTo(EventKind.MEMORY_REPAIR);
        assertThat(only().severity()).isEqualTo(Severity.WARNING);
        assertThat(only().facts()).containsEntry("rowsPending", "true").containsEntry("rowsUncorrectable", "1");
    }

    @Test
    void aRepairThatWasPendingAtTheStartIsNoEvent() {
        Trace late = new Trace(1);
        late.machine.gpu(0).set(Metric.CHANNEL_REPAIR_PENDING, 1);
        late.rounds(5);

        assertThat(late.events()).isEmpty();
    }

    @Test
    void aRecoveryActionLastsUntilNothingIsWanted() {
        this.gpu.set(Metric.GPU_RECOVERY_ACTION, 4);
        this.trace.rounds(10);
        this.gpu.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.trace.rounds(10);

        assertThat(only().kind()).isEqualTo(EventKind.RECOVERY_ACTION);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        assertThat(only().facts()).containsEntry(EventAttribute.ACTION, "1");
        assertThat(only().until()).isNull();
        this.gpu.set(Metric.GPU_RECOVERY_ACTION, 0);
        this.trace.rounds(1);
        assertThat(only().until()).isEqualTo(this.trace.now());
    }

    @Test
    void aRecoveryActionAfterAnXidIsAFactOfIt() {
        xid(95);
        xid(154);
        this.trace.rounds(9);
        this.gpu.set(Metric.GPU_RECOVERY_ACTION, 1);
        this.trace.rounds(1);

        assertThat(only().xid()).isEqualTo(95);
        assertThat(only().facts())
                .containsEntry(EventAttribute.ACTION, "1")
                .containsEntry(EventAttribute.CONSEQUENCES, "xid:154");
    }

    @Test
    void aLinkThatRecoversAgainAndAgainIsOneRowUntilItIsQuiet() {
        this.gpu.link(7, Metric.LINK_RECOVERIES, 500).link(8, Metric.LINK_RECOVERIES, 0);
        this.trace.rounds(10);
        for (int recovery = 501; recovery <= 505; recovery++) {
            this.gpu.link(7, Metric.LINK_RECOVERIES, recovery);
            this.trace.rounds(100);
        }

        assertThat(only().kind()).isEqualTo(EventKind.LINK_ERRORS);
        assertThat(only().severity()).isEqualTo(Severity.WARNING);
        assertThat(only().count()).isEqualTo(5);
        assertThat(only().facts()).containsEntry(EventAttribute.LINK, "7").containsEntry("recoveries", "5");
        assertThat(only().until()).isNull();
        this.trace.rounds(600);
        assertThat(only().until()).isEqualTo(only().at().plusSeconds(400));
    }

    @ParameterizedTest
    @CsvSource({"90,0", "1500,1"})
    void aFewDamagedUnitsAreUsualAndManyAreNot(int inTenSeconds, int events) {
        this.gpu.link(3, Metric.LINK_CRC, 0);
        this.trace.rounds(10);
        for (int read = 1; read <= 6; read++) {
            this.gpu.link(3, Metric.LINK_CRC, read * inTenSeconds);
            this.trace.rounds(10);
        }

        assertThat(this.trace.events()).hasSize(events);
    }

    @Test
    void aChangedPowerLimitIsReported() {
        this.gpu.set(Metric.POWER_LIMIT, 500);
        this.trace.rounds(5);

        assertThat(only().kind()).isEqualTo(EventKind.SETTINGS);
        assertThat(only().facts()).containsEntry(EventAttribute.FROM, "700").containsEntry(EventAttribute.TO, "500");
    }

    @Test
    void aPowerLimitThatIsMovedAgainAndAgainIsOneRowUntilItIsQuiet() {
        Instant first = this.trace.now().plusSeconds(1);
        for (int change = 1; change <= 14; change++) {
            this.gpu.set(Metric.POWER_LIMIT, change % 2 == 0 ? 700 : 80);
            this.trace.rounds(change < 14 ? 10 : 600);
        }

        assertThat(only().at()).isEqualTo(first);
        assertThat(only().count()).isEqualTo(14);
        assertThat(only().facts()).containsEntry(EventAttribute.FROM, "700").containsEntry(EventAttribute.TO, "700");
        this.gpu.set(Metric.POWER_LIMIT, 90);
        this.trace.rounds(1);
        assertThat(this.trace.events()).hasSize(2);
        assertThat(this.trace.events().get(1).facts())
                .containsEntry(EventAttribute.FROM, "700")
                .containsEntry(EventAttribute.TO, "90");
    }

    @Test
    void powerLimitsOfSeveralGpusAreARowEach() {
        this.trace.machine.gpus().forEach((board) -> board.set(Metric.POWER_LIMIT, 500));
        this.trace.rounds(5);

        assertThat(this.trace.events()).hasSize(2).allMatch((event) -> event.count() == 1);
    }

    private GpuEvent only() {
        assertThat(this.trace.events()).hasSize(1);
        return this.trace.events().get(0);
    }

    @Test
    void aRepairThatFailedMakesAFaultWorse() {
        xid(63);
        this.trace.rounds(3);
        this.gpu.set(Metric.REMAPPED_ROWS_FAILURE, 1);
        this.trace.rounds(1);

        assertThat(only().xid()).isEqualTo(63);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        EventText text = EventText.of(only());
        assertThat(text.detail()).satisfies((words) -> assertThat(words.en()).contains("could not be replaced."));
        assertThat(text.action()).satisfies((words) -> assertThat(words.en()).endsWith("Contact the vendor."));
    }

    @Test
    void aContainedErrorStaysAWarning() {
        xid(94);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 1);
        this.trace.rounds(1);

        assertThat(only().xid()).isEqualTo(94);
        assertThat(only().severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void anErrorThatIsReportedAsContainedLaterIsAWarning() {
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 1);
        this.trace.rounds(1);
        assertThat(only().severity()).isEqualTo(Severity.CRITICAL);
        xid(94);

        assertThat(only().xid()).isEqualTo(94);
        assertThat(only().severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void aFaultCountsItsOwnReports() {
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 2);
        this.trace.rounds(2);
        this.gpu.set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 3);
        this.trace.rounds(2);
        assertThat(only().count()).isEqualTo(2);
        xid(48);

        assertThat(only().xid()).isEqualTo(48);
        assertThat(only().count()).isEqualTo(1);
    }

    @Test
    void aLinkOfAGpuThatNoLongerAnswersIsQuiet() {
        this.gpu.link(7, Metric.LINK_RECOVERIES, 0);
        this.trace.rounds(2);
        this.gpu.link(7, Metric.LINK_RECOVERIES, 1);
        this.trace.rounds(1);
        Instant last = this.trace.now();
        this.gpu.becomes(GpuState.STUCK, last);
        this.trace.rounds(601);

        assertThat(this.trace.events().get(0).kind()).isEqualTo(EventKind.LINK_ERRORS);
        assertThat(this.trace.events().get(0).until()).isEqualTo(last);
    }
}
