package io.gpulse.nvml.session;

import io.gpulse.device.GpuRefusedException;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.event.SessionGpus;
import io.gpulse.nvml.topology.GpuGate;
import java.util.Optional;
import java.util.function.Consumer;

/** Admits the reader of the topology to GPUs that are awake and that no other thread calls. */
record TopologyGate(SessionGpus gpus, SessionBus bus) implements GpuGate {

    @Override
    public Optional<Reason> tryEnter(int index) {
        try {
            this.bus.refuseSleeping(index);
            return this.gpus.tryEnter(index) ? Optional.empty() : Optional.of(Reason.TIMED_OUT);
        } catch (GpuRefusedException asleep) {
            return Optional.of(Reason.NO_DATA);
        }
    }

    @Override
    public void leave(int index) {
        this.gpus.leave(index);
    }

    @Override
    public Consumer<String> beforeCall(int index) {
        return this.gpus.beforeCall(index);
    }
}
