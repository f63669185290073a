package io.gpulse.nvml.session;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Renewal;
import io.gpulse.device.Source;
import io.gpulse.device.topology.Topology;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The session while every GPU sleeps. The driver is not initialised, since that might wake them. */
final class SleepingSession implements GpuSession {

    private final Source source;
    private final List<String> addresses;
    private final CrossSessionState state;

    /** @param addresses of the GPUs, in the order of the bus */
    SleepingSession(Source source, List<String> addresses, CrossSessionState state) {
        this.source = source;
        this.addresses = addresses;
        this.state = state;
    }

    @Override
    public Source source() {
        return this.source;
    }

    @Override
    public int gpuCount() {
        return this.addresses.size();
    }

    @Override
    public Gpu attach(int index) throws GpuRefusedException {
        throw this.state.sleeping().refusal(this.addresses.get(index));
    }

    @Override
    public boolean isBack(GpuIdentity gpu) {
        return false;
    }

    @Override
    public boolean isRemoved(GpuIdentity gpu) {
        return this.state.bus().isRemoved(gpu.pciBusId());
    }

    @Override
    public Optional<Renewal> renewal() {
        return this.state.sleeping().allSleep(this.addresses)
                        && this.addresses.equals(this.state.bus().gpus())
                ? Optional.empty()
                : Optional.of(new Renewal("A GPU is awake.", true));
    }

    @Override
    public Topology topology() {
        return Topology.unknown("Every GPU sleeps, and gpulse wakes none.");
    }

    @Override
    public @Nullable String callInProgress(int index) {
        return null;
    }

    @Override
    public void close() {}
}
