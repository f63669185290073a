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
 * The processes of the machine, as they were at the last look at them, which is every 10 s.
 *
 * @param sampledAt when they were looked at; null before they ever were, and when they are not to be
 * @param readings the rows of the machine that come of looking at its processes
 * @param busiest the {@value #MOST} that used the processors most and the {@value #MOST} with most memory, those that
 *     used the processors most first; none when they are not known: the readings tell why
 */
public record HostProcesses(@Nullable Instant sampledAt, Readings readings, List<HostProcess> busiest) {

    /** So many of each sort, at most. */
    public static final int MOST = 20;

    /** Those that used the processors most first. */
    public static final Comparator<HostProcess> BY_CPU = largest(Metric.HOST_PROCESS_CPU)
            .thenComparing(largest(Metric.HOST_PROCESS_MEMORY))
            .thenComparing(HostProcess::pid);

    /** Those with most memory first. */
    public static final Comparator<HostProcess> BY_MEMORY = largest(Metric.HOST_PROCESS_MEMORY)
            .thenComparing(largest(Metric.HOST_PROCESS_CPU))
            .thenComparing(HostProcess::pid);

    private static final List<Metric> ROWS = Metric.of(Scope.HOST).stream()
            .filter((metric) -> metric.spec().cadence() == Cadence.SLOW)
            .toList();

    public HostProcesses {
        busiest = List.copyOf(busiest);
    }

    /** Nothing is known of them. */
    public static HostProcesses absent(Reason reason) {
        return new HostProcesses(null, Readings.absent(ROWS, Reading.absent(reason)), List.of());
    }

    public boolean areKnown() {
        return this.readings.number(Metric.HOST_PROCESSES_VISIBLE).isPresent();
    }

    public HostProcesses sampledAt(@Nullable Instant at) {
        return new HostProcesses(at, this.readings, this.busiest);
    }

    /** The first so many of them, in that order. */
    public HostProcesses first(int count, Comparator<HostProcess> order) {
        List<HostProcess> first =
                this.busiest.stream().sorted(order).limit(count).toList();
        return new HostProcesses(this.sampledAt, this.readings, first);
    }

    /** What is not known comes last, also behind 0. */
    private static Comparator<HostProcess> largest(Metric metric) {
        Comparator<HostProcess> smallest = Comparator.comparingDouble(
                (process) -> process.readings().number(metric).orElse(-1));
        return smallest.reversed();
    }
}
