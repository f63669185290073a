package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostParts;
import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The machine part by part: each core, each disk, each network interface. */
class PartsTests {

    private static final String DISK = "8 0 %s 7 7 %d 7 7 7 %d 7 0 %d 7 0 0 0 0\n";
    private static final String INTERFACE = "%s: %d 9 %d 1 0 0 0 0 %d 9 2 3 0 0 0 0\n";

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

    static Stream<Metric> rows() {
        return Stream.of(Scope.CORE, Scope.DISK, Scope.NETWORK).flatMap((scope) -> Metric.of(scope).stream());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theKernelsFiguresOfAPartAreReadBack(Metric row) {
        read();
        Probe.Proc source = (Probe.Proc) row.spec().probes().get(0);

        double expected = this.proc.set(source.file(), source.figure());

        assertThat(only(row, read()).number(row)).hasValue(expected);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void theFirstSampleHasNeitherSharesNorRates(Metric row) {
        boolean sinceTheLastLook =
                row.spec().unit() == Unit.PERCENT || row.spec().unit() == Unit.BYTES_PER_SECOND;

        Reading first = only(row, read()).of(row).orElseThrow();

        assertThat(first.equals(Reading.absent(Reason.NO_DATA))).isEqualTo(sinceTheLastLook);
    }

    @Test
    void coresAreReportedByNumberWithoutOfflineOnes() {
        this.proc.write("stat", "cpu  9 9 9 9\ncpu0 0 0 0 0\ncpu2 0 0 0 0\ncpu10 0 0 0 0\nintr 7\n");
        read();
        this.proc.write("stat", "cpu  9 9 9 9\ncpu0 1 0 0 3\ncpu2 0 0 2 2\ncpu10 0 0 0 8\nintr 7\n");

        List<PartSample> cores = read().parts().cores();

        assertThat(cores).extracting(PartSample::name).containsExactly("0", "2", "10");
        assertThat(cores)
                .extracting((core) ->
                        core.readings().number(Metric.CORE_UTILIZATION).orElseThrow())
                .containsExactly(25.0, 50.0, 0.0);
        assertThat(cores.get(1).readings().number(Metric.CORE_SYSTEM)).hasValue(50);
        assertThat(cores.get(1).readings().number(Metric.CORE_USER)).hasValue(0);
        assertThat(cores.get(1).readings().of(Metric.CORE_STEAL)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void aCoreThatGoesIsGoneAndOneThatComesBackHasNoPast() {
        this.proc.write("stat", "cpu0 0 0 0 0\ncpu1 0 0 0 0\n");
        read();
        this.proc.write("stat", "cpu0 1 0 0 1\n");
        assertThat(read().parts().cores()).extracting(PartSample::name).containsExactly("0");

        this.proc.write("stat", "cpu0 2 0 0 2\ncpu1 1 0 0 1\n");
        List<PartSample> cores = read().parts().cores();

        assertThat(cores.get(0).readings().number(Metric.CORE_UTILIZATION)).hasValue(50);
        assertThat(cores.get(1).readings().of(Metric.CORE_UTILIZATION)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aCoreOfUnknownFormatIsAnErrorAndTheOthersAreReported() {
        this.proc.write("stat", "cpu0 0 0 0 0\ncpu1 many\ncpux 1 1 1 1\n");
        read();
        this.proc.write("stat", "cpu0 1 0 0 1\ncpu1 many\ncpux 1 1 1 1\n");

        List<PartSample> cores = read().parts().cores();

        assertThat(cores).hasSize(2);
        assertThat(cores.get(0).readings().number(Metric.CORE_UTILIZATION)).hasValue(50);
        assertThat(cores.get(1).readings().of(Metric.CORE_UTILIZATION)).contains(Reading.absent(Reason.ERROR));
    }

    @Test
    void eachDiskIsReportedByElapsedTimeWithoutVolumes() {
        this.proc.write("diskstats", disk("sda", 100, 0, 0) + disk("sda1", 1, 1, 1) + disk("dm-0", 1, 1, 1));
        read();
        this.stopwatch.advance(1);
        this.proc.write("diskstats", disk("sda", 104, 8, 500) + disk("sda1", 9, 9, 9) + disk("dm-0", 9, 9, 9));

        List<PartSample> disks = read().parts().disks();

        assertThat(disks).extracting(PartSample::name).containsExactly("sda");
        Readings sda = disks.get(0).readings();
        assertThat(sda.number(Metric.DISK_READ)).hasValue(2 * 512);
        assertThat(sda.number(Metric.DISK_WRITE)).hasValue(4 * 512);
        assertThat(sda.number(Metric.DISK_UTILIZATION)).hasValue(25);
    }

    @Test
    void aDiskIsNeverBusyForMoreThanAllOfItsTime() {
        this.proc.write("diskstats", disk("sda", 0, 0, 0));
        read();
        this.proc.write("diskstats", disk("sda", 0, 0, 3000));

        assertThat(read().parts().disks().get(0).readings().number(Metric.DISK_UTILIZATION))
                .hasValue(100);
    }

    @Test
    void aDiskThatIsPluggedInHasNoPastAndOneThatIsPulledIsGone() {
        this.proc.write("diskstats", disk("sda", 1, 1, 1));
        read();
        this.proc.write("diskstats", disk("sdb", 9000, 9000, 9000));

        List<PartSample> disks = read().parts().disks();

        assertThat(disks).extracting(PartSample::name).containsExactly("sdb");
        assertThat(disks.get(0).readings().of(Metric.DISK_READ)).contains(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aDiskThatWasResetDoesNotAffectTheOthers() {
        this.proc.write("diskstats", disk("sda", 500, 0, 0) + disk("sdb", 500, 0, 0));
        read();
        this.proc.write("diskstats", disk("sda", 3, 0, 0) + disk("sdb", 501, 0, 0));

        List<PartSample> disks = read().parts().disks();

        assertThat(disks.get(0).readings().of(Metric.DISK_READ)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(disks.get(1).readings().number(Metric.DISK_READ)).hasValue(512);
    }

    @Test
    void theShortLineOfAnOldKernelIsReadAsFarAsItGoes() {
        this.proc.write("diskstats", "8 0 sda 1 2 3 4 5 6 7 8\n");
        read();
        this.proc.write("diskstats", "8 0 sda 1 2 4 4 5 6 7 8\n");

        Readings sda = read().parts().disks().get(0).readings();

        assertThat(sda.number(Metric.DISK_READ)).hasValue(512);
        assertThat(sda.of(Metric.DISK_UTILIZATION)).contains(Reading.absent(Reason.ERROR));
    }

    @Test
    void eachInterfaceIsReportedWithItsErrorsInBothDirections() {
        this.proc.write("1/net/dev", "head | head\n" + line("eth0", 10, 20, 5) + line("lo", 1, 1, 1));
        read();
        this.proc.write("1/net/dev", "head | head\n" + line("eth0", 13, 27, 6) + line("ib0", 1, 1, 0));

        List<PartSample> networks = read().parts().networks();

        assertThat(networks).extracting(PartSample::name).containsExactly("eth0", "ib0");
        Readings eth0 = networks.get(0).readings();
        assertThat(eth0.number(Metric.NETWORK_RECEIVE)).hasValue(3);
        assertThat(eth0.number(Metric.NETWORK_TRANSMIT)).hasValue(7);
        assertThat(eth0.number(Metric.NETWORK_ERRORS)).hasValue(6 + 2);
        assertThat(eth0.number(Metric.NETWORK_DROPS)).hasValue(1 + 3);
        Readings newcomer = networks.get(1).readings();
        assertThat(newcomer.of(Metric.NETWORK_RECEIVE)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(newcomer.number(Metric.NETWORK_ERRORS)).hasValue(2);
    }

    @Test
    void anInterfaceWhoseErrorsAreNoNumberIsAnErrorInThatOnly() {
        this.proc.write("1/net/dev", "eth0: 1 9 -4 0 0 0 0 0 1 9 0 0 0 0 0 0\n");
        read();

        Readings eth0 = read().parts().networks().get(0).readings();

        assertThat(eth0.of(Metric.NETWORK_ERRORS)).contains(Reading.absent(Reason.ERROR));
        assertThat(eth0.number(Metric.NETWORK_RECEIVE)).hasValue(0);
    }

    @Test
    void afterAMissingFileTheRateCoversTheWholeTime() {
        this.proc.write("diskstats", disk("sda", 0, 0, 0));
        read();
        this.proc.delete("diskstats");
        assertThat(read().parts().disks()).isEmpty();

        this.proc.write("diskstats", disk("sda", 8, 0, 0));

        assertThat(read().parts().disks().get(0).readings().number(Metric.DISK_READ))
                .hasValue(4 * 512);
    }

    @Test
    void withoutProcThereAreNoParts() {
        ProcHost elsewhere = new ProcHost(ProcFolder.at(this.root.resolve("nothing-here")), () -> "mac");

        assertThat(elsewhere.read().parts()).isEqualTo(HostParts.NONE);
    }

    private static String disk(String name, long read, long written, long busy) {
        return DISK.formatted(name, read, written, busy);
    }

    private static String line(String name, long received, long sent, long errors) {
        return INTERFACE.formatted(name, received, errors, sent);
    }

    /** The fake has two cores that do the same, one disk and one interface. */
    private static Readings only(Metric row, HostSample sample) {
        HostParts parts = sample.parts();
        return switch (row.spec().scope()) {
            case CORE -> parts.cores().get(1).readings();
            case DISK -> parts.disks().get(0).readings();
            default -> parts.networks().get(0).readings();
        };
    }

    /** Reads a second after the last sample. */
    private HostSample read() {
        this.stopwatch.advance(1);
        return this.host.read();
    }
}
