package io.gpulse.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The limit of open files of this process: below a minimum Java cannot even open all libraries. */
final class OpenFileLimit {

    static final int LEAST = 128;

    private static final Pattern LIMIT = Pattern.compile("Max open files +(\\d{1,9}) .*");

    private OpenFileLimit() {}

    /**
     * Returns why gpulse cannot start with the limit; empty when it can, or the limit is not known.
     *
     * @param limits the limits of a process as Linux shows them
     */
    static Optional<String> fault(Path limits) {
        try (Stream<String> lines = Files.lines(limits)) {
            return lines.map(LIMIT::matcher)
                    .filter(Matcher::matches)
                    .map((found) -> Integer.parseInt(found.group(1)))
                    .filter((limit) -> limit < LEAST)
                    .map((limit) -> "The limit of open files is " + limit + ", and gpulse needs at least " + LEAST
                            + ": raise it, for example by ulimit -n 1024, or LimitNOFILE= of systemd.")
                    .findFirst();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }
}
