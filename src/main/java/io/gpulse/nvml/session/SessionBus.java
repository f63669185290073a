package io.gpulse.nvml.session;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession.Renewal;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The GPUs of one session as devices of the PCI bus: which of them sleep, were removed, or are new. */
final class SessionBus {

    private final PciBus bus;
    private final SleepingGpus sleeping;
    private final int gpus;
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();
    private volatile List<String> listed;

    /**
     * @param listed addresses that the kernel listed before the driver was initialised
     * @param gpus GPUs that the driver counts
     */
    SessionBus(CrossSessionState state, List<String> listed, int gpus) {
        this.bus = state.bus();
        this.sleeping = state.sleeping();
        this.listed = listed;
        this.gpus = gpus;
        for (int index = 0; index < gpus && listed.size() == gpus; index++) {
            this.addresses.put(index, listed.get(index));
        }
    }

    /** Throws an exception if a call about this GPU would wake it and must not. */
    void refuseSleeping(int index) throws GpuRefusedException {
        if (this.sleeping.mayWake()) {
            return;
        }
        String address = this.addresses.get(index);
        boolean asleep = address == null ? this.sleeping.anySleeps(this.listed) : this.sleeping.sleeps(address);
        if (asleep) {
            throw this.sleeping.refusal(address);
        }
    }

    void attached(int index, GpuIdentity identity) {
        this.addresses.put(index, PciBus.shortAddress(identity.pciBusId()));
        this.sleeping.remember(identity);
    }

    /** Records whether a GPU is in use. */
    void observe(int index, GpuReadResult read) {
        String address = this.addresses.get(index);
        if (address != null) {
            this.sleeping.observe(address, isUnused(read.readings()));
        }
    }

    /** Returns whether a GPU is unused, by its utilization and memory too, since a container may not see processes. */
    private static boolean isUnused(Readings gpu) {
        return gpu.number(Metric.PROCESSES_RUNNING).equals(OptionalDouble.of(0))
                && Activity.isIdle(gpu)
                && GpuMemory.isUntouched(gpu);
    }

    int gpus() {
        return this.gpus;
    }

    /** Returns the result; as a removal if the bus no longer lists a lost GPU. */
    GpuReadResult explain(GpuReadResult result, int index) {
        String address = this.addresses.get(index);
        return result.verdict() == Verdict.LOST && address != null && this.bus.isRemoved(address)
                ? GpuReadResult.failed(Verdict.REMOVED, "The PCI bus no longer lists " + address + ".")
                : result;
    }

    /** Returns the refusal with the address of the GPU; as a removal if the bus no longer lists a lost GPU. */
    GpuRefusedException explain(GpuRefusedException refusal, int index) {
        GpuReadResult explained = explain(refusal.result(), index);
        String detail = String.valueOf(explained.detail());
        String address = address(index);
        boolean isNamed = address == null || detail.contains(address);
        return new GpuRefusedException(explained.verdict(), isNamed ? detail : detail + "; PCI device " + address);
    }

    /** Returns the address of a GPU; of one without a handle, the only one that no other GPU has. Null if unknown. */
    private @Nullable String address(int index) {
        String known = this.addresses.get(index);
        List<String> left = this.listed.stream()
                .filter((address) -> !this.addresses.containsValue(address))
                .toList();
        boolean isOnly = left.size() == 1 && this.addresses.size() == this.gpus - 1;
        return known == null && isOnly ? left.get(0) : known;
    }

    /**
     * Returns why another session is required: the driver counts its GPUs only at its initialisation and keeps opened
     * ones open, so a new GPU, or closing one, requires another session.
     */
    Optional<Renewal> renewal() {
        return appeared().or(this::unused);
    }

    private Optional<Renewal> unused() {
        return this.sleeping.closeUnused(this.addresses.values())
                ? Optional.of(new Renewal("A GPU is unused; it is closed so that it can sleep.", true))
                : Optional.empty();
    }

    private Optional<Renewal> appeared() {
        List<String> before = this.listed;
        List<String> now = this.bus.gpus();
        this.listed = before.stream().filter(now::contains).toList();
        return now.stream()
                .filter((address) -> !before.contains(address))
                .findFirst()
                .map((address) -> new Renewal(
                        "A GPU appeared on the PCI bus (" + address + "); the session is being renewed.", false));
    }
}
