package io.gpulse.nvml.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words of connections over PCI Express, from the kernel's files. */
class PciPathsTests {

    private static final String SWITCH = "pci0000:16/0000:16:01.0/0000:17:00.0/";
    private static final String GPU = "0000:1b:00.0";

    @TempDir
    private Path root;

    private FakeSys sys;
    private SysfsPciTree tree;

    @BeforeEach
    void gpuBehindASwitch() {
        this.sys = new FakeSys(this.root).device(SWITCH + "0000:18:00.0/" + GPU, "0", "0-31");
        this.tree = new SysfsPciTree(this.root);
    }

    @Test
    void devicesBehindOneSwitchAreConnectedByASingleBridge() {
        this.sys.device(SWITCH + "0000:18:01.0/0000:1a:00.0", "0", "0-31");

        assertThat(word("0000:1a:00.0")).isEqualTo("PIX");
    }

    @Test
    void functionsOfOneDeviceAreConnectedByASingleBridge() {
        this.sys.device(SWITCH + "0000:18:00.0/0000:1b:00.1", "0", "0-31");

        assertThat(word("0000:1b:00.1")).isEqualTo("PIX");
    }

    @Test
    void aSecondSwitchOnTheWayIsAnotherBridge() {
        this.sys.device(SWITCH + "0000:18:01.0/0000:20:00.0/0000:21:00.0/0000:22:00.0", "0", "0-31");

        assertThat(word("0000:22:00.0")).isEqualTo("PXB");
    }

    @Test
    void portsOfAHostBridgeAreConnectedByIt() {
        this.sys.device("pci0000:16/0000:16:03.0/0000:30:00.0", "0", "0-31");

        assertThat(word("0000:30:00.0")).isEqualTo("PHB");
    }

    @Test
    void hostBridgesAreToldApartByTheirNumaNodes() {
        this.sys.device("pci0000:40/0000:40:01.0/0000:43:00.0", "0", "0-31");
        this.sys.device("pci0000:97/0000:97:01.0/0000:9d:00.0", "1", "32-63");

        assertThat(word("0000:43:00.0")).isEqualTo("NODE");
        assertThat(word("0000:9d:00.0")).isEqualTo("SYS");
    }

    @Test
    void withoutNumaNodesTheWordIsKnownOnAMachineWithOneNodeOnly() {
        this.sys.device("pci0000:40/0000:40:01.0/0000:43:00.0", "-1", "0-31");
        assertThat(new PciPaths(this.tree).between(GPU, "0000:43:00.0")).isEqualTo(Reading.absent(Reason.NO_DATA));

        this.sys.numaNodes(1);

        assertThat(word("0000:43:00.0")).isEqualTo("NODE");
        this.sys.numaNodes(2);
        assertThat(new PciPaths(this.tree).between(GPU, "0000:43:00.0")).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aDeviceThatTheKernelDoesNotListHasNoWord() {
        assertThat(new PciPaths(this.tree).between(GPU, "0000:99:00.0")).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void adaptersAreThoseOnThePciBusInTheOrderOfTheirNumbers() {
        this.sys
                .device("pci0000:40/0000:40:01.0/0000:43:00.0", "0", "0-31")
                .device("pci0000:97/0000:97:01.0/0000:9d:00.0", "1", "32-63")
                .adapter("mlx5_10", "0000:43:00.0")
                .adapter("mlx5_2", "0000:9d:00.0")
                .adapterInSoftware("rxe0");

        assertThat(this.tree.adapters().orElseThrow())
                .containsExactly(Map.entry("mlx5_2", "0000:9d:00.0"), Map.entry("mlx5_10", "0000:43:00.0"));
    }

    @Test
    void aMachineWithoutAdaptersDiffersFromOneWithoutTheKernelsList() {
        assertThat(this.tree.adapters()).contains(Map.of());

        assertThat(new SysfsPciTree(this.root.resolve("other")).adapters()).isEmpty();
    }

    @Test
    void placeOfADeviceIsThatOfTheKernel() {
        assertThat(this.tree.numaNode(GPU)).isEqualTo(OptionalInt.of(0));
        assertThat(this.tree.processors(GPU)).contains("0-31");
        assertThat(this.tree.numaNode("0000:99:00.0")).isEmpty();
        assertThat(this.tree.processors("0000:99:00.0")).isEmpty();
    }

    private String word(String address) {
        return new PciPaths(this.tree).between(GPU, address).word().orElseThrow();
    }
}
