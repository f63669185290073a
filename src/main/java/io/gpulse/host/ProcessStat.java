package io.gpulse.host;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line of a process in {@code PID/stat}: {@code 7 (my prog) S 1 7 7 0 -1 4194560 …}.
 *
 * @param name the kernel's name; can contain spaces and brackets
 * @param state a letter
 * @param ticks CPU time of its threads since its start
 * @param startedAt in ticks since the start of the machine; distinguishes processes that reuse a PID
 * @param pages resident memory
 */
record ProcessStat(int pid, String name, String state, long ticks, long startedAt, long pages) {

    /** The columns 1 to 3, 14, 15, 22 and 24; the name ends at the last bracket. */
    private static final Pattern LINE = Pattern.compile(
            "(\\d{1,9}) \\((.*)\\) (\\S) (?:\\S+ ){10}(\\d{1,18}) (\\d{1,18}) "
                    + "(?:\\S+ ){6}(\\d{1,18}) \\S+ (\\d{1,18}).*",
            Pattern.DOTALL);

    static Optional<ProcessStat> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(new ProcessStat(
                Integer.parseInt(matcher.group(1)),
                matcher.group(2),
                matcher.group(3),
                Long.parseLong(matcher.group(4)) + Long.parseLong(matcher.group(5)),
                Long.parseLong(matcher.group(6)),
                Long.parseLong(matcher.group(7))));
    }
}
