package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSession;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.session.NvmlSource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The topology of the demo machine: an NVSwitch, two NUMA nodes and four network adapters. */
class DemoTopologyTests {

    private Topology topology;

    @BeforeEach
    void read() throws Exception {
        GpuSession session = NvmlSource.simulated(new DemoNvml(() -> Instant.parse("2026-11-20T10:00:00Z")))
                .withPciTree(new DemoPciTree())
                .open();
        for (int index = 0; index < session.gpuCount(); index++) {
            session.attach(index);
        }
        this.topology = session.topology();
    }

    @Test
    void allGpusAreConnectedByAllTheirLinks() {
        assertThat(this.topology.simulated()).isTrue();
        assertThat(this.topology.links().stream().filter((link) -> link.b().startsWith("GPU")))
                .hasSize(28)
                .allMatch((link) -> link.word().equals(new Reading.Text("NV18")) && link.nvlinks() == 18);
    }

    @Test
    void anAdapterIsNextToTheFirstGpuOfAPair() {
        assertThat(this.topology.gpus())
                .extracting(Topology.Node::nearest)
                .containsExactly(
                        List.of("mlx5_0"),
                        List.of("mlx5_0"),
                        List.of("mlx5_1"),
                        List.of("mlx5_1"),
                        List.of("mlx5_2"),
                        List.of("mlx5_2"),
                        List.of("mlx5_3"),
                        List.of("mlx5_3"));
        assertThat(words("GPU0"))
                .containsEntry("mlx5_0", "PIX")
                .containsEntry("mlx5_1", "NODE")
                .containsEntry("mlx5_2", "SYS");
        assertThat(words("GPU1")).containsEntry("mlx5_0", "PHB");
        assertThat(words("mlx5_0"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("mlx5_1", "NODE", "mlx5_2", "SYS", "mlx5_3", "SYS"));
    }

    @Test
    void halfOfTheGpusAreOnEachNode() {
        assertThat(this.topology.gpus())
                .extracting((gpu) -> (int) gpu.numaNode().numberOr(-1))
                .containsExactly(0, 0, 0, 0, 1, 1, 1, 1);
        assertThat(this.topology.gpus().get(4).processors()).isEqualTo(new Reading.Text("56-111"));
        assertThat(this.topology.adapters())
                .extracting(Topology.Adapter::pciBusId)
                .containsExactly("00000000:1A:00.0", "00000000:51:00.0", "00000000:9C:00.0", "00000000:D0:00.0");
    }

    private Map<String, String> words(String device) {
        return this.topology.links().stream()
                .filter((link) -> link.a().equals(device) && !link.b().startsWith("GPU"))
                .collect(Collectors.toMap(
                        Topology.Link::b, (link) -> link.word().word().orElseThrow()));
    }
}
