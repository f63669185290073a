package io.gpulse.host;

import static io.gpulse.metric.Metric.HOST_DISK_READ;
import static io.gpulse.metric.Metric.HOST_DISK_WRITE;
import static io.gpulse.metric.Metric.HOST_NETWORK_RECEIVE;
import static io.gpulse.metric.Metric.HOST_NETWORK_TRANSMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums over disks and over network interfaces. */
class DevicesTests {

    private static final String HEADS = "Inter-|   Receive  |  Transmit\n face |bytes    packets|bytes    packets\n";

    private final Stopwatch stopwatch = new Stopwatch();

    @TempDir
    private Path root;

    private FakeProc proc;
    private ProcHost host;

    @BeforeEach
    void aMachine() {
        this.proc = new FakeProc(this.root);
        this.host = new ProcHost(new ProcFolder(this.root, this.stopwatch), () -> "node-7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sda", "sdab", "vda", "xvdf", "hdc", "dasda", "nvme0n1", "nvme10n2", "mmcblk0", "pmem1"})
    void disksAreAddedUpInSectorsOf512Bytes(String name) {
        disks(disk(name, 100, 200), disk("sdz", 10, 20));
        read();

        disks(disk(name, 101, 202), disk("sdz", 20, 120));
        Readings readings = read();

        assertThat(readings.number(HOST_DISK_READ)).hasValue(11 * 512);
        assertThat(readings.number(HOST_DISK_WRITE)).hasValue(102 * 512);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sda1",
                "sdab12",
                "vda1",
                "nvme0n1p1",
                "mmcblk0p2",
                "mmcblk0boot0",
                "dm-0",
                "md0",
                "md127",
                "loop0",
                "ram1",
                "zram0",
                "sr0",
                "drbd0",
                "rbd0",
                "nbd0",
                "bcache0",
                "zd16",
                "fd0"
            })
    void onlyWholeDisksAreCounted(String name) {
        disks(disk("sda", 1, 1), disk(name, 1, 1));
        read();

        disks(disk("sda", 2, 2), disk(name, 50, 50));

        assertThat(read().number(HOST_DISK_READ)).hasValue(512);
    }

    @Test
    void anNvmeDiskWithSeveralPathsIsCountedAtItsPaths() {
        disks(disk("nvme0n1", 0, 0), disk("nvme0c0n1", 0, 0), disk("nvme0c1n1", 0, 0), disk("nvme1n1", 0, 0));
        read();

        disks(disk("nvme0n1", 3, 0), disk("nvme0c0n1", 1, 0), disk("nvme0c1n1", 2, 0), disk("nvme1n1", 4, 0));

        assertThat(read().number(HOST_DISK_READ)).hasValue(7 * 512);
    }

    @Test
    void aMachineWithoutADiskHasNoTrafficOfDisks() {
        disks(disk("loop0", 1, 1));
        read();

        assertThat(read().of(HOST_DISK_READ)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"8 0 sda", "8 0 sda 1 2 x 4 5 6 y 8", "8 0 sda 1 2 -3 4 5 6 -7 8"})
    void aDiskThatIsNotUnderstoodIsAnError(String line) {
        disks(disk("sdb", 1, 1), line);

        Readings readings = read();

        assertThat(readings.of(HOST_DISK_READ)).contains(Reading.absent(Reason.ERROR));
        assertThat(readings.of(HOST_DISK_WRITE)).contains(Reading.absent(Reason.ERROR));
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0", "eno1", "enp65s0f1np1", "ens5", "em1", "p1p1", "ib0", "ibp12s0", "wlan0", "bge0"})
    void interfacesAreAddedUp(String name) {
        network(line(name, 100, 200), line("eth9", 10, 20));
        read();

        network(line(name, 101, 202), line("eth9", 20, 120));
        Readings readings = read();

        assertThat(readings.number(HOST_NETWORK_RECEIVE)).hasValue(11);
        assertThat(readings.number(HOST_NETWORK_TRANSMIT)).hasValue(102);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lo",
                "veth1a2b",
                "docker0",
                "docker_gwbridge",
                "br-0f3c",
                "br0",
                "virbr0",
                "vnet3",
                "tap0",
                "tun0",
                "cni0",
                "flannel.1",
                "cali123",
                "cilium_host",
                "lxc1",
                "kube-ipvs0",
                "bond0",
                "eth0.100",
                "vlan7",
                "wg0",
                "tailscale0",
                "dummy0",
                "ifb1",
                "vxlan_sys_4789",
                "gre0",
                "sit0",
                "ip6tnl0",
                "team0"
            })
    void trafficThatAnotherInterfaceCarriesTooIsNotCounted(String name) {
        network(line("eth0", 1, 1), line(name, 1, 1));
        read();

        network(line("eth0", 2, 2), line(name, 50, 50));

        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(1);
    }

    @Test
    void oldKernelsWriteTheFirstNumberRightBehindTheName() {
        network("eth0:100 0 0 0 0 0 0 0 7 0 0 0 0 0 0 0");
        read();

        network("eth0:130 0 0 0 0 0 0 0 7 0 0 0 0 0 0 0");

        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(30);
    }

    @Test
    void inAFolderFromOutsideTheNetworkIsThatOfTheFirstProcess() {
        network(line("eth0", 1, 1));
        this.proc.write("net/dev", line("eth0", 1, 1));
        read();

        this.proc.write("net/dev", line("eth0", 100, 100));

        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eth0:", "eth0: much", "eth0: -5 0 0 0 0 0 0 0 -5 0", " eth0: 0x1 0 0 0 0 0 0 0 0x2"})
    void anInterfaceThatIsNotUnderstoodIsAnError(String line) {
        network(line("eth1", 1, 1), line);

        Readings readings = read();

        assertThat(readings.of(HOST_NETWORK_RECEIVE)).contains(Reading.absent(Reason.ERROR));
        assertThat(readings.of(HOST_NETWORK_TRANSMIT)).contains(Reading.absent(Reason.ERROR));
    }

    @Test
    void anInterfaceThatComesOrGoesIsNoTraffic() {
        network(line("eth0", 1000, 0), line("eth1", 500, 0));
        read();

        network(line("eth1", 501, 0), line("eth2", 90_000, 0));
        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(1);

        network(line("eth1", 502, 0), line("eth2", 90_010, 0));
        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(11);
    }

    @Test
    void theRateOfNewInterfacesIsUnknown() {
        network(line("eth0", 1000, 0));
        read();

        network(line("eth1", 2000, 0));

        assertThat(read().of(HOST_NETWORK_RECEIVE)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void oneInterfaceThatWasResetLeavesTheSumUnknownOnce() {
        network(line("eth0", 1000, 0), line("eth1", 0, 0));
        read();

        network(line("eth0", 3, 0), line("eth1", 5000, 0));
        assertThat(read().of(HOST_NETWORK_RECEIVE)).contains(Reading.absent(Reason.NO_DATA));

        network(line("eth0", 4, 0), line("eth1", 5001, 0));
        assertThat(read().number(HOST_NETWORK_RECEIVE)).hasValue(2);
    }

    @Test
    void aMachineWithLoopbackOnlyHasNoNetwork() {
        network(line("lo", 1, 1));
        read();

        assertThat(read().of(HOST_NETWORK_TRANSMIT)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private void disks(String... lines) {
        this.proc.write("diskstats", String.join("\n", lines) + "\n");
    }

    private static String disk(String name, long read, long written) {
        return "   8       0 %s 7 7 %d 7 7 7 %d 7 0 7 7 0 0 0 0".formatted(name, read, written);
    }

    private void network(String... lines) {
        this.proc.write("1/net/dev", HEADS + String.join("\n", lines) + "\n");
    }

    private static String line(String name, long received, long sent) {
        return "%8s: %d 9 0 0 0 0 0 0 %d 9 0 0 0 0 0 0".formatted(name, received, sent);
    }

    /** Reads a second after the last sample. */
    private Readings read() {
        this.stopwatch.advance(1);
        return this.host.read().readings();
    }
}
