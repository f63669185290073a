package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProcessUtilizationTests {

    private static final int PID = 4711;

    private final ListedCalls driver = new ListedCalls();
    private final ProcessUtilization utilization = new ProcessUtilization(this.driver.calls());

    @BeforeEach
    void begin() {
        this.driver.records(PID, 1000, 11, 12, 13, 14);
        this.utilization.read();
    }

    @Test
    void recordsBeforeTheFirstReadAreNotUsed() {
        assertThat(sm(PID)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void theNewestRecordOfAProcessWins() {
        this.driver.records(PID, 3000, 30, 31, 32, 33).records(PID, 2000, 20, 21, 22, 23);

        this.utilization.read();

        assertThat(List.of(
                        this.utilization.of(PID, Metric.PROCESS_SM),
                        this.utilization.of(PID, Metric.PROCESS_MEMORY_UTILIZATION),
                        this.utilization.of(PID, Metric.PROCESS_ENCODER),
                        this.utilization.of(PID, Metric.PROCESS_DECODER)))
                .containsExactly(
                        new Reading.Quantity(30),
                        new Reading.Quantity(31),
                        new Reading.Quantity(32),
                        new Reading.Quantity(33));
    }

    @Test
    void knownRecordsAreDroppedEvenIfTheDriverReturnsThemAgain() {
        this.driver.records(PID, 2000, 20, 0, 0, 0);
        this.utilization.read();

        this.utilization.read();

        assertThat(sm(PID)).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(this.driver.seen).containsExactly(0L, 1000L, 2000L);
    }

    @Test
    void invalidRecordsAreDroppedAndDoNotAdvanceTheStamp() {
        this.driver
                .records(PID, 1L << 60, 40_000, 0, 0, 0)
                .records(PID, 1L << 61, 0, 0, 0, 101)
                .records(0, 1L << 62, 5, 5, 5, 5)
                .records(PID, 2000, 100, 0, 0, 0);

        this.utilization.read();
        Reading first = sm(PID);
        this.driver.records(PID, 3000, 7, 0, 0, 0);
        this.utilization.read();

        assertThat(first).isEqualTo(new Reading.Quantity(100));
        assertThat(sm(PID)).isEqualTo(new Reading.Quantity(7));
        assertThat(sm(0)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aProcessWithoutARecordIsAbsentAndNotIdle() {
        this.driver.records(PID, 2000, 20, 0, 0, 0);

        this.utilization.read();

        assertThat(sm(PID + 1)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void withoutRecordsNoProcessIsReportedAsIdle() {
        this.driver.forgetsRecords();

        this.utilization.read();

        assertThat(sm(PID)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void anEmptyFirstAnswerIsABeginningToo() {
        ListedCalls fresh = new ListedCalls();
        ProcessUtilization startedAt = new ProcessUtilization(fresh.calls());
        startedAt.read();

        fresh.records(PID, 2000, 20, 0, 0, 0);
        startedAt.read();

        assertThat(startedAt.of(PID, Metric.PROCESS_SM)).isEqualTo(new Reading.Quantity(20));
    }

    @Test
    void aLastingRefusalIsNotReadAgain() {
        ListedCalls refusing = new ListedCalls().refuses(ProcessUtilizationRecord.SYMBOL, NvmlReturn.NOT_SUPPORTED);
        ProcessUtilization refused = new ProcessUtilization(refusing.calls());
        refused.read();

        refused.read();

        assertThat(refused.of(PID, Metric.PROCESS_SM)).isEqualTo(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(refusing.times(ProcessUtilizationRecord.SYMBOL)).isEqualTo(1);
    }

    @Test
    void recordsThatWereReadBeforeAreReadAgainAfterARefusal() {
        this.driver.refuses(ProcessUtilizationRecord.SYMBOL, NvmlReturn.NO_PERMISSION);
        this.utilization.read();
        assertThat(sm(PID)).isEqualTo(Reading.absent(Reason.NO_PERMISSION));

        this.driver.permits(ProcessUtilizationRecord.SYMBOL).records(PID, 2000, 20, 0, 0, 0);
        this.utilization.read();

        assertThat(sm(PID)).isEqualTo(new Reading.Quantity(20));
    }

    @Test
    void moreRecordsThanRoomAreReadAgain() {
        for (int pid = 1; pid <= 100; pid++) {
            this.driver.records(pid, 2000 + pid, 1, 0, 0, 0);
        }

        this.utilization.read();

        assertThat(sm(100)).isEqualTo(new Reading.Quantity(1));
        assertThat(this.driver.seen).containsExactly(0L, 1000L, 1000L);
    }

    @Test
    void aStampAheadOfNowHidesNoLaterRecord() {
        long[] now = {10_000_000};
        ProcessUtilization clocked = new ProcessUtilization(this.driver.calls(() -> now[0]));
        clocked.read();
        this.driver.records(PID, 3_610_000_000L, 90, 0, 0, 0).records(PID, 9_500_000, 20, 0, 0, 0);
        clocked.read();
        Reading first = clocked.of(PID, Metric.PROCESS_SM);

        now[0] = 11_000_000;
        this.driver.records(PID, 10_500_000, 30, 0, 0, 0);
        clocked.read();

        assertThat(first).isEqualTo(new Reading.Quantity(20));
        assertThat(clocked.of(PID, Metric.PROCESS_SM)).isEqualTo(new Reading.Quantity(30));
    }

    @Test
    void afterAClockWasSetBackRecordsCountAgain() {
        long[] now = {3_610_000_000L};
        ProcessUtilization clocked = new ProcessUtilization(this.driver.calls(() -> now[0]));
        this.driver.records(PID, 3_609_000_000L, 90, 0, 0, 0);
        clocked.read();

        now[0] = 10_000_000;
        clocked.read();
        now[0] = 12_000_000;
        this.driver.records(PID, 11_500_000, 30, 0, 0, 0);
        clocked.read();

        assertThat(clocked.of(PID, Metric.PROCESS_SM)).isEqualTo(new Reading.Quantity(30));
        assertThat(this.driver.seen).endsWith(10_000_000L, 10_000_000L);
    }

    private Reading sm(int pid) {
        return this.utilization.of(pid, Metric.PROCESS_SM);
    }
}
