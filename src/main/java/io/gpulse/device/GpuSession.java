package io.gpulse.device;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A time during which the driver knows us: from initialisation to the end of the process or of the driver. */
public interface GpuSession {

    Source source();

    int gpuCount();

    /** Gets hold of a GPU; wakes it up, which can take seconds. Blocks: call it on the GPU's lane. */
    Gpu attach(int index) throws GpuRefusedException;

    /** Whether a GPU that was lost is on the bus again. Reads files that the kernel may block on: call it on a lane. */
    boolean isBack(GpuIdentity gpu);

    /** Whether the PCI bus no longer lists this GPU; false where it cannot be determined. Call it on a lane, too. */
    default boolean isRemoved(GpuIdentity gpu) {
        return false;
    }

    /**
     * Why this session should be replaced by the next one; checked every 10 s. Reads files of the kernel: call it on a
     * lane.
     *
     * @return empty when it should go on
     */
    default Optional<Renewal> renewal() {
        return Optional.empty();
    }

    /**
     * Who is behind processes on its GPUs. Calls the driver and asks the machine, which may block for ever: call it on
     * the lane of owners.
     *
     * @param ofMachine knows the processes of this machine
     */
    default Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
        return ofMachine.of(pids, (pid) -> Optional.empty());
    }

    /**
     * Registers for what the driver reports by itself. Calls the driver: call it on the lane of events.
     *
     * @return empty when it reports nothing, or not to us
     */
    default Optional<DriverEvents> events() {
        return Optional.empty();
    }

    /** The native call that the lane of this GPU is inside of; null when it is in none. */
    @Nullable
    String callInProgress(int index);

    /** Lets go of the driver. Only when no lane is inside of it. */
    void close();
}
