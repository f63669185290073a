package io.gpulse.host;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The line of a process in {@code PID/stat}: {@code 7 (my prog) S 1 7 7 0 -1 4194560 …}.
 *
 * @param name the kernel's name; can contain spaces and brackets
 * @param state a letter
 * @param parent PID of its parent, 0 when that is outside the PID namespace of the files
 * @param session id of its session, 0 when that is outside the PID namespace of the files
 * @param ticks CPU time of its threads since its start
 * @param startedAt in ticks since the start of the machine; distinguishes processes that reuse a PID
 * @param pages resident memory
 * @param nanos when it was read, by a monotonic clock, in nanoseconds
 */
record ProcessStat(
        int pid,
        String name,
        String state,
        int parent,
        int session,
        long ticks,
        long startedAt,
        long pages,
        long nanos) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** The columns 1 to 4, 6, 14, 15, 22 and 24; the name ends at the last bracket. */
    private static final Pattern LINE = Pattern.compile(
            "(\\d{1,9}) \\((.*)\\) (\\S) (-?\\d{1,9}) \\S+ (-?\\d{1,9}) (?:\\S+ ){7}(\\d{1,18}) (\\d{1,18}) "
                    + "(?:\\S+ ){6}(\\d{1,18}) \\S+ (\\d{1,18}).*",
            Pattern.DOTALL);

    static Optional<ProcessStat> parse(ProcFile file) {
        Matcher matcher = LINE.matcher(file.text());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ProcessStat(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                matcher.group(3),
                Integer.parseInt(matcher.group(4)),
                Integer.parseInt(matcher.group(5)),
                Long.parseLong(matcher.group(6)) + Long.parseLong(matcher.group(7)),
                Long.parseLong(matcher.group(8)),
                Long.parseLong(matcher.group(9)),
                file.readAt()));
    }

    /** Returns whether it waits for a device or a driver, uninterruptibly. */
    boolean isBlocked() {
        return this.state.equals("D");
    }

    /** Returns whether both are of the same process; the start distinguishes two with the same PID. */
    boolean isOfSameProcess(ProcessStat other) {
        return this.startedAt == other.startedAt;
    }

    /** Returns the ticks of CPU time per second since an earlier sample; empty when that is of another process. */
    OptionalDouble ticksPerSecondSince(@Nullable ProcessStat before) {
        if (before == null || !isOfSameProcess(before) || this.nanos <= before.nanos || this.ticks < before.ticks) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((this.ticks - before.ticks) * NANOS_PER_SECOND / (this.nanos - before.nanos));
    }
}
