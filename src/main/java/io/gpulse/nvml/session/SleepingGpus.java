package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs in runtime suspend (D3), as the kernel reports them, and those that gpulse has closed so that they can be
 * suspended; empty where gpulse may wake GPUs. Outlives sessions; used by all lanes.
 */
final class SleepingGpus {

    private static final long UNUSED_FOR = Duration.ofMinutes(1).toNanos();

    /** The kernel suspends a device some seconds after the last program has closed it. */
    private static final long FALLS_ASLEEP_WITHIN = Duration.ofMinutes(1).toNanos();

    private static final int MOST_DOUBLINGS = 5;

    private final PciBus bus;
    private final boolean mayWake;
    private final LongSupplier nanos;
    private final Map<String, GpuIdentity> known = new ConcurrentHashMap<>();
    private final Map<String, Long> unusedSince = new ConcurrentHashMap<>();
    private final Map<String, Long> closedAt = new ConcurrentHashMap<>();
    private final Map<String, Integer> attempts = new ConcurrentHashMap<>();

    /** @param nanos a monotonic clock, in nanoseconds */
    SleepingGpus(PciBus bus, boolean mayWake, LongSupplier nanos) {
        this.bus = bus;
        this.mayWake = mayWake;
        this.nanos = nanos;
    }

    boolean mayWake() {
        return this.mayWake;
    }

    /** Remembers the identity of a GPU for the time when it sleeps. */
    void remember(GpuIdentity gpu) {
        this.known.put(PciBus.shortAddress(gpu.pciBusId()), gpu);
    }

    boolean sleeps(String address) {
        if (this.mayWake) {
            return false;
        }
        if (this.bus.isSuspended(address)) {
            this.closedAt.remove(address);
            this.attempts.remove(address);
            return true;
        }
        Long closed = this.closedAt.get(address);
        if (closed != null && this.nanos.getAsLong() - closed >= FALLS_ASLEEP_WITHIN) {
            this.closedAt.remove(address);
        }
        return this.closedAt.containsKey(address);
    }

    /** Records a sample of an open GPU; {@code unused} while no process is on it. */
    void observe(String address, boolean unused) {
        if (unused && !this.mayWake && this.bus.maySuspend(address)) {
            this.unusedSince.putIfAbsent(address, this.nanos.getAsLong());
        } else {
            this.unusedSince.remove(address);
        }
    }

    /**
     * Closes the GPUs that have been unused for long enough: they count as sleeping, and the caller ends the session,
     * which has them open. A GPU that stays awake is left open for twice as long the next time.
     *
     * @return whether any were closed
     */
    boolean closeUnused(Collection<String> addresses) {
        long now = this.nanos.getAsLong();
        List<String> due = addresses.stream()
                .filter((address) -> now - this.unusedSince.getOrDefault(address, now) >= unusedFor(address))
                .toList();
        for (String address : due) {
            this.unusedSince.remove(address);
            this.closedAt.put(address, now);
            this.attempts.merge(address, 1, Integer::sum);
        }
        return !due.isEmpty();
    }

    private long unusedFor(String address) {
        return UNUSED_FOR << Math.min(this.attempts.getOrDefault(address, 0), MOST_DOUBLINGS);
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
        return "PCI device " + address
                + model.map((id) -> " (device ID " + id + ")").orElse("")
                + (this.bus.isSuspended(address)
                        ? " is in runtime suspend (D3); gpulse does not wake it."
                        : " is unused; gpulse has closed it so that it can sleep.");
    }
}
