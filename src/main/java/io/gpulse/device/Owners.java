package io.gpulse.device;

import io.gpulse.device.workload.Reservation;
import io.gpulse.metric.ProcessName;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The lookup of the owners of processes by the PIDs that a driver reports. */
@FunctionalInterface
public interface Owners {

    /** Finds no owner. */
    Owners UNKNOWN = (pids, driver) ->
            pids.stream().collect(Collectors.toMap(Function.identity(), (pid) -> Owner.unknown(Reason.NO_DATA)));

    /** Finds no owner, but the driver's name of each process. */
    Owners NAMED_BY_DRIVER = (pids, driver) -> pids.stream()
            .collect(Collectors.toMap(
                    Function.identity(),
                    (pid) -> new Owner(
                            driver.of(pid).flatMap(ProcessName::of).orElse(null),
                            null,
                            Reading.absent(Reason.NO_DATA),
                            Reading.absent(Reason.NO_DATA),
                            Reading.absent(Reason.NO_DATA))));

    /**
     * Returns the owners of processes. Reads files and queries the directory of users, which may block for ever: always
     * call it on the same lane.
     *
     * @param pids all current processes; the owners of others are forgotten
     * @param driver the driver's names of them, as far as it has any
     * @return by PID; one that was reused by another process meanwhile is left out
     */
    Map<Integer, Owner> of(Set<Integer> pids, Names driver);

    /** Returns the GPUs that schedulers have assigned to jobs. Reads files: call it on the lane of owners. */
    default List<Reservation> reservations() {
        return List.of();
    }

    /**
     * Returns whether the driver reports the processes of the whole machine. In another PID namespace, as in a
     * container, it silently leaves out the others, even where their files are mounted.
     */
    default boolean hasAll() {
        return true;
    }

    /** The driver's name of a process, which may be its whole command line. Calls the driver. */
    @FunctionalInterface
    interface Names {

        Optional<String> of(int pid);
    }
}
