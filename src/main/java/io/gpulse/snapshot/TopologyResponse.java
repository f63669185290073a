package io.gpulse.snapshot;

import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The connections between the GPUs and the network adapters of the machine.
 *
 * @param available Whether the topology is known.
 * @param reason Why it is not known, as a sentence; null when it is.
 * @param simulated Whether the GPUs are simulated ones.
 * @param readAt When it was read: once per session with the driver; null before.
 * @param gpus The GPUs, by index.
 * @param nics The network adapters that support RDMA, by name.
 * @param nicsReason Why the adapters are not known, as a sentence; null when they are.
 * @param links Each pair of devices once, in the order of the upper triangle of the matrix of `nvidia-smi topo -m`.
 */
@Schema(name = "Topology")
record TopologyResponse(
        @Schema(example = "true") boolean available,

        @Schema(example = "null") @Nullable String reason,

        @Schema(example = "false") boolean simulated,

        @Schema(example = "2026-11-20T09:12:44.120Z") @Nullable
        Instant readAt,

        List<TopologyGpu> gpus,

        List<TopologyNic> nics,

        @Schema(example = "null") @Nullable String nicsReason,

        List<TopologyLink> links) {

    static TopologyResponse of(Topology topology) {
        return new TopologyResponse(
                topology.reason() == null,
                topology.reason(),
                topology.simulated(),
                topology.readAt(),
                topology.gpus().stream().map(TopologyGpu::of).toList(),
                topology.adapters().stream().map(TopologyNic::of).toList(),
                topology.adaptersReason(),
                topology.links().stream().map(TopologyLink::of).toList());
    }

    private static @Nullable Integer whole(Reading number) {
        return number instanceof Reading.Quantity quantity ? Integer.valueOf((int) quantity.value()) : null;
    }

    private static @Nullable Reason reason(Reading reading) {
        return reading instanceof Reading.Absent absent ? absent.reason() : null;
    }

    /**
     * The place of a GPU in the machine.
     *
     * @param index The driver's index, from 0.
     * @param uuid UUID of the GPU.
     * @param pciBusId domain:bus:device.function on the PCI bus.
     * @param numaNode The NUMA node whose processors are near it.
     * @param cpuAffinity The processors that are near it, as ranges of numbers.
     * @param nearestNics Names of the network adapters with the shortest connection to it; empty when there are none or
     *     they are not known.
     * @param nvlinks Its NVLinks that were up when the topology was read, by number; empty when they are not known.
     * @param absent Why `numaNode` and `cpuAffinity` are null.
     */
    @Schema(name = "TopologyGpu")
    record TopologyGpu(
            @Schema(example = "0") int index,

            @Schema(example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b")
            String uuid,

            @Schema(example = "00000000:1B:00.0") String pciBusId,

            @Schema(example = "0") @Nullable Integer numaNode,

            @Schema(example = "0-31,64-95") @Nullable String cpuAffinity,

            @Schema(example = "[\"mlx5_0\"]") List<String> nearestNics,
            List<TopologyNvlink> nvlinks,

            @Schema(example = "{}") Map<String, Reason> absent) {

        static TopologyGpu of(Topology.Node gpu) {
            Map<String, Reason> absent = new TreeMap<>();
            if (gpu.numaNode() instanceof Reading.Absent why) {
                absent.put("numaNode", why.reason());
            }
            if (gpu.processors() instanceof Reading.Absent why) {
                absent.put("cpuAffinity", why.reason());
            }
            return new TopologyGpu(
                    gpu.index(),
                    gpu.uuid(),
                    gpu.pciBusId(),
                    whole(gpu.numaNode()),
                    gpu.processors().word().orElse(null),
                    gpu.nearest(),
                    gpu.nvlinks().stream().map(TopologyNvlink::of).toList(),
                    absent);
        }
    }

    /**
     * The other end of an NVLink.
     *
     * @param link The driver's number of the link, from 0.
     * @param peer `GPU` with its index, or `NVSwitch`; null for a GPU that is not listed.
     */
    @Schema(name = "TopologyNvlink")
    record TopologyNvlink(
            @Schema(example = "0") int link,

            @Schema(example = "GPU1") @Nullable String peer) {

        static TopologyNvlink of(Topology.NvLink link) {
            return new TopologyNvlink(link.link(), link.peer());
        }
    }

    /**
     * A network adapter that supports RDMA.
     *
     * @param name Name of the RDMA device.
     * @param pciBusId domain:bus:device.function on the PCI bus.
     * @param numaNode The NUMA node that it is near to; null when the kernel assigns none.
     */
    @Schema(name = "TopologyNic")
    record TopologyNic(
            @Schema(example = "mlx5_0") String name,

            @Schema(example = "00000000:1A:00.0") String pciBusId,

            @Schema(example = "0") @Nullable Integer numaNode) {

        static TopologyNic of(Topology.Adapter adapter) {
            return new TopologyNic(adapter.name(), adapter.pciBusId(), whole(adapter.numaNode()));
        }
    }

    /**
     * The connection of two devices.
     *
     * @param a `GPU` with its index, or the name of an adapter.
     * @param b `GPU` with its index, or the name of an adapter.
     * @param word The word of `nvidia-smi topo -m`: NV# (a bonded set of # NVLinks), PIX (at most one PCIe bridge), PXB
     *     (several PCIe bridges), PHB (a PCIe host bridge), NODE (host bridges of one NUMA node) or SYS (the
     *     interconnect between NUMA nodes); null when it is not known.
     * @param nvlinks The number of NVLinks in NV#; null for the other words.
     * @param absent Why the word is null; otherwise null.
     */
    @Schema(name = "TopologyLink")
    record TopologyLink(
            @Schema(example = "GPU0") String a,

            @Schema(example = "GPU1") String b,

            @Schema(example = "NV18") @Nullable String word,

            @Schema(example = "18") @Nullable Integer nvlinks,

            @Schema(example = "null") @Nullable Reason absent) {

        static TopologyLink of(Topology.Link link) {
            return new TopologyLink(
                    link.a(),
                    link.b(),
                    link.word().word().orElse(null),
                    link.nvlinks() == 0 ? null : Integer.valueOf(link.nvlinks()),
                    reason(link.word()));
        }
    }
}
