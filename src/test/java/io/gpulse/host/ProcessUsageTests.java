package io.gpulse.host;

import static io.gpulse.metric.Metric.PROCESS_ELAPSED;
import static io.gpulse.metric.Metric.PROCESS_HOST_CPU;
import static io.gpulse.metric.Metric.PROCESS_HOST_MEMORY;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The use of the host by a process on a GPU, in rounds of half a second. */
class ProcessUsageTests {

    private static final int PID = 41102;
    private static final long STARTED_AT = 12_345;
    private static final long HALF_SECOND = 500_000_000;
    private static final Owners.Names SILENT = (pid) -> Optional.empty();

    @TempDir
    private Path root;

    private final AtomicLong nanos = new AtomicLong(7);
    private FakeProc proc;
    private Owners owners;

    @BeforeEach
    void start() {
        this.proc = new FakeProc(this.root)
                .namespace("pid:[4026531836]")
                .process(PID, "python", STARTED_AT)
                .usage(PID, STARTED_AT, 1000, 12);
        this.owners = new ProcOwners(
                new ProcFolder(this.root, this.nanos::get), new PidNumbers(this.root), CommandLines.HIDDEN);
    }

    @Test
    void cpuIsNotKnownInTheFirstRoundButMemoryAndTimeAre() {
        Readings first = round();

        assertThat(first.of(PROCESS_HOST_CPU)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(first.number(PROCESS_HOST_MEMORY)).hasValue(12 * FakeProc.PAGE);
        assertThat(first.number(PROCESS_ELAPSED)).hasValue(877);
    }

    @Test
    void cpuIsTheShareOfOneCoreSinceTheLastRound() {
        round();
        this.proc.usage(PID, STARTED_AT, 1000 + 2 * FakeProc.TICKS_PER_SECOND, 12);
        assertThat(round().number(PROCESS_HOST_CPU)).hasValue(400);

        this.proc.usage(PID, STARTED_AT, 1001 + 2 * FakeProc.TICKS_PER_SECOND, 12);
        assertThat(round().number(PROCESS_HOST_CPU)).hasValue(0.8);
        assertThat(round().number(PROCESS_HOST_CPU)).hasValue(0);
    }

    @Test
    void cpuIsNotComputedFromOneProcessToAnotherWithItsPid() {
        round();
        this.proc.usage(PID, STARTED_AT + 500, 5000, 12);

        assertThat(owners()).isEmpty();

        this.proc.usage(PID, STARTED_AT + 500, 5000 + FakeProc.TICKS_PER_SECOND, 12);
        assertThat(round().of(PROCESS_HOST_CPU)).contains(Reading.absent(Reason.NO_DATA));
        this.proc.usage(PID, STARTED_AT + 500, 5000 + 2 * FakeProc.TICKS_PER_SECOND, 12);
        assertThat(round().number(PROCESS_HOST_CPU)).hasValue(200);
    }

    @Test
    void cpuIsUnknownAfterAProcessWasNotOnAGpu() {
        round();
        this.owners.of(Set.of(), SILENT);

        assertThat(round().of(PROCESS_HOST_CPU)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aProcessThatHasEndedHasNoUsage() {
        round();
        this.proc.delete(PID + "/stat");

        assertAbsent(Reason.NO_DATA);
    }

    @Test
    void inAContainerNoneIsReadBecauseANumberIsAnotherProcessThere() throws IOException {
        Files.delete(this.root.resolve("self/ns/pid"));
        this.proc.namespace("pid:[4026532281]");

        assertAbsent(Reason.NO_PERMISSION);
    }

    @Test
    void withoutTheMachinesClockOnlyTheTimeIsMissing() {
        this.proc.delete("uptime");
        assertThat(round().of(PROCESS_ELAPSED)).contains(Reading.absent(Reason.NOT_SUPPORTED));

        this.proc.write("uptime", "long\n");
        Readings second = round();

        assertThat(second.of(PROCESS_ELAPSED)).contains(Reading.absent(Reason.ERROR));
        assertThat(second.number(PROCESS_HOST_CPU)).hasValue(0);
    }

    @Test
    void aProcessThatStartedAfterTheClockWasReadHasRunForNoTime() {
        this.proc.write("uptime", "100.00 50.00\n");

        assertThat(round().number(PROCESS_ELAPSED)).hasValue(0);
    }

    @Test
    void timeOfTheProcessorThatWasTakenBackHasNoShare() {
        round();
        this.proc.usage(PID, STARTED_AT, 999, 12);

        assertThat(round().of(PROCESS_HOST_CPU)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void parentAndSessionAreReadInEveryRound() {
        assertThat(owners().get(PID).lineage()).isEqualTo(new ProcessGroups.Lineage(1, 7));

        String between = "7 ".repeat(15) + STARTED_AT;
        this.proc.write(PID + "/stat", "%d (my (prog) S 2 3) S 812 9 640 %s 0 0 0".formatted(PID, between));

        assertThat(owners().get(PID).lineage()).isEqualTo(new ProcessGroups.Lineage(812, 640));
    }

    private void assertAbsent(Reason why) {
        Readings usage = round();

        for (Metric metric : Set.of(PROCESS_HOST_CPU, PROCESS_HOST_MEMORY, PROCESS_ELAPSED)) {
            assertThat(usage.of(metric)).contains(Reading.absent(why));
        }
    }

    private Readings round() {
        return owners().get(PID).usage();
    }

    private Map<Integer, Owner> owners() {
        this.nanos.addAndGet(HALF_SECOND);
        return this.owners.of(Set.of(PID), SILENT);
    }
}
