package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * GPUs in runtime suspend (D3), as the kernel reports them; none where gpulse may wake GPUs. Outlives sessions; used by
 * all lanes.
 */
final class SleepingGpus {

    private final PciBus bus;
    private final boolean mayWake;
    private final Map<String, GpuIdentity> known = new ConcurrentHashMap<>();

    SleepingGpus(PciBus bus, boolean mayWake) {
        this.bus = bus;
        this.mayWake = mayWake;
    }

    boolean mayWake() {
        return this.mayWake;
    }

    /** Remembers the identity of a GPU for the time when it sleeps. */
    void remember(GpuIdentity gpu) {
        this.known.put(PciBus.shortAddress(gpu.pciBusId()), gpu);
    }

    boolean sleeps(String address) {
        return !this.mayWake && this.bus.isSuspended(address);
    }

    boolean anySleeps(List<String> addresses) {
        return addresses.stream().anyMatch(this::sleeps);
    }

    boolean allSleep(List<String> addresses) {
        return !addresses.isEmpty() && addresses.stream().allMatch(this::sleeps);
    }

    /** @param address null when it is not known which address the GPU has */
    GpuRefusedException refusal(@Nullable String address) {
        if (address == null) {
            return new GpuRefusedException(
                    Verdict.SLEEPING,
                    "A GPU of this machine sleeps, perhaps this one: it is not known which GPU is which.");
        }
        GpuIdentity identity = this.known.get(address);
        return new GpuRefusedException(Verdict.SLEEPING, detail(address, identity == null), identity);
    }

    private String detail(String address, boolean unknown) {
        Optional<String> model = unknown ? this.bus.deviceId(address) : Optional.empty();
        return "PCI device " + address + model.map((id) -> " (device ID " + id + ")").orElse("")
                + " is in runtime suspend (D3); gpulse does not wake it.";
    }
}
