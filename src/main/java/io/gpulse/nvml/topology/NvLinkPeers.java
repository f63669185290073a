package io.gpulse.nvml.topology;

import io.gpulse.metric.Call;
import io.gpulse.metric.Reason;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The devices at the other end of the active NVLinks of a GPU.
 *
 * @param toGpus the number of links to each GPU, by its PCI bus id in upper case
 * @param toSwitches the number of links to switches, which connect all GPUs of a fabric
 * @param unknown why the links are not known; null when they are
 */
record NvLinkPeers(
        Map<String, Integer> toGpus,
        int toSwitches,
        @Nullable Reason unknown) {

    /** The maximum number of NVLinks of a GPU. */
    private static final int MOST_LINKS = 36;

    private static final int ACTIVE = 1;
    private static final int GPU = 0;
    private static final int SWITCH = 2;

    static NvLinkPeers unknown(Reason reason) {
        return new NvLinkPeers(Map.of(), 0, reason);
    }

    /** Reads the links of a GPU. */
    static NvLinkPeers read(Function<Call, CallResult> gpu) {
        NvLinkPeers peers = new NvLinkPeers(Map.of(), 0, null);
        for (int link = 0; link < MOST_LINKS && peers.unknown == null; link++) {
            CallResult state = gpu.apply(TopologyCalls.linkState(link));
            if (state.endsLinks()) {
                break;
            }
            if (state.isRefused()) {
                peers = state.isNoLink() ? peers : unknown(state.reason());
            } else if (state.number() == ACTIVE) {
                peers = peers.with(link, gpu);
            }
        }
        return peers;
    }

    private NvLinkPeers with(int link, Function<Call, CallResult> gpu) {
        CallResult type = gpu.apply(TopologyCalls.remoteType(link));
        if (type.isRefused()) {
            return unknown(type.reason());
        }
        if (type.number() == SWITCH) {
            return new NvLinkPeers(this.toGpus, this.toSwitches + 1, null);
        }
        if (type.number() != GPU) {
            return this;
        }
        CallResult remote = gpu.apply(TopologyCalls.remotePci(link));
        return remote.isRefused() ? unknown(remote.reason()) : with(remote.busId());
    }

    private NvLinkPeers with(String busId) {
        Map<String, Integer> more = new HashMap<>(this.toGpus);
        more.merge(busId, 1, Integer::sum);
        return new NvLinkPeers(Map.copyOf(more), this.toSwitches, null);
    }

    /** Returns the number of links that lead to a GPU without a switch. */
    int to(String pciBusId) {
        return this.toGpus.getOrDefault(pciBusId.toUpperCase(Locale.ROOT), 0);
    }
}
