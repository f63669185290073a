package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Http;
import io.gpulse.testing.TestServer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopologyEndpointTests {

    private static final Instant READ = Instant.parse("2026-11-20T09:12:44.120Z");

    private static final List<Topology.Link> LINKS = List.of(
            new Topology.Link("GPU0", "GPU1", new Reading.Text("NV18"), 18),
            new Topology.Link("GPU0", "mlx5_0", new Reading.Text("PIX"), 0),
            new Topology.Link("GPU1", "mlx5_0", Reading.absent(Reason.NO_DATA), 0));

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void topologyMatchesTheContractByteForByte() {
        server.reports(new Topology(
                true,
                READ,
                null,
                List.of(
                        node(0, new Reading.Quantity(0), new Reading.Text("0-31,64-95"), "mlx5_0"),
                        node(1, Reading.absent(Reason.NO_DATA), Reading.absent(Reason.NOT_SUPPORTED))),
                List.of(new Topology.Adapter("mlx5_0", "00000000:1A:00.0", new Reading.Quantity(1))),
                null,
                LINKS));

        assertThat(Http.get(server, "/api/v1/topology").body())
                .isEqualTo("{\"available\":true,\"reason\":null,\"simulated\":true,"
                        + "\"readAt\":\"2026-11-20T09:12:44.120Z\",\"gpus\":["
                        + "{\"index\":0,\"uuid\":\"GPU-0\",\"pciBusId\":\"00000000:1B:00.0\",\"numaNode\":0,"
                        + "\"cpuAffinity\":\"0-31,64-95\",\"nearestNics\":[\"mlx5_0\"],"
                        + "\"nvlinks\":[{\"link\":0,\"peer\":\"GPU1\"},{\"link\":2,\"peer\":\"NVSwitch\"},"
                        + "{\"link\":3,\"peer\":null}],\"absent\":{}},"
                        + "{\"index\":1,\"uuid\":\"GPU-1\",\"pciBusId\":\"00000000:1B:00.0\",\"numaNode\":null,"
                        + "\"cpuAffinity\":null,\"nearestNics\":[],\"nvlinks\":[],"
                        + "\"absent\":{\"cpuAffinity\":\"NOT_SUPPORTED\",\"numaNode\":\"NO_DATA\"}}],"
                        + "\"nics\":[{\"name\":\"mlx5_0\",\"pciBusId\":\"00000000:1A:00.0\",\"numaNode\":1}],"
                        + "\"nicsReason\":null,\"links\":["
                        + "{\"a\":\"GPU0\",\"b\":\"GPU1\",\"word\":\"NV18\",\"nvlinks\":18,\"absent\":null},"
                        + "{\"a\":\"GPU0\",\"b\":\"mlx5_0\",\"word\":\"PIX\",\"nvlinks\":null,\"absent\":null},"
                        + "{\"a\":\"GPU1\",\"b\":\"mlx5_0\",\"word\":null,\"nvlinks\":null,\"absent\":\"NO_DATA\"}]}");
    }

    @Test
    void unknownTopologyHasItsReason() {
        server.reports(Topology.unknown("The NVIDIA driver is not loaded."));

        assertThat(Http.get(server, "/api/v1/topology").body())
                .isEqualTo("{\"available\":false,\"reason\":\"The NVIDIA driver is not loaded.\",\"simulated\":false,"
                        + "\"readAt\":null,\"gpus\":[],\"nics\":[],"
                        + "\"nicsReason\":\"The NVIDIA driver is not loaded.\",\"links\":[]}");
    }

    private static Topology.Node node(int index, Reading numaNode, Reading processors, String... nearest) {
        List<Topology.NvLink> links = List.of(
                new Topology.NvLink(0, "GPU1"), new Topology.NvLink(2, "NVSwitch"), new Topology.NvLink(3, null));
        return new Topology.Node(
                index,
                "GPU-" + index,
                "00000000:1B:00.0",
                numaNode,
                processors,
                List.of(nearest),
                index == 0 ? links : List.of());
    }
}
