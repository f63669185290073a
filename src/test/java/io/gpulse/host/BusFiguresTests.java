package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NVIDIA's GPUs on the bus, and whether all of them are shown. */
class BusFiguresTests {

    @TempDir
    private Path root;

    private FakeProc proc;
    private List<String> addresses = List.of();
    private Path forbidden = Path.of("none");

    @BeforeEach
    void machine() {
        this.proc = new FakeProc(this.root).link("self/ns/cgroup", "cgroup:[4026531835]");
    }

    private Reading read(Map<String, String> environment, Path shown) {
        ProcFile file = ProcFile.read(this.root.resolve("bus/pci/devices"));
        PidNamespace confinement = new PidNamespace(
                this.root,
                environment::get,
                new PidNamespace.DeviceNodes(this.root.resolve("dev"), (node) -> !this.forbidden.equals(node)));
        BusFigures bus = new BusFigures(confinement, shown, this.root.resolve("sys"));
        Reading count = bus.readIfPresent(file, "gpus");
        this.addresses = bus.gpus();
        return count;
    }

    private Reading read() {
        return read(Map.of(), this.root);
    }

    @Test
    void aGpuIsBoundToTheDriverOrToNone() {
        this.proc.namespace("pid:[4026531836]").write("bus/pci/devices", FakeBus.TEXT);

        assertThat(read()).isEqualTo(new Reading.Quantity(2));
    }

    @Test
    void aBusWithoutGpusHasNone() {
        this.proc.namespace("pid:[4026531836]").write("bus/pci/devices", "0008\t1af41045\t0\t\n");

        assertThat(read()).isEqualTo(new Reading.Quantity(0));
    }

    @Test
    void aVirtualFunctionIsAPartOfAGpu() {
        this.proc.namespace("pid:[4026531836]");
        this.proc.write(
                "bus/pci/devices",
                FakeBus.gpu("4100", "nvidia")
                        + FakeBus.gpu("4104", "nvidia")
                        + FakeBus.gpu("4108", "nvidia")
                        + FakeBus.gpu("4110", "nvidia"));
        function("0000:41:00.0");
        for (String virtual : List.of("0000:41:00.4", "0000:41:01.0", "0000:41:02.0")) {
            function(virtual).link(in(virtual) + "physfn", "../0000:41:00.0");
        }

        assertThat(read()).isEqualTo(new Reading.Quantity(1));
        assertThat(this.addresses).containsExactly("41:00.0");
    }

    @Test
    void aGpuAtThePlaceOfAVirtualFunctionOfAnotherDomainIsAGpu() {
        this.proc.namespace("pid:[4026531836]");
        this.proc.write("bus/pci/devices", FakeBus.gpu("0108", "nvidia") + FakeBus.gpu("0108", "vfio-pci"));
        function("0001:01:01.0").link(in("0001:01:01.0") + "physfn", "../0001:01:00.0");
        function("0009:01:01.0");

        assertThat(read()).isEqualTo(new Reading.Quantity(1));
    }

    private FakeProc function(String address) {
        return this.proc.write(in(address) + "vendor", "0x10de\n");
    }

    private static String in(String address) {
        return "sys/bus/pci/devices/" + address + "/";
    }

    @Test
    void aContainerMayHaveOnlySomeGpus() {
        this.proc.namespace("pid:[4026532042]").write("bus/pci/devices", FakeBus.TEXT);

        assertThat(read()).isEqualTo(Reading.absent(Reason.NO_PERMISSION));
        // The machine's folder was mounted.
        assertThat(read(Map.of(), Path.of("/host/proc"))).isEqualTo(new Reading.Quantity(2));
    }

    @ParameterizedTest
    @CsvSource({"all, true", "'', true", "'0,1', false", "void, false"})
    void theContainerToolkitNamesTheGpusThatItHasPassedIn(String passed, boolean shown) {
        this.proc.namespace("pid:[4026531836]").write("bus/pci/devices", FakeBus.TEXT);

        Reading read = read(Map.of("NVIDIA_VISIBLE_DEVICES", passed), this.root);

        assertThat(read instanceof Reading.Present).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"nvidia1, false", "nvidiactl, true", "nvidia-uvm, true", "nvidia2, true"})
    void aJobMayHaveOnlySomeGpus(String forbidden, boolean shown) {
        this.proc.namespace("pid:[4026531836]").write("bus/pci/devices", FakeBus.TEXT);
        List.of("nvidia0", "nvidia1", "nvidiactl", "nvidia-uvm").forEach((node) -> this.proc.write("dev/" + node, ""));
        this.forbidden = this.root.resolve("dev").resolve(forbidden);

        assertThat(read()).isEqualTo(shown ? new Reading.Quantity(FakeBus.GPUS) : Reading.absent(Reason.NO_PERMISSION));
    }

    @Test
    void aKernelWithoutSuchAListHasNone() {
        this.proc.namespace("pid:[4026531836]");

        assertThat(read()).isEqualTo(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aLineThatIsNotUnderstoodIsAnError() {
        this.proc
                .namespace("pid:[4026531836]")
                .write("bus/pci/devices", "zz\t10de2330\t1f" + "\t0".repeat(14) + "\tnvidia\n");

        assertThat(read()).isEqualTo(Reading.absent(Reason.ERROR));
    }
}
