package io.gpulse.demo;

import io.gpulse.nvml.topology.PciTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The simulated PCI devices: two GPUs to a host bridge, the first of them next to a network adapter, on two NUMA nodes.
 */
final class DemoPciTree implements PciTree {

    static final int PROCESSORS_OF_NODE = 56;

    private static final int NODES = 2;
    private static final List<Integer> BUSES_OF_ADAPTERS = List.of(0x1a, 0x51, 0x9c, 0xd0);

    @Override
    public Optional<List<String>> path(String address) {
        Optional<Integer> adapter = adapter(address);
        if (adapter.isPresent()) {
            return Optional.of(behindSwitch(adapter.get(), "01.0", address));
        }
        return board(address)
                .map((index) -> index % 2 == 0
                        ? behindSwitch(index / 2, "00.0", address)
                        : List.of(hostBridge(index / 2), port(index / 2, "03.0"), address));
    }

    private static List<String> behindSwitch(int pair, String downstream, String address) {
        return List.of(
                hostBridge(pair),
                port(pair, "01.0"),
                String.format("0000:%02x:00.0", firstBus(pair) + 1),
                String.format("0000:%02x:%s", firstBus(pair) + 2, downstream),
                address);
    }

    private static String hostBridge(int pair) {
        return String.format("pci0000:%02x", firstBus(pair));
    }

    private static String port(int pair, String port) {
        return String.format("0000:%02x:%s", firstBus(pair), port);
    }

    private static int firstBus(int pair) {
        return new Board(2 * pair).bus() - 5;
    }

    @Override
    public OptionalInt numaNode(String address) {
        return adapter(address)
                .or(() -> board(address).map((index) -> index / 2))
                .map((pair) -> OptionalInt.of(nodeOf(pair)))
                .orElse(OptionalInt.empty());
    }

    /** Returns the NUMA node of a GPU. */
    static int nodeOfBoard(int index) {
        return nodeOf(index / 2);
    }

    /** Returns the node of a pair of GPUs: two pairs to a node, then again from the first. */
    private static int nodeOf(int pair) {
        return pair / 2 % NODES;
    }

    @Override
    public Optional<String> processors(String address) {
        OptionalInt node = numaNode(address);
        return node.isPresent() ? Optional.of(processorsOf(node.getAsInt())) : Optional.empty();
    }

    private static String processorsOf(int node) {
        int first = node * PROCESSORS_OF_NODE;
        return first + "-" + (first + PROCESSORS_OF_NODE - 1);
    }

    @Override
    public OptionalInt numaNodes() {
        return OptionalInt.of(NODES);
    }

    @Override
    public Optional<Map<String, String>> adapters() {
        Map<String, String> adapters = new LinkedHashMap<>();
        IntStream.range(0, BUSES_OF_ADAPTERS.size())
                .forEach((pair) -> adapters.put("mlx5_" + pair, addressOfAdapter(pair)));
        return Optional.of(adapters);
    }

    private static String addressOfAdapter(int pair) {
        return String.format("0000:%02x:00.0", BUSES_OF_ADAPTERS.get(pair));
    }

    /** Returns the pair of GPUs that an adapter is near to. */
    private static Optional<Integer> adapter(String address) {
        return IntStream.range(0, BUSES_OF_ADAPTERS.size())
                .filter((pair) -> addressOfAdapter(pair).equals(address))
                .boxed()
                .findFirst();
    }

    private static Optional<Integer> board(String address) {
        return IntStream.range(0, Board.most())
                .filter((index) -> PciTree.address(new Board(index).pciBusId(8)).equals(address))
                .boxed()
                .findFirst();
    }
}
