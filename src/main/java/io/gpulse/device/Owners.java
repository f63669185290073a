package io.gpulse.device;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Knows who is behind the numbers of processes that a driver tells. */
@FunctionalInterface
public interface Owners {

    /** Knows nobody. */
    Owners NOBODY = (pids, driver) ->
            pids.stream().collect(Collectors.toMap(Function.identity(), (pid) -> Owner.unknown(Reason.NO_DATA)));

    /** Knows nobody, but what the driver calls each process. */
    Owners NAMED_BY_DRIVER = (pids, driver) -> pids.stream()
            .collect(Collectors.toMap(
                    Function.identity(),
                    (pid) -> new Owner(
                            driver.of(pid).orElse(null),
                            null,
                            Reading.absent(Reason.NO_DATA),
                            Reading.absent(Reason.NO_DATA))));

    /**
     * Who is behind these processes. Reads files and asks the directory of users, which may block for ever: call it on
     * a lane, and on the same one always.
     *
     * @param pids all that are of interest now; what was remembered of others is forgotten
     * @param driver what the driver calls them, as far as it knows
     * @return by number; one that went over to another process meanwhile is left out
     */
    Map<Integer, Owner> of(Set<Integer> pids, Names driver);

    /**
     * Whether the driver tells us of the processes of all. In a PID namespace of its own, as in a container, it leaves
     * out others without a word, even where their files were mounted.
     */
    default boolean hasAll() {
        return true;
    }

    /** What the driver calls a process. Calls the driver. */
    @FunctionalInterface
    interface Names {

        Optional<String> of(int pid);
    }
}
