package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcOwnersTests {

    private static final String OF_MACHINE = "pid:[4026531836]";
    private static final String OF_CONTAINER = "pid:[4026532281]";
    private static final Owners.Names SILENT = (pid) -> Optional.empty();
    private static final int PID = 41102;

    @TempDir
    private Path root;

    private FakeProc proc;
    private Owners owners;

    @BeforeEach
    void start() {
        this.proc =
                new FakeProc(this.root.resolve("proc")).namespace(OF_MACHINE).process(PID, "python", 12_345);
        this.owners = owners(this.proc.root());
    }

    private Owners owners(Path read) {
        return new ProcOwners(ProcFolder.at(read), new PidNumbers(this.proc.root()), CommandLines.HIDDEN);
    }

    @Test
    void nameUserAndStartComeFromTheKernel() throws IOException {
        Owner owner = owners(PID, SILENT).get(PID);

        String me = Files.getOwner(this.root).getName();
        assertThat(owner.with(Readings.NONE))
                .isEqualTo(new Owner("python", Instant.ofEpochSecond(1_700_000_123, 450_000_000), text(me))
                        .with(Readings.NONE)
                        .with(owner.lineage())
                        .with(owner.workload()));
    }

    @Test
    void aUserIsShownByNumberIfTheFolderBelongsToAnother() {
        this.proc.write(PID + "/status", "Name:\tpython\nUid:\t0\t4711\t0\t0\n");

        assertThat(owners(PID, SILENT).get(PID).user()).isEqualTo(text("4711"));
    }

    @Test
    void aUserIsCalledTheSameAtEveryProcess() throws IOException {
        String me = Files.getOwner(this.root).getName();
        String ownUid = String.valueOf(Files.getAttribute(this.root, "unix:uid"));
        // The folder belongs to another user than the status, as for a process that may not be inspected.
        this.proc.process(1, "guarded", 5).write("1/status", "Uid:\t0\t4711\t0\t0\n");
        assertThat(owners(1, SILENT).get(1).user()).isEqualTo(text("4711"));

        this.proc.write("1/status", "Uid:\t0\t" + ownUid + "\t0\t0\n");

        assertThat(owners(1, SILENT).get(1).user()).isEqualTo(text(me));
    }

    @Test
    void theDriverIsCalledOnceAlsoForAUserWithoutAName() {
        this.proc.write(PID + "/status", "Uid:\t0\t4711\t0\t0\n");
        List<Integer> queried = new ArrayList<>();
        Owners.Names driver = (pid) -> {
            queried.add(pid);
            return Optional.empty();
        };

        owners(PID, driver);
        owners(PID, driver);

        assertThat(queried).containsExactly(PID);
    }

    @Test
    void aNameWithBracketsAndBlanksHidesNoColumn() {
        this.proc.process(3, "a) S 1 (b", 200);

        Owner owner = owners(3, SILENT).get(3);

        assertThat(owner.startedAt()).isEqualTo(Instant.ofEpochSecond(1_700_000_002));
        assertThat(owner.name()).isEqualTo("a) S 1 (b");
    }

    @Test
    void inAContainerNoOwnerIsLookedUpSinceAPidIsAnotherProcess() throws IOException {
        Files.delete(this.proc.root().resolve("self/ns/pid"));
        this.proc.namespace(OF_CONTAINER);

        Owner owner = owners(PID, (pid) -> Optional.of("another program")).get(PID);

        assertThat(owner).isEqualTo(Owner.unknown(Reason.NO_PERMISSION));
    }

    @Test
    void aKernelThatDoesNotReportTheNamespaceIsNotTrusted() throws IOException {
        Files.delete(this.proc.root().resolve("self/ns/pid"));

        assertThat(owners(PID, SILENT).get(PID)).isEqualTo(Owner.unknown(Reason.NO_PERMISSION));
    }

    @Test
    void inAContainerTheMountedFolderIsReadAndTheDriverIsNotCalled() throws IOException {
        Files.delete(this.proc.root().resolve("self/ns/pid"));
        this.proc.namespace(OF_CONTAINER);
        FakeProc mounted = new FakeProc(this.root.resolve("host/proc")).process(PID, "trainer", 1);

        Owner owner = owners(mounted.root())
                .of(Set.of(PID), (pid) -> Optional.of("another program"))
                .get(PID);

        assertThat(owner.name()).isEqualTo("trainer");
        assertThat(owner.user()).isInstanceOf(Reading.Present.class);
    }

    @Test
    void aProcessIsLookedUpOnce() {
        List<Integer> named = new ArrayList<>();
        Owners.Names driver = (pid) -> {
            named.add(pid);
            return Optional.of("trainer");
        };

        Owner first = owners(PID, driver).get(PID);
        Owner second = owners(PID, driver).get(PID);

        assertThat(second.with(Readings.NONE)).isEqualTo(first.with(Readings.NONE));
        assertThat(named).containsExactly(PID);
    }

    @Test
    void aProcessThatIsNoLongerOnAGpuIsForgotten() {
        owners(PID, (pid) -> Optional.of("before"));
        this.owners.of(Set.of(), SILENT);

        assertThat(owners(PID, (pid) -> Optional.of("after")).get(PID).name()).isEqualTo("after");
    }

    @Test
    void aPidReusedDuringTheLookupIsLeftOut() {
        Owners.Names slow = (pid) -> {
            this.proc.process(PID, "successor", 99_999);
            return Optional.of("predecessor");
        };

        assertThat(owners(PID, slow)).isEmpty();
        assertThat(owners(PID, SILENT).get(PID).name()).isEqualTo("successor");
    }

    @Test
    void aNumberThatWentOverSinceTheLastTimeIsLeftOutOnce() {
        owners(PID, SILENT);
        this.proc.process(PID, "successor", 99_999);

        assertThat(owners(PID, SILENT)).isEmpty();
        assertThat(owners(PID, SILENT).get(PID).name()).isEqualTo("successor");
    }

    @Test
    void aProcessThatHasEndedHasNoOwner() {
        owners(PID, SILENT);
        this.proc.delete(PID + "/stat");

        assertThat(owners(PID, SILENT).get(PID)).isEqualTo(Owner.unknown(Reason.NO_DATA));
        assertThat(owners(77, SILENT).get(77)).isEqualTo(Owner.unknown(Reason.NO_DATA));
    }

    @Test
    void theProgramIsReadOnceAProcessNoLongerHangs() {
        Owners programs = new ProcOwners(
                ProcFolder.at(this.proc.root()),
                new PidNumbers(this.proc.root()),
                new CommandLines(this.proc.root(), false, true));
        this.proc.write(PID + "/cmdline", "python\0train.py\0");
        String stat = "%d (python) %s 1 " + "7 ".repeat(17) + "12345 0 0 0\n";

        this.proc.write(PID + "/stat", stat.formatted(PID, "D"));
        Owner blocked = programs.of(Set.of(PID), SILENT).get(PID);
        assertThat(blocked.program()).isEqualTo(Reading.absent(Reason.NO_DATA));
        assertThat(blocked.command()).isEqualTo(Reading.absent(Reason.HIDDEN));

        this.proc.write(PID + "/stat", stat.formatted(PID, "S"));
        assertThat(programs.of(Set.of(PID), SILENT).get(PID).program()).isEqualTo(text("train.py"));
    }

    @Test
    void aProcessThatEndsDuringTheLookupIsLeftOut() {
        Owners.Names ending = (pid) -> {
            this.proc.delete(PID + "/stat");
            return Optional.of("python");
        };

        assertThat(owners(PID, ending)).isEmpty();
    }

    @Test
    void hiddenProcessesAreReportedAsNoPermission() throws IOException {
        Files.move(this.proc.root().resolve("1"), this.root.resolve("hidden"));

        assertThat(owners(77, SILENT).get(77)).isEqualTo(Owner.unknown(Reason.NO_PERMISSION));
    }

    @Test
    void aFileOfAnotherFormatIsAnError() {
        this.proc.write(PID + "/stat", "nonsense\n");

        assertThat(owners(PID, SILENT).get(PID)).isEqualTo(Owner.unknown(Reason.ERROR));
    }

    @Test
    void startsOfProcessesAreUnknownWithoutTheMachinesStart() {
        this.proc.write("stat", "cpu 1 2 3 4\n");

        Owner owner = owners(PID, SILENT).get(PID);

        assertThat(owner.startedAt()).isNull();
        assertThat(owner.user()).isInstanceOf(Reading.Present.class);
    }

    @Test
    void theStartOfTheMachineIsReadOnceInARound() {
        this.proc.process(77, "python", 12_345);
        AtomicInteger starts = new AtomicInteger(1_700_000_000);
        Owners.Names adjusting = (pid) -> {
            this.proc.write("stat", "btime " + starts.addAndGet(60) + "\n");
            return Optional.empty();
        };

        Map<Integer, Owner> found = this.owners.of(Set.of(PID, 77), adjusting);
        assertThat(found.get(PID).startedAt())
                .isEqualTo(Instant.ofEpochSecond(1_700_000_183, 450_000_000))
                .isEqualTo(found.get(77).startedAt());

        this.owners.of(Set.of(), SILENT);
        assertThat(owners(PID, SILENT).get(PID).startedAt())
                .isEqualTo(Instant.ofEpochSecond(1_700_000_243, 450_000_000));
    }

    private Map<Integer, Owner> owners(int pid, Owners.Names driver) {
        return this.owners.of(Set.of(pid), driver);
    }

    private static Reading text(String word) {
        return new Reading.Text(word);
    }
}
