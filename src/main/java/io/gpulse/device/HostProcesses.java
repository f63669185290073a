package io.gpulse.device;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processes of the machine, sampled every 10 s.
 *
 * @param sampledAt when they were sampled; null before the first time, and where they are hidden
 * @param readings the rows of the machine that are read from its processes
 * @param busiest the {@value #MOST} with the highest CPU use and the {@value #MOST} with most memory, in the order
 *     of their CPU use; empty when they are not known, with the reason in the readings
 */
public record HostProcesses(@Nullable Instant sampledAt, Readings readings, List<HostProcess> busiest) {

    /** The maximum number by CPU use, and by memory. */
    public static final int MOST = 20;

    /** Highest CPU use first. */
    public static final Comparator<HostProcess> BY_CPU = largest(Metric.HOST_PROCESS_CPU)
            .thenComparing(largest(Metric.HOST_PROCESS_MEMORY))
            .thenComparing(HostProcess::pid);

    /** Most memory first. */
    public static final Comparator<HostProcess> BY_MEMORY = largest(Metric.HOST_PROCESS_MEMORY)
            .thenComparing(largest(Metric.HOST_PROCESS_CPU))
            .thenComparing(HostProcess::pid);

    private static final List<Metric> ROWS = Metric.of(Scope.HOST).stream()
            .filter((metric) -> metric.spec().cadence() == Cadence.SLOW)
            .toList();

    public HostProcesses {
        busiest = List.copyOf(busiest);
    }

    /** Returns processes that are not known. */
    public static HostProcesses absent(Reason reason) {
        return new HostProcesses(null, Readings.absent(ROWS, Reading.absent(reason)), List.of());
    }

    public boolean areKnown() {
        return this.readings.number(Metric.HOST_PROCESSES_VISIBLE).isPresent();
    }

    public HostProcesses sampledAt(@Nullable Instant at) {
        return new HostProcesses(at, this.readings, this.busiest);
    }

    /** Returns the first of them in an order. */
    public HostProcesses first(int count, Comparator<HostProcess> order) {
        List<HostProcess> first =
                this.busiest.stream().sorted(order).limit(count).toList();
        return new HostProcesses(this.sampledAt, this.readings, first);
    }

    /** Returns the descending order of a row; unknown values come last, also after 0. */
    private static Comparator<HostProcess> largest(Metric metric) {
        Comparator<HostProcess> smallest = Comparator.comparingDouble(
                (process) -> process.readings().number(metric).orElse(-1));
        return smallest.reversed();
    }
}
