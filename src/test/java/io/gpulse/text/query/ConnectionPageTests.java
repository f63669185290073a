package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConnectionPageTests {

    private static final Path CAPTURES = Path.of("../shared/captures/text");
    private static final Reading ABSENT = Reading.absent(Reason.NOT_SUPPORTED);

    @Test
    void theMatrixOfOneGpuIsThatOfARecording() throws IOException {
        Path recording = CAPTURES.resolve("h100-590.48.topo-m.txt");
        assumeTrue(Files.exists(recording));
        Topology one = new Topology(false, null, null, List.of(node(0, "0-19")), List.of(), null, List.of());
        GpuSample gpu = Snapshots.gpu(0, Map.of(Metric.NUMA_NODE, ABSENT));

        assertThat(ConnectionPage.topology(one).of(of("590.48.01", gpu), (any) -> true))
                .isEqualTo(Files.readString(recording));
    }

    @Test
    void adaptersHaveNumbersAndALegend() {
        Topology two = topology();

        String printed = ConnectionPage.topology(two).of(of("580.95.05"), (any) -> true);

        assertThat(printed)
                .startsWith("\t\u001b[4mGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\u001b[0m\n"
                        + "GPU0\t X \tNV18\tPIX\tSYS\t0-31\t0\t\tN/A\n"
                        + "GPU1\tNV18\t X \tSYS\tN/A\t32-63\t0\t\tN/A\n"
                        + "NIC0\tPIX\tSYS\t X \tNODE\t\t\t\t\n"
                        + "NIC1\tSYS\tN/A\tNODE\t X \t\t\t\t\n\nLegend:\n\n  X    = Self\n")
                .endsWith("NVLinks\n\nNIC Legend:\n\n  NIC0: mlx5_0\n  NIC1: mlx5_1\n");
        assertThat(ConnectionPage.topology(two).of(of("470.256.02"), (any) -> true))
                .startsWith("\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n");
    }

    private static Topology topology() {
        return new Topology(
                false,
                null,
                null,
                List.of(node(0, "0-31"), node(1, "32-63")),
                List.of(
                        new Topology.Adapter("mlx5_0", "00000000:19:00.0", ABSENT),
                        new Topology.Adapter("mlx5_1", "00000000:29:00.0", ABSENT)),
                null,
                List.of(
                        link("GPU0", "GPU1", new Reading.Text("NV18")),
                        link("GPU0", "mlx5_0", new Reading.Text("PIX")),
                        link("GPU0", "mlx5_1", new Reading.Text("SYS")),
                        link("GPU1", "mlx5_0", new Reading.Text("SYS")),
                        link("GPU1", "mlx5_1", Reading.absent(Reason.TIMED_OUT)),
                        link("mlx5_0", "mlx5_1", new Reading.Text("NODE"))));
    }

    private static Topology.Link link(String a, String b, Reading word) {
        return new Topology.Link(a, b, word, 0);
    }

    private static Topology.Node node(int index, String processors) {
        return new Topology.Node(
                index,
                "GPU-" + index,
                "00",
                new Reading.Quantity(0),
                new Reading.Text(processors),
                List.of(),
                List.of());
    }

    @Test
    void theLinksOfAGpuAreThoseOfARecording() throws IOException {
        Path recording = CAPTURES.resolve("h100-590.48.nvlink-s.txt");
        assumeTrue(Files.exists(recording));

        assertThat(nvlinks(linked(18, 1)).lines().skip(1).toList())
                .isEqualTo(Files.readAllLines(recording).stream().skip(1).toList());
    }

    @Test
    void theSpeedOfALinkThatIsDownIsNotPrinted() {
        assertThat(nvlinks(linked(2, 1), linked(1, 0))).isEqualTo("""
            GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77)
            \t Link 0: 26.562 GB/s
            \t Link 1: 26.562 GB/s
            GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77)
            NVML: Unable to retrieve Nvlink information as all links are inActive
            """);
        GpuSample mixed = Snapshots.gpu(0)
                .with(new GpuReadings(Readings.NONE, List.of(link(0, 1), link(1, 0)), List.of(), List.of()));
        assertThat(nvlinks(mixed)).endsWith("\t Link 0: 26.562 GB/s\n\t Link 1: <inactive>\n");
    }

    @Test
    void aGpuWithoutLinksHasASentence() {
        GpuSample gpu = Snapshots.gpu(0, Map.of());

        assertThat(nvlinks(gpu)).endsWith("\nDevice does not have or support Nvlink\n");
        assertThat(nvlinks(Instances.split(gpu, List.of())))
                .endsWith("\nNvlink queries are not supported for Devices in MIG mode\n");
        assertThat(nvlinks(Snapshots.troubled(1, GpuState.LOST, "It is lost."))).endsWith("\nGPU is lost\n");
    }

    private static String nvlinks(GpuSample... gpus) {
        return ConnectionPage.nvlinks().of(of("590.48.01", gpus), (any) -> true);
    }

    private static GpuSample linked(int links, double state) {
        List<LinkSample> all = IntStream.range(0, links)
                .mapToObj((number) -> link(number, state))
                .toList();
        return Snapshots.gpu(0).with(new GpuReadings(Readings.NONE, all, List.of(), List.of()));
    }

    private static LinkSample link(int number, double state) {
        return new LinkSample(
                number,
                Readings.of(Map.of(
                        Metric.LINK_STATE,
                        Metric.LINK_STATE.spec().reading((long) state),
                        Metric.LINK_BANDWIDTH_MAX,
                        new Reading.Quantity(26_562e6))));
    }

    private static Snapshot of(String driver, GpuSample... gpus) {
        return Snapshots.of(0, new Source(SourceKind.NVML, false, driver, null, "13.0", null), List.of(gpus));
    }
}
