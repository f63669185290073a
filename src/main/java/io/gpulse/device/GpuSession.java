package io.gpulse.device;

import io.gpulse.device.topology.Topology;
import io.gpulse.device.workload.Reservation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A session with the driver: from its initialisation to the end of the process or of the driver. */
public interface GpuSession {

    Source source();

    int gpuCount();

    /** Gets the handle of a GPU and wakes it up, which can take seconds. Blocks: call it on the GPU's lane. */
    Gpu attach(int index) throws GpuRefusedException;

    /** Returns whether a lost GPU is on the bus again. Reads files, which may block: call it on a lane. */
    boolean isBack(GpuIdentity gpu);

    /** Returns whether the PCI bus no longer lists this GPU; false where that is not known. Call it on a lane, too. */
    default boolean isRemoved(GpuIdentity gpu) {
        return false;
    }

    /** Returns the origin of its figures, for the log; that of nvidia-smi's output may be a file. */
    default String origin() {
        return source().kind().name();
    }

    /**
     * Returns why this session should be replaced by the next one; checked every 10 s. Reads files of the kernel: call
     * it on a lane.
     *
     * @return empty when it should continue
     */
    default Optional<Renewal> renewal() {
        return Optional.empty();
    }

    /**
     * Returns the owners of processes on its GPUs. Calls the driver and reads files of the machine, which may block for
     * ever: call it on the lane of owners.
     *
     * @param ofMachine knows the processes of this machine
     */
    default Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
        return ofMachine.of(pids, (pid) -> Optional.empty());
    }

    /**
     * Returns the jobs to which a scheduler has assigned its GPUs. Call it on the lane of owners.
     *
     * @param ofMachine knows those of this machine
     */
    default List<Reservation> reservations(Owners ofMachine) {
        return List.of();
    }

    /** Returns whether its GPUs are in this machine, with this memory; those of a file may be in another one. */
    default boolean isOfThisMachine() {
        return true;
    }

    /**
     * Registers for the events of the driver. Calls the driver: call it on the lane of events.
     *
     * @return empty when the driver reports no events, or not to gpulse
     */
    default Optional<DriverEvents> events() {
        return Optional.empty();
    }

    /**
     * Reads how the GPUs that have been attached, and the network adapters, are connected. Calls the driver and reads
     * files of the kernel: call it on the lane of the topology.
     */
    default Topology topology() {
        return Topology.unknown("This source does not report the topology.");
    }

    /** Returns the native call in progress on the lane of this GPU; null when there is none. */
    @Nullable
    String callInProgress(int index);

    /** Returns the number of native calls about this GPU that were started; constant where they are not counted. */
    default long startedCalls(int index) {
        return 0;
    }

    /** Releases the driver. No call of it may be in progress. */
    void close();

    /**
     * A request to close a session that works, and to open the next one.
     *
     * @param why a sentence
     * @param routine whether it is part of normal operation, so that it is not reported
     */
    record Renewal(String why, boolean routine) {}
}
