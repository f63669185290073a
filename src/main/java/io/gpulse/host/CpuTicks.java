package io.gpulse.host;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * How all processors together have spent their time since the machine started.
 *
 * @param busy user, nice, system, irq, softirq and steal; what guests used is in user already
 * @param resting idle and iowait: the kernel may take back what it counted as waiting and count it as idle, so that
 *     only
 *     the sum never shrinks
 */
record CpuTicks(long busy, long resting) {

    private static final Pattern COUNTERS = Pattern.compile("\\d{1,15}(\\s+\\d{1,15}){3,}");
    private static final List<Integer> BUSY_COLUMNS = List.of(0, 1, 2, 5, 6, 7);
    private static final List<Integer> RESTING_COLUMNS = List.of(3, 4);

    /** The columns behind {@code cpu}: at least the first four, which is what the oldest kernels have. */
    static Optional<CpuTicks> parse(String columns) {
        if (!COUNTERS.matcher(columns).matches()) {
            return Optional.empty();
        }
        List<String> counters = List.of(columns.split("\\s+"));
        return Optional.of(new CpuTicks(sum(counters, BUSY_COLUMNS), sum(counters, RESTING_COLUMNS)));
    }

    private static long sum(List<String> counters, List<Integer> columns) {
        return columns.stream()
                .filter((column) -> column < counters.size())
                .mapToLong((column) -> Long.parseLong(counters.get(column)))
                .sum();
    }

    /** Percent of the time since then that was busy; empty when no time has passed, or when a counter began anew. */
    OptionalDouble busySince(CpuTicks before) {
        long worked = this.busy - before.busy;
        long rested = this.resting - before.resting;
        if (worked < 0 || rested < 0 || worked + rested == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(100.0 * worked / (worked + rested));
    }
}
