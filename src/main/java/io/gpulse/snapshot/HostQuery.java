package io.gpulse.snapshot;

import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.metric.Metric;
import io.gpulse.web.parameter.EnumParameter;
import io.swagger.v3.oas.annotations.Parameter;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;

/**
 * Parameters that select processes of the machine.
 *
 * @param processes Maximum number of processes.
 * @param sort Selects the processes with the highest processor use in the 10 s before the last sample, or those with
 *     the most memory.
 */
record HostQuery(
        @Parameter(example = "10") @Range(min = 0, max = HostProcesses.MOST)
        Integer processes,

        Sort sort) {

    /** The order of processes. */
    @SuppressWarnings("ImmutableEnumChecker") // a comparator has no state
    enum Sort {
        CPU(Metric.HOST_PROCESS_CPU, HostProcesses.BY_CPU),
        MEMORY(Metric.HOST_PROCESS_MEMORY, HostProcesses.BY_MEMORY);

        /** The short names and the keys of the catalogue. */
        static final EnumParameter<Sort> WORDS = new EnumParameter<>(
                Sort.class,
                List.of("cpu", "memory", CPU.metric.key(), MEMORY.metric.key()),
                (word) -> word.equals("cpu") || word.equals(CPU.metric.key()) ? CPU : MEMORY);

        private final Metric metric;
        private final Comparator<HostProcess> order;

        Sort(Metric metric, Comparator<HostProcess> order) {
            this.metric = metric;
            this.order = order;
        }
    }

    HostQuery {
        processes = Objects.requireNonNullElse(processes, 0);
        sort = Objects.requireNonNullElse(sort, Sort.CPU);
    }

    HostProcesses pick(HostProcesses all) {
        return all.first(this.processes, this.sort.order);
    }
}
