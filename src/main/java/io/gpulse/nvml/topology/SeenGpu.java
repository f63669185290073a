package io.gpulse.nvml.topology;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Call;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlCalls;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The driver's part of the topology of one GPU.
 *
 * @param processors the processors near it, as a list of ranges
 * @param numaNode the NUMA node of these processors
 * @param pairs the pairs with GPUs of higher indices, by their index
 */
record SeenGpu(
        AttachedGpu gpu, NvLinkPeers peers, Reading processors, Reading numaNode, Map<Integer, PairResult> pairs) {

    /** The words by the driver's level divided by 10; the level 0 is a common board. */
    private static final List<String> LEVELS = List.of(
            PciPaths.SINGLE_BRIDGE,
            PciPaths.SINGLE_BRIDGE,
            PciPaths.BRIDGES,
            PciPaths.HOST_BRIDGE,
            PciPaths.WITHIN_NODE,
            PciPaths.BETWEEN_NODES);

    private static final int STEP = 10;
    private static final Reading BUSY = Reading.absent(Reason.TIMED_OUT);

    /** A GPU of the session. */
    record AttachedGpu(int index, GpuIdentity identity, long handle) {}

    /**
     * Two GPUs.
     *
     * @param pcie the word for their connection over PCI Express
     * @param nvlink whether the driver permits access over NVLink, 0 being yes; only queried where there are switches
     */
    record PairResult(Reading pcie, CallOutcome nvlink) {

        private PairResult keeping(PairResult before) {
            return new PairResult(
                    isPassing(this.pcie) ? before.pcie : this.pcie,
                    this.nvlink == CallOutcome.UNKNOWN ? before.nvlink : this.nvlink);
        }
    }

    /** The answer of {@code nvmlDeviceGetP2PStatus}. */
    enum CallOutcome {
        PERMITTED,
        DENIED,
        UNKNOWN
    }

    /** Returns a GPU that could not be read. */
    static SeenGpu unread(AttachedGpu gpu, Reason why) {
        return new SeenGpu(gpu, NvLinkPeers.unknown(why), Reading.absent(why), Reading.absent(why), Map.of());
    }

    /** Returns whether every part of a GPU is known, or absent for a reason that does not pass. */
    boolean isComplete(AttachedGpu attached, List<AttachedGpu> others) {
        return this.gpu.equals(attached)
                && !isPassing(this.peers.unknown())
                && !BUSY.equals(this.processors)
                && !BUSY.equals(this.numaNode)
                && others.stream().allMatch((other) -> isKnown(this.pairs.get(other.index())));
    }

    private static boolean isKnown(@Nullable PairResult pair) {
        return pair != null && !isPassing(pair.pcie);
    }

    /** Returns this GPU with the parts that were known before and are missing while a GPU is busy or asleep. */
    SeenGpu keeping(SeenGpu before) {
        if (!before.gpu.identity().uuid().equals(this.gpu.identity().uuid())) {
            return this;
        }
        Map<Integer, PairResult> all = new HashMap<>(before.pairs);
        this.pairs.forEach((index, pair) -> all.merge(index, pair, (earlier, now) -> now.keeping(earlier)));
        return new SeenGpu(
                this.gpu,
                isPassing(this.peers.unknown()) ? before.peers : this.peers,
                isPassing(this.processors) ? before.processors : this.processors,
                isPassing(this.numaNode) ? before.numaNode : this.numaNode,
                Map.copyOf(all));
    }

    private static boolean isPassing(Reading reading) {
        return reading instanceof Reading.Absent absent && isPassing(absent.reason());
    }

    /** Returns whether a part is missing because a GPU is busy, or because it must not be woken. */
    private static boolean isPassing(@Nullable Reason reason) {
        return reason == Reason.TIMED_OUT || reason == Reason.NO_DATA;
    }

    /** Reads a GPU and its pairs. Blocks while the driver answers. */
    static SeenGpu read(AttachedGpu gpu, List<AttachedGpu> others, NvmlCalls calls, GpuGate gate) {
        Reader reader = new Reader(gpu, calls, gate.beforeCall(gpu.index()));
        NvLinkPeers peers = NvLinkPeers.read((call) -> reader.call(call, Map.of()));
        Map<Integer, PairResult> pairs = new HashMap<>();
        others.forEach((other) -> pairs.put(other.index(), reader.pair(other, peers.toSwitches() > 0, gate)));
        return new SeenGpu(gpu, peers, reader.processors(), reader.numaNode(), pairs);
    }

    /** Makes the calls about one GPU. */
    private record Reader(AttachedGpu gpu, NvmlCalls calls, Consumer<String> beforeCall) {

        CallResult call(Call call, Map<String, Long> given) {
            this.beforeCall.accept(call.symbol());
            return CallResult.of(this.calls, this.gpu.handle(), call, given);
        }

        PairResult pair(AttachedGpu other, boolean hasSwitches, GpuGate gate) {
            Optional<Reason> refused = gate.tryEnter(other.index());
            if (refused.isPresent()) {
                return new PairResult(Reading.absent(refused.get()), CallOutcome.UNKNOWN);
            }
            try {
                return pair(other, hasSwitches);
            } finally {
                gate.leave(other.index());
            }
        }

        private PairResult pair(AttachedGpu other, boolean hasSwitches) {
            CallResult level = call(TopologyCalls.COMMON_ANCESTOR, Map.of(TopologyCalls.OTHER, other.handle()));
            return new PairResult(word(level), hasSwitches ? access(other) : CallOutcome.UNKNOWN);
        }

        private CallOutcome access(AttachedGpu other) {
            CallResult status = call(
                    TopologyCalls.P2P_STATUS,
                    Map.of(TopologyCalls.OTHER, other.handle(), TopologyCalls.CAPABILITY, TopologyCalls.NVLINK));
            if (status.isRefused()) {
                return CallOutcome.UNKNOWN;
            }
            return status.number() == 0 ? CallOutcome.PERMITTED : CallOutcome.DENIED;
        }

        private static Reading word(CallResult level) {
            if (level.isRefused()) {
                return Reading.absent(level.reason());
            }
            int place = level.number() / STEP;
            return level.number() % STEP == 0 && place >= 0 && place < LEVELS.size()
                    ? new Reading.Text(LEVELS.get(place))
                    : Reading.absent(Reason.ERROR);
        }

        Reading processors() {
            CallResult set = call(TopologyCalls.CPU_AFFINITY, Map.of());
            return set.isRefused() ? Reading.absent(set.reason()) : listed(set.bits(TopologyCalls.PROCESSORS));
        }

        private static Reading listed(BitSet processors) {
            return processors.isEmpty()
                    ? Reading.absent(Reason.NO_DATA)
                    : new Reading.Text(TopologyCalls.ranges(processors));
        }

        /** Reads the node. A GPU that is near several nodes has no node of its own. */
        Reading numaNode() {
            CallResult set = call(TopologyCalls.MEMORY_AFFINITY, Map.of(TopologyCalls.SCOPE, 0L));
            if (set.isRefused()) {
                return Reading.absent(set.reason());
            }
            BitSet nodes = set.bits(TopologyCalls.NODES);
            return nodes.cardinality() == 1
                    ? new Reading.Quantity(nodes.nextSetBit(0))
                    : Reading.absent(Reason.NO_DATA);
        }
    }
}
