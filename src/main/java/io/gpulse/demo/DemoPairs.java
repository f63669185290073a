package io.gpulse.demo;

import java.util.BitSet;

/** The driver's answers about the place of a GPU, and about pairs of GPUs. */
final class DemoPairs {

    private static final long HOST_BRIDGE = 30;
    private static final long NODE = 40;
    private static final long SYSTEM = 50;

    private DemoPairs() {}

    static void processors(Board board, SimulatedCall out) {
        BitSet processors = new BitSet();
        int first = DemoPciTree.nodeOfBoard(board.index()) * DemoPciTree.PROCESSORS_OF_NODE;
        processors.set(first, first + DemoPciTree.PROCESSORS_OF_NODE);
        write(processors, out);
    }

    static void numaNode(Board board, SimulatedCall out) {
        BitSet nodes = new BitSet();
        nodes.set(DemoPciTree.nodeOfBoard(board.index()));
        write(nodes, out);
    }

    private static void write(BitSet set, SimulatedCall out) {
        long[] words = set.toLongArray();
        for (int word = 0; word < words.length; word++) {
            out.memory().putLong(word * Long.BYTES, words[word]);
        }
    }

    /** Sets the level of the common ancestor with the GPU whose handle is given. */
    static void ancestor(Board board, SimulatedCall out) {
        int other = (int) out.given() - 1;
        if (other / 2 == board.index() / 2) {
            out.with(HOST_BRIDGE);
        } else {
            boolean sameNode = DemoPciTree.nodeOfBoard(other) == DemoPciTree.nodeOfBoard(board.index());
            out.with(sameNode ? NODE : SYSTEM);
        }
    }
}
