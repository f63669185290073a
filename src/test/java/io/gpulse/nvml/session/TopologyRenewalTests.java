package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeBus;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Further reads of the topology in one session, through the real JNA path. */
@NeedsCompiler
class TopologyRenewalTests {

    private static final String ANCESTOR = "nvmlDeviceGetTopologyCommonAncestor";
    private static final Reading SYS = new Reading.Text("SYS");
    private static final Reading BUSY = Reading.absent(Reason.TIMED_OUT);

    @TempDir
    private Path directory;

    private FakeDriver driver;
    private GpuSession session;
    private final List<Gpu> gpus = new ArrayList<>();

    @BeforeEach
    void threeGpus() throws Exception {
        this.driver = FakeDriver.in(this.directory).gpus(3);
        FakeBus.of(this.directory, 3);
        this.driver
                .codeOfAll("nvmlDeviceGetNvLinkState", 3)
                .value(0, ANCESTOR + "(1)", 50)
                .value(0, ANCESTOR + "(2)", 50)
                .value(1, ANCESTOR + "(2)", 50);
        this.session = NvmlSource.ofThisMachine(this.driver.library(), this.directory)
                .withoutWaking()
                .open();
        for (int index = 0; index < 3; index++) {
            this.gpus.add(this.session.attach(index));
        }
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        this.session.close();
        assertThat(this.driver.violations()).isEmpty();
    }

    @Test
    void aKnownGpuIsNotReadAgain() {
        words();
        long calls = this.driver.calls();

        assertThat(words()).containsExactly(SYS, SYS, SYS);

        assertThat(this.driver.calls()).isEqualTo(calls);
    }

    @Test
    void aKnownConnectionStaysWhileAnotherGpuIsBusy() throws Exception {
        assertThat(wordsWhileBusy(2)).containsExactly(SYS, BUSY, BUSY);

        assertThat(wordsWhileBusy(1)).containsExactly(SYS, SYS, BUSY);

        assertThat(words()).containsExactly(SYS, SYS, SYS);
    }

    @Test
    void aReadWakesNoGpu() {
        sleeps(1);

        List<Reading> words = words();

        assertThat(this.driver.wakes(1)).isZero();
        assertThat(words).containsExactly(Reading.absent(Reason.NO_DATA), SYS, Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aKnownConnectionStaysWhileAGpuSleeps() throws Exception {
        assertThat(wordsWhileBusy(2)).containsExactly(SYS, BUSY, BUSY);

        sleeps(0);

        assertThat(words()).containsExactly(SYS, BUSY, SYS);
        assertThat(this.driver.wakes(0)).isZero();
    }

    private void sleeps(int gpu) {
        FakeBus.of(this.directory, 3).is(gpu, "suspended");
        this.driver.asleep(gpu);
    }

    private List<Reading> words() {
        return this.session.topology().links().stream().map(Topology.Link::word).toList();
    }

    /** Reads while a call about a GPU does not return. */
    private List<Reading> wordsWhileBusy(int gpu) throws Exception {
        this.driver.hang(gpu);
        Gpu busy = this.gpus.get(gpu);
        CompletableFuture<GpuReadResult> lane = CompletableFuture.supplyAsync(() -> busy.read(Set.of(Cadence.FAST)));
        Wait.until(() -> this.session.callInProgress(gpu) != null);
        List<Reading> words = words();
        this.driver.heal();
        assertThat(lane.join().verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
        return words;
    }
}
