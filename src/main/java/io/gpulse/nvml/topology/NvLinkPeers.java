package io.gpulse.nvml.topology;

import io.gpulse.metric.Call;
import io.gpulse.metric.Reason;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The devices at the other end of the active NVLinks of a GPU.
 *
 * @param byLink by the number of the link: {@link #SWITCH_PEER}, or the PCI bus id of a GPU in upper case
 * @param unknown why the links are not known; null when they are
 */
record NvLinkPeers(Map<Integer, String> byLink, @Nullable Reason unknown) {

    /** A switch, which connects all GPUs of a fabric. */
    static final String SWITCH_PEER = "NVSwitch";

    /** The maximum number of NVLinks of a GPU. */
    private static final int MOST_LINKS = 36;

    private static final int ACTIVE = 1;
    private static final int GPU = 0;
    private static final int SWITCH = 2;

    static NvLinkPeers unknown(Reason reason) {
        return new NvLinkPeers(Map.of(), reason);
    }

    /** Reads the links of a GPU. */
    static NvLinkPeers read(Function<Call, CallResult> gpu) {
        NvLinkPeers peers = new NvLinkPeers(Map.of(), null);
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
            return with(link, SWITCH_PEER);
        }
        if (type.number() != GPU) {
            return this;
        }
        CallResult remote = gpu.apply(TopologyCalls.remotePci(link));
        return remote.isRefused() ? unknown(remote.reason()) : with(link, remote.busId());
    }

    private NvLinkPeers with(int link, String peer) {
        Map<Integer, String> more = new HashMap<>(this.byLink);
        more.put(link, peer);
        return new NvLinkPeers(Map.copyOf(more), null);
    }

    /** Returns the number of links that lead to a GPU without a switch. */
    int to(String pciBusId) {
        return Collections.frequency(this.byLink.values(), pciBusId.toUpperCase(Locale.ROOT));
    }

    int toSwitches() {
        return Collections.frequency(this.byLink.values(), SWITCH_PEER);
    }
}
