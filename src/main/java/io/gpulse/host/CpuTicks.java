package io.gpulse.host;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/**
 * The time of one processor, or of all, since the start of the machine.
 *
 * @param spent ticks by use; a use that this kernel does not distinguish is left out
 */
record CpuTicks(Map<Use, Long> spent) {

    private static final Pattern COUNTERS = Pattern.compile("\\d{1,15}(\\s+\\d{1,15}){3,}");

    /**
     * A use of the time, by the columns user, nice, system, idle, iowait, irq, softirq, steal. The columns user and
     * nice include the time of guests.
     */
    @SuppressWarnings("ImmutableEnumChecker") // the array is only read
    enum Use {
        USER(0, 1),
        SYSTEM(2, 5, 6),
        STOLEN(7),
        BUSY(0, 1, 2, 5, 6, 7),
        WAITING(4),
        /** Idle and waiting: the kernel may move time from waiting to idle, so that only the sum never shrinks. */
        RESTING(3, 4);

        private final int[] columns;

        Use(int... columns) {
            this.columns = columns;
        }

        private boolean isIn(long[] ticks) {
            return this.columns[0] < ticks.length;
        }

        private long sum(long[] ticks) {
            long sum = 0;
            for (int column : this.columns) {
                sum += column < ticks.length ? ticks[column] : 0;
            }
            return sum;
        }
    }

    /** Parses the columns after {@code cpu}: at least the first four, which the oldest kernels have. */
    static Optional<CpuTicks> parse(String columns) {
        if (!COUNTERS.matcher(columns).matches()) {
            return Optional.empty();
        }
        long[] ticks =
                ProcFile.words(columns).stream().mapToLong(Long::parseLong).toArray();
        Map<Use, Long> spent = new EnumMap<>(Use.class);
        for (Use use : Use.values()) {
            if (use.isIn(ticks)) {
                spent.put(use, use.sum(ticks));
            }
        }
        return Optional.of(new CpuTicks(spent));
    }

    /** Returns whether this kernel distinguishes a use. */
    boolean contains(Use use) {
        return this.spent.containsKey(use);
    }

    /**
     * Returns the share of a use in the time since an earlier sample, in percent; empty when no time has passed or a
     * counter was reset or reduced.
     */
    OptionalDouble percentSince(CpuTicks before, Use use) {
        long worked = gained(before, Use.BUSY);
        long rested = gained(before, Use.RESTING);
        long gained = gained(before, use);
        long all = worked + rested;
        if (worked < 0 || rested < 0 || gained < 0 || all == 0 || gained > all) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(100.0 * gained / all);
    }

    private long gained(CpuTicks before, Use use) {
        return sum(use) - before.sum(use);
    }

    private long sum(Use use) {
        return this.spent.getOrDefault(use, 0L);
    }
}
