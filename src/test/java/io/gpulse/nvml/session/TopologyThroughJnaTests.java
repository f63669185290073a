package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSession;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.topology.FakeSys;
import io.gpulse.testing.Wait;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The topology through the real JNA path. The driver's GPUs are at 1B, 43 and 52. */
@NeedsCompiler
class TopologyThroughJnaTests {

    private static final long SWITCH = 2;
    private static final long GPU = 0;

    @TempDir
    private Path directory;

    private FakeDriver driver;

    @BeforeEach
    void driverWithoutLinks() {
        this.driver = FakeDriver.in(this.directory).gpus(2);
        this.driver.codeOfAll("nvmlDeviceGetNvLinkState", 3);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, PIX", "10, PIX", "20, PXB", "30, PHB", "40, NODE", "50, SYS"})
    void levelsOfTheDriverAreTheWordsOfNvidiaSmi(int level, String word) throws Exception {
        this.driver.value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", level);

        assertThat(read().links())
                .extracting(Topology.Link::a, Topology.Link::b, Topology.Link::word)
                .containsExactly(tuple("GPU0", "GPU1", new Reading.Text(word)));
    }

    @Test
    void anUnknownLevelIsNoWord() throws Exception {
        this.driver.value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 60);

        assertThat(word(0)).isEqualTo(Reading.absent(Reason.ERROR));
    }

    @Test
    void linksToTheOtherGpuAreCounted() throws Exception {
        this.driver.gpus(3);
        links(0, GPU, "00000000:43:00.0", "00000000:43:00.0", "00000000:52:00.0");
        links(1, GPU, "00000000:1B:00.0", "00000000:1B:00.0");
        links(2, GPU, "00000000:1B:00.0");
        this.driver.value(1, "nvmlDeviceGetTopologyCommonAncestor(2)", 40);

        assertThat(read().links())
                .extracting(Topology.Link::a, Topology.Link::b, Topology.Link::word, Topology.Link::nvlinks)
                .containsExactly(
                        tuple("GPU0", "GPU1", new Reading.Text("NV2"), 2),
                        tuple("GPU0", "GPU2", new Reading.Text("NV1"), 1),
                        tuple("GPU1", "GPU2", new Reading.Text("NODE"), 0));
    }

    @Test
    void eachLinkHasItsOtherEnd() throws Exception {
        links(0, GPU, "00000000:43:00.0", "00000000:99:00.0", "00000000:43:00.0");
        links(1, SWITCH, "");

        List<Topology.Node> gpus = read().gpus();

        assertThat(gpus.get(0).nvlinks())
                .containsExactly(
                        new Topology.NvLink(0, "GPU1"), new Topology.NvLink(1, null), new Topology.NvLink(2, "GPU1"));
        assertThat(gpus.get(1).nvlinks()).containsExactly(new Topology.NvLink(0, "NVSwitch"));
    }

    @ParameterizedTest
    @CsvSource({"3, 2", "2, 0"})
    void linksAfterOneThatTheGpuDoesNotHaveAreCounted(int code, int links) throws Exception {
        links(0, GPU, "00000000:43:00.0", "00000000:43:00.0", "00000000:43:00.0");
        this.driver.code(0, "nvmlDeviceGetNvLinkState(0)", code).value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 50);

