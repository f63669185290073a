package io.gpulse.nvml.topology;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

/** The calls of the topology. The second GPU of a pair is an input of the call. */
public final class TopologyCalls {

    /** The layout of the PCI identity of a GPU, which is also that of the other end of a link. */
    private static final Layout PCI =
            ((Probe.Member) Metric.PCI_BUS_ID.spec().probes().get(0)).call().layout();

    /** Words of 64 processors. */
    private static final int PROCESSOR_WORDS = 32;

    static final String PROCESSORS = "processors";
    static final String NODES = "nodes";
    static final String OTHER = "other";
    static final String CAPABILITY = "capability";
    static final String SCOPE = "scope";
    static final String BUS_ID = "busId";

    /** {@code NVML_P2P_CAPS_INDEX_NVLINK}. */
    static final long NVLINK = 2;

    static final Call CPU_AFFINITY = new Call(
            "nvmlDeviceGetCpuAffinity",
            List.of(PROCESSOR_WORDS),
            Layout.pointers().array(PROCESSORS, PROCESSOR_WORDS * Long.BYTES));

    /** The scope 0 is that of the NUMA node. */
    static final Call MEMORY_AFFINITY = new Call(
            "nvmlDeviceGetMemoryAffinity",
            List.of(1),
            Layout.pointers().array(NODES, Long.BYTES).given(SCOPE));

    static final Call COMMON_ANCESTOR = Call.struct(
            "nvmlDeviceGetTopologyCommonAncestor",
            Layout.pointers().given(OTHER).u32(""));

    static final Call P2P_STATUS = Call.struct(
            "nvmlDeviceGetP2PStatus",
            Layout.pointers().given(OTHER).given(CAPABILITY).u32(""));

    /** All of these calls whose layout is not that of a row. */
    public static final List<Call> ALL =
            List.of(CPU_AFFINITY, MEMORY_AFFINITY, COMMON_ANCESTOR, P2P_STATUS, linkState(0), remoteType(0));

    private TopologyCalls() {}

    static Call linkState(int link) {
        return Call.u32("nvmlDeviceGetNvLinkState", link);
    }

    static Call remoteType(int link) {
        return Call.u32("nvmlDeviceGetNvLinkRemoteDeviceType", link);
    }

    static Call remotePci(int link) {
        return new Call("nvmlDeviceGetNvLinkRemotePciInfo_v2", List.of(link), PCI);
    }

    /** Returns a set of processors or nodes as a list of ranges, as Linux writes it: {@code 0-31,64-95}. */
    static String ranges(BitSet set) {
        StringJoiner ranges = new StringJoiner(",");
        for (int first = set.nextSetBit(0); first >= 0; ) {
            int end = set.nextClearBit(first);
            ranges.add(end - 1 == first ? String.valueOf(first) : first + "-" + (end - 1));
            first = set.nextSetBit(end);
        }
        return ranges.toString();
    }
}
