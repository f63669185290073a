package io.gpulse.host;

import static io.gpulse.metric.Metric.HOST_PROCESSES_VISIBLE;
import static io.gpulse.metric.Metric.HOST_PROCESS_CPU;
import static io.gpulse.metric.Metric.HOST_PROCESS_MEMORY;
import static io.gpulse.metric.Metric.HOST_PROCESS_STATE;
import static io.gpulse.metric.Metric.HOST_PROCESS_USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessTableTests {

    private static final int PAGE = 16_384;

    /** The processes of a new fake; nothing is known of the first one. */
    private static final int ALREADY_THERE = 3;

    private final Stopwatch stopwatch = new Stopwatch();

    @TempDir
    private Path root;

    private FakeProc proc;
    private ProcessTable table;

    @BeforeEach
    void aMachine() {
        this.proc = new FakeProc(this.root);
        this.table = new ProcessTable(new ProcFolder(this.root, this.stopwatch));
    }

    @Test
    void aProcessIsReportedWithItsNameMemoryStateAndUser() throws IOException {
        this.proc.program(77, "train (v2) é".replace("é", "\u00c3\u00a9"), 1000, 50);

        HostProcess process = find(77, read());

        assertThat(process.name()).isEqualTo("train (v2) é");
        assertThat(process.readings().number(HOST_PROCESS_MEMORY)).hasValue(50 * PAGE);
        assertThat(process.readings().word(HOST_PROCESS_STATE)).contains("sleeping");
        assertThat(process.readings().word(HOST_PROCESS_USER))
                .contains(Files.getOwner(this.root).getName());
    }

    @Test
    void cpuUseIsUnknownInTheFirstSample() {
        this.proc.program(77, "train", 1000, 50);

        assertThat(find(77, read()).readings().of(HOST_PROCESS_CPU)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void cpuUseIsInPercentOfOneCoreByElapsedTime() {
        this.proc.program(77, "train", 1000, 50);
        this.proc.program(78, "rest", 1000, 50);
        read();
        this.stopwatch.advance(8);
        // 250 ticks are a second: 6250 in 10 s are two cores and a half.
        this.proc.program(77, "train", 7250, 50);

        HostProcesses second = read(2);

        assertThat(find(77, second).readings().number(HOST_PROCESS_CPU)).hasValue(250);
        assertThat(find(78, second).readings().number(HOST_PROCESS_CPU)).hasValue(0);
    }

    @Test
    void aNumberThatIsUsedAgainIsNotTheSameProcess() {
        this.proc.program(77, "old", 1000, 50);
        read();
        this.proc.write("77/stat", stat("77 (new) R", 2000, 8888));

        HostProcess process = find(77, read());

        assertThat(process.name()).isEqualTo("new");
        assertThat(process.readings().of(HOST_PROCESS_CPU)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aProcessThatEndsIsGone() throws IOException {
        this.proc.program(77, "short", 1000, 50);
        read();
        Files.delete(this.root.resolve("77/stat"));
        Files.delete(this.root.resolve("77/status"));
        Files.delete(this.root.resolve("77"));

        HostProcesses after = read();

        assertThat(after.busiest()).extracting(HostProcess::pid).doesNotContain(77);
        assertThat(after.readings().number(HOST_PROCESSES_VISIBLE)).hasValue(ALREADY_THERE);
    }

    @Test
    void theTwentyBusiestAndTheTwentyLargestAreKeptBusiestFirst() {
        // 100 … 149 grow in memory, 200 … 249 in what they run.
        IntStream.range(0, 50).forEach((i) -> this.proc.program(100 + i, "large", 20, 1000 + i));
        IntStream.range(0, 50).forEach((i) -> this.proc.program(200 + i, "busy", 20, 1));
        read();
        IntStream.range(0, 50).forEach((i) -> this.proc.program(200 + i, "busy", 120 + i, 1));

        HostProcesses second = read();

        List<Integer> pids = second.busiest().stream().map(HostProcess::pid).toList();
        assertThat(pids).hasSize(40);
        assertThat(pids.subList(0, 20))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj((i) -> 249 - i).toList());
        assertThat(pids.subList(20, 40))
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj((i) -> 149 - i).toList());
        assertThat(second.first(2, HostProcesses.BY_MEMORY).busiest())
                .extracting(HostProcess::pid)
                .containsExactly(149, 148);
        assertThat(second.readings().number(HOST_PROCESSES_VISIBLE)).hasValue(100 + ALREADY_THERE);
    }

    @ParameterizedTest
    @CsvSource({"R,running", "S,sleeping", "D,disk sleep", "Z,zombie", "T,stopped", "t,tracing stop", "I,idle", "W,W"})
    void statesAreWords(String letter, String word) {
        this.proc.write("77/stat", stat("77 (x) " + letter, 20, 50));

        assertThat(find(77, read()).readings().word(HOST_PROCESS_STATE)).contains(word);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "77 (x) R", "77 x R 1 7 7", "(x)", "77 (x) R a b c d e f g h i j k l m n o p q r s t u"})
    void aLineOfUnknownFormatIsNoProcess(String line) {
        this.proc.write("77/stat", line);

        assertThat(read().busiest()).extracting(HostProcess::pid).doesNotContain(77);
    }

    @Test
    void aUserWithoutACertainNameIsShownByNumber() {
        this.proc.program(77, "worker", 20, 50);
        this.proc.write("77/status", "Name:\tworker\nUid:\t0\t4711\t0\t0\n");

        assertThat(find(77, read()).readings().word(HOST_PROCESS_USER)).contains("4711");
    }

    @Test
    void figuresThatOnlyTheirUserMayReadAreNotGuessed() {
        this.proc.program(77, "worker", 20, 50);
        this.proc.write("77/status", "Name:\tworker\n");
        this.proc.program(78, "gone", 20, 50);
        this.proc.delete("78/status");

        HostProcesses look = read();

        assertThat(find(77, look).readings().of(HOST_PROCESS_USER)).contains(Reading.absent(Reason.ERROR));
        assertThat(find(78, look).readings().of(HOST_PROCESS_USER)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void figuresAreUnknownWithoutTheKernelsUnits() {
        this.proc.write("self/auxv", "");
        this.proc.program(77, "x", 100, 50);
        read();
        this.proc.program(77, "x", 200, 50);

        HostProcess process = find(77, read());

        assertThat(process.readings().of(HOST_PROCESS_CPU)).contains(Reading.absent(Reason.ERROR));
        assertThat(process.readings().of(HOST_PROCESS_MEMORY)).contains(Reading.absent(Reason.ERROR));
    }

    @Test
    void commandLinesAreNotRead() throws IOException {
        this.proc.program(77, "x", 100, 50);
        // Reading a folder as a file fails: an attempt would be reported as an error.
        Files.createDirectory(this.root.resolve("77/cmdline"));

        assertThat(find(77, read()).toString()).doesNotContain("ERROR");
    }

    @Test
    void withoutProcNothingIsSupported() {
        ProcessTable elsewhere = new ProcessTable(ProcFolder.at(this.root.resolve("nothing-here")));

        HostProcesses processes = elsewhere.read();

        assertThat(processes.readings().of(HOST_PROCESSES_VISIBLE)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(processes.busiest()).isEmpty();
    }

    private static String stat(String beginning, long ticks, long startedAt) {
        return beginning
                + " 1 7 7 0 -1 4194560 9 9 9 9 %d 0 9 9 20 0 1 0 %d 9999 50 1844 1\n".formatted(ticks, startedAt);
    }

    private static HostProcess find(int pid, HostProcesses all) {
        return all.busiest().stream()
                .filter((process) -> process.pid() == pid)
                .findFirst()
                .orElseThrow();
    }

    private HostProcesses read() {
        return read(1);
    }

    private HostProcesses read(double secondsLater) {
        this.stopwatch.advance(secondsLater);
        return this.table.read();
    }
}