        assertThat(read().links()).extracting(Topology.Link::nvlinks).containsExactly(links);
    }

    @Test
    void linksToSwitchesCountWhereTheDriverPermitsAccess() throws Exception {
        links(0, SWITCH, "", "", "");
        links(1, SWITCH, "", "");
        this.driver.value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 50).value(0, "nvmlDeviceGetP2PStatus(1,2)", 0);
        assertThat(word(0)).isEqualTo(new Reading.Text("NV2"));

        this.driver.value(0, "nvmlDeviceGetP2PStatus(1,2)", 5);
        assertThat(word(0)).isEqualTo(new Reading.Text("SYS"));

        this.driver.code(0, "nvmlDeviceGetP2PStatus(1,2)", 999);
        assertThat(word(0)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void anInactiveLinkConnectsNothing() throws Exception {
        links(0, SWITCH, "");
        links(1, SWITCH, "");
        this.driver
                .value(1, "nvmlDeviceGetNvLinkState(0)", 0)
                .value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 50)
                .value(0, "nvmlDeviceGetP2PStatus(1,2)", 0);

        assertThat(word(0)).isEqualTo(new Reading.Text("SYS"));
    }

    @Test
    void aLostGpuHasNoWordButItsReason() throws Exception {
        this.driver.value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 50);
        GpuSession session = attached();

        this.driver.lose(1);

        assertThat(session.topology().links())
                .extracting(Topology.Link::word)
                .containsExactly(Reading.absent(Reason.GPU_LOST));
    }

    @Test
    void withoutTheDriversWordThatOfTheKernelIsUsed() throws Exception {
        new FakeSys(this.directory)
                .device("pci0000:16/0000:16:01.0/0000:1b:00.0", "0", "0-31")
                .device("pci0000:40/0000:40:01.0/0000:43:00.0", "1", "32-63")
                .device("pci0000:40/0000:40:03.0/0000:44:00.0", "1", "32-63")
                .adapter("mlx5_0", "0000:44:00.0");

        Topology topology = read();

        assertThat(topology.links())
                .extracting(Topology.Link::a, Topology.Link::b, Topology.Link::word)
                .containsExactly(
                        tuple("GPU0", "GPU1", new Reading.Text("SYS")),
                        tuple("GPU0", "mlx5_0", new Reading.Text("SYS")),
                        tuple("GPU1", "mlx5_0", new Reading.Text("PHB")));
        assertThat(topology.gpus())
                .extracting(Topology.Node::numaNode, Topology.Node::processors, Topology.Node::nearest)
                .containsExactly(
                        tuple(new Reading.Quantity(0), new Reading.Text("0-31"), List.of("mlx5_0")),
                        tuple(new Reading.Quantity(1), new Reading.Text("32-63"), List.of("mlx5_0")));
        assertThat(topology.adapters())
                .containsExactly(new Topology.Adapter("mlx5_0", "00000000:44:00.0", new Reading.Quantity(1)));
        assertThat(topology.adaptersReason()).isNull();
    }

    @Test
    void withoutTheKernelsFilesTheDriverStillReportsThePlaceOfAGpu() throws Exception {
        this.driver
                .value(0, "nvmlDeviceGetCpuAffinity(32)", "0xff00ff")
                .value(0, "nvmlDeviceGetMemoryAffinity(1,0)", 2);

        Topology topology = read();

        assertThat(topology.gpus())
                .extracting(Topology.Node::processors, Topology.Node::numaNode)
                .containsExactly(
                        tuple(new Reading.Text("0-7,16-23"), new Reading.Quantity(1)),
                        tuple(Reading.absent(Reason.NOT_SUPPORTED), Reading.absent(Reason.NOT_SUPPORTED)));
        assertThat(topology.adapters()).isEmpty();
        assertThat(topology.adaptersReason()).contains("/sys/bus/pci/devices");
        assertThat(topology.gpus().get(0).nearest()).isEmpty();
    }

    @Test
    void aReadCallsEachPairOnce() throws Exception {
        this.driver.value(0, "nvmlDeviceGetTopologyCommonAncestor(1)", 50).codeOfAll("nvmlDeviceGetNvLinkState", 2);
        GpuSession session = attached();

        session.topology();

        assertThat(this.driver.calls("nvmlDeviceGetTopologyCommonAncestor")).isEqualTo(1);
        assertThat(this.driver.calls("nvmlDeviceGetNvLinkState")).isEqualTo(2);
        assertThat(this.driver.calls("nvmlDeviceGetP2PStatus")).isZero();
    }

    /** Its lane waits for a call that does not return, and so would the call about it and the other GPU. */
    @Test
    void noCallAboutAPairIsMadeWhileTheOtherGpuDoesNotAnswer() throws Exception {
        GpuSession session = attached();
        Gpu second = session.attach(1);
        this.driver.hang(1);
        CompletableFuture<GpuReadResult> lane = CompletableFuture.supplyAsync(() -> second.read(Set.of(Cadence.FAST)));
        Wait.until(() -> session.callInProgress(1) != null);

        Topology topology = session.topology();

        assertThat(topology.links().get(0).word()).isEqualTo(Reading.absent(Reason.TIMED_OUT));
        assertThat(topology.isIncomplete()).isTrue();
        assertThat(this.driver.calls("nvmlDeviceGetTopologyCommonAncestor")).isZero();
        this.driver.heal();
        assertThat(lane.join().verdict()).isEqualTo(GpuReadResult.Verdict.FINE);
    }

    @Test
    void withoutAnAttachedGpuNothingIsClaimed() throws Exception {
        GpuSession session =
                NvmlSource.ofThisMachine(this.driver.library(), this.directory).open();

        assertThat(session.topology().reason()).isEqualTo("No GPU is attached.");
    }

    /** Gives a GPU active links. */
    private void links(int gpu, long type, String... remotes) {
        this.driver.code(gpu, "nvmlDeviceGetNvLinkState", 2);
        for (int link = 0; link < remotes.length; link++) {
            this.driver
                    .value(gpu, "nvmlDeviceGetNvLinkState(" + link + ")", 1)
                    .value(gpu, "nvmlDeviceGetNvLinkRemoteDeviceType(" + link + ")", type);
            if (!remotes[link].isEmpty()) {
                this.driver.value(gpu, "nvmlDeviceGetNvLinkRemotePciInfo_v2(" + link + ").busId", remotes[link]);
            }
        }
    }

    private GpuSession attached() throws Exception {
        GpuSession session =
                NvmlSource.ofThisMachine(this.driver.library(), this.directory).open();
        for (int index = 0; index < session.gpuCount(); index++) {
            session.attach(index);
        }
        return session;
    }

    private Topology read() throws Exception {
        GpuSession session = attached();
        Topology read = session.topology();
        session.close();
        return read;
    }

    private Reading word(int link) throws Exception {
        return read().links().get(link).word();
    }
}
