package io.gpulse.device.topology;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The connections between the GPUs and the network adapters of the machine. They are static: they are read once per
 * session with the driver.
 *
 * @param simulated whether it is not that of this machine
 * @param readAt null until it has been read
 * @param reason why it is not known, as a sentence; null when it is
 * @param gpus by index
 * @param adapters by name
 * @param adaptersReason why the adapters are not known, as a sentence; null when they are
 * @param links each pair once, in the order of the upper triangle of the matrix of {@code nvidia-smi topo -m}
 */
public record Topology(
        boolean simulated,
        @Nullable Instant readAt,
        @Nullable String reason,
        List<Node> gpus,
        List<Adapter> adapters,
        @Nullable String adaptersReason,
        List<Link> links) {

    public static final Topology UNREAD = unknown("The topology has not been read yet.");

    public Topology {
        gpus = List.copyOf(gpus);
        adapters = List.copyOf(adapters);
        links = List.copyOf(links);
    }

    /** Returns the topology of a machine of which nothing is known. */
    public static Topology unknown(String reason) {
        return new Topology(false, null, reason, List.of(), List.of(), reason, List.of());
    }

    /** Returns the same topology with the time at which it was read. */
    public Topology at(Instant time) {
        return new Topology(
                this.simulated, time, this.reason, this.gpus, this.adapters, this.adaptersReason, this.links);
    }

    /** Returns whether a part is missing because a GPU was busy, so that another attempt can find it. */
    public boolean isIncomplete() {
        Stream<Reading> ofGpus = this.gpus.stream().flatMap((gpu) -> Stream.of(gpu.numaNode(), gpu.processors()));
        return Stream.concat(this.links.stream().map(Link::word), ofGpus)
                .anyMatch(Reading.absent(Reason.TIMED_OUT)::equals);
    }

    /**
     * A GPU.
     *
     * @param pciBusId domain:bus:device.function, upper case, the domain with eight digits
     * @param numaNode the NUMA node to whose processors it is attached
     * @param processors the processors near it, such as {@code 0-31,64-95}
     * @param nearest names of the adapters with the shortest connection
     * @param nvlinks its active NVLinks by number; empty where they are not known
     */
    public record Node(
            int index,
            String uuid,
            String pciBusId,
            Reading numaNode,
            Reading processors,
            List<String> nearest,
            List<NvLink> nvlinks) {

        public Node {
            nearest = List.copyOf(nearest);
            nvlinks = List.copyOf(nvlinks);
        }
    }

    /**
     * An NVLink of a GPU.
     *
     * @param link the driver's number, from 0
     * @param peer {@code GPU0} for the GPU with this index, or {@code NVSwitch}; null for a GPU of another machine
     */
    public record NvLink(int link, @Nullable String peer) {}

    /**
     * A network adapter that supports RDMA.
     *
     * @param name such as {@code mlx5_0}
     * @param pciBusId in the form of the GPUs
     */
    public record Adapter(String name, String pciBusId, Reading numaNode) {}

    /**
     * The connection of two devices.
     *
     * @param a {@code GPU0} for the GPU with this index, or the name of an adapter
     * @param word that of {@code nvidia-smi topo -m}: {@code NV18}, {@code PIX}, {@code PXB}, {@code PHB},
     *     {@code NODE} or {@code SYS}
     * @param nvlinks the number of NVLinks of the connection; 0 for none or where that is not known
     */
    public record Link(String a, String b, Reading word, int nvlinks) {}
}
