package io.gpulse.nvml.topology;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.topology.SeenGpu.AttachedGpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The topology of the GPUs of a session with the driver, and of the network adapters of the machine. */
public final class SessionTopology {

    private final NvmlCalls calls;
    private final PciTree tree;
    private final GpuGate gate;
    private final Map<Integer, AttachedGpu> attached = new ConcurrentSkipListMap<>();
    private final Map<Integer, SeenGpu> known = new ConcurrentHashMap<>();

    public SessionTopology(NvmlCalls calls, PciTree tree, GpuGate gate) {
        this.calls = calls;
        this.tree = tree;
        this.gate = gate;
    }

    /** Adds a GPU to those that {@link #read} reads. Any thread may call it. */
    public void attached(int index, GpuIdentity identity, long handle) {
        this.attached.put(index, new AttachedGpu(index, identity, handle));
    }

    /** Reads the topology; later only the GPUs of which a part is missing. Blocks while the driver answers. */
    public Topology read(boolean simulated) {
        List<AttachedGpu> gpus = List.copyOf(this.attached.values());
        if (gpus.isEmpty()) {
            return Topology.unknown("No GPU is attached.");
        }
        List<SeenGpu> seen = new ArrayList<>();
        for (int place = 0; place < gpus.size(); place++) {
            seen.add(renewed(gpus.get(place), gpus.subList(place + 1, gpus.size())));
        }
        return new TopologyMatrix(this.tree, seen).topology(simulated);
    }

    /** Returns a GPU as it is known, or read again without the loss of a part that is known. */
    private SeenGpu renewed(AttachedGpu gpu, List<AttachedGpu> others) {
        SeenGpu before = this.known.get(gpu.index());
        if (before != null && before.isComplete(gpu, others)) {
            return before;
        }
        SeenGpu now = before == null ? read(gpu, others) : read(gpu, others).keeping(before);
        this.known.put(gpu.index(), now);
        return now;
    }

    /** A call about two GPUs waits where either does not answer, so that it needs the permission for both. */
    private SeenGpu read(AttachedGpu gpu, List<AttachedGpu> others) {
        Optional<Reason> refused = this.gate.tryEnter(gpu.index());
        if (refused.isPresent()) {
            return SeenGpu.unread(gpu, refused.get());
        }
        try {
            return SeenGpu.read(gpu, others, this.calls, this.gate);
        } finally {
            this.gate.leave(gpu.index());
        }
    }
}
