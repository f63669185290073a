package io.gpulse.nvml.topology;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The words of {@code nvidia-smi topo -m} for connections over PCI Express, from the tree of the kernel. */
record PciPaths(PciTree tree) {

    static final String SINGLE_BRIDGE = "PIX";
    static final String BRIDGES = "PXB";
    static final String HOST_BRIDGE = "PHB";
    static final String WITHIN_NODE = "NODE";
    static final String BETWEEN_NODES = "SYS";

    /** The words, the shortest connection first. */
    static final List<String> WORDS = List.of(SINGLE_BRIDGE, BRIDGES, HOST_BRIDGE, WITHIN_NODE, BETWEEN_NODES);

    /** A device below the common bridge, and the port of that bridge. */
    private static final int BELOW_ONE_BRIDGE = 2;

    private static final Reading UNKNOWN = Reading.absent(Reason.NO_DATA);

    /** Returns the word for the connection of two devices. */
    Reading between(String a, String b) {
        Optional<List<String>> pathOfA = this.tree.path(a);
        Optional<List<String>> pathOfB = this.tree.path(b);
        if (pathOfA.isEmpty() || pathOfB.isEmpty()) {
            return UNKNOWN;
        }
        int common = common(pathOfA.get(), pathOfB.get());
        if (common == 0) {
            return betweenHostBridges(a, b);
        }
        return new Reading.Text(
                below(common, pathOfA.get().size(), pathOfB.get().size()));
    }

    /** @param common elements at the beginning of both paths, of which the first is the host bridge */
    private static String below(int common, int elementsOfA, int elementsOfB) {
        int below = Math.max(elementsOfA, elementsOfB) - common;
        if (common == 1) {
            return HOST_BRIDGE;
        }
        return below <= BELOW_ONE_BRIDGE ? SINGLE_BRIDGE : BRIDGES;
    }

    private static int common(List<String> a, List<String> b) {
        int common = 0;
        while (common < a.size() && common < b.size() && a.get(common).equals(b.get(common))) {
            common++;
        }
        return common;
    }

    private Reading betweenHostBridges(String a, String b) {
        OptionalInt nodeOfA = this.tree.numaNode(a);
        OptionalInt nodeOfB = this.tree.numaNode(b);
        if (nodeOfA.isPresent() && nodeOfB.isPresent()) {
            return new Reading.Text(nodeOfA.getAsInt() == nodeOfB.getAsInt() ? WITHIN_NODE : BETWEEN_NODES);
        }
        return this.tree.numaNodes().equals(OptionalInt.of(1)) ? new Reading.Text(WITHIN_NODE) : UNKNOWN;
    }
}
