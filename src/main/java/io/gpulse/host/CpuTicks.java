package io.gpulse.host;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * How all processors together have spent their time since the machine started.
 *
 * @param columns user, nice, system, idle, iowait, irq, softirq, steal; what guests used is in user and nice already
 */
record CpuTicks(List<Long> columns) {

    private static final Pattern COUNTERS = Pattern.compile("\\d{1,15}(\\s+\\d{1,15}){3,}");

    /** What the time was spent with. */
    enum Use {
        USER(0, 1),
        SYSTEM(2, 5, 6),
        STOLEN(7),
        BUSY(0, 1, 2, 5, 6, 7),
        WAITING(4),
        /**
         * The kernel may take back what it counted as waiting and count it as idle, so that only the sum never shrinks.
         */
        RESTING(3, 4);

        private final List<Integer> columns;

        Use(Integer... columns) {
            this.columns = List.of(columns);
        }
    }

    /** The columns behind {@code cpu}: at least the first four, which is what the oldest kernels have. */
    static Optional<CpuTicks> parse(String columns) {
        if (!COUNTERS.matcher(columns).matches()) {
            return Optional.empty();
        }
        return Optional.of(new CpuTicks(
                Arrays.stream(columns.split("\\s+")).map(Long::valueOf).toList()));
    }

    /** Whether this kernel tells time spent so apart from other time. */
    boolean tells(Use use) {
        return use.columns.get(0) < this.columns.size();
    }

    /**
     * Percent of the time since then that was spent so; empty when no time has passed, or when a counter began anew or
     * was taken back.
     */
    OptionalDouble percentSince(CpuTicks before, Use use) {
        long worked = gained(before, Use.BUSY);
        long rested = gained(before, Use.RESTING);
        long spent = gained(before, use);
        long all = worked + rested;
        if (worked < 0 || rested < 0 || spent < 0 || all == 0 || spent > all) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(100.0 * spent / all);
    }

    private long gained(CpuTicks before, Use use) {
        return sum(use) - before.sum(use);
    }

    private long sum(Use use) {
        return use.columns.stream()
                .filter((column) -> column < this.columns.size())
                .mapToLong(this.columns::get)
                .sum();
    }
}
