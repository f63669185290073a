package io.gpulse.metric;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The name of a process as a driver reports it, without arguments. Some programs write their whole command line into
 * their name, and it may contain secrets. This is the only rule for the names of all sources.
 */
public final class ProcessName {

    /** The path of a program of Windows, which contains blanks and ends with its file type; not its options. */
    private static final Predicate<String> OF_WINDOWS = Pattern.compile(
                    "[A-Za-z]:\\\\((?! [-/]).)*\\.exe", Pattern.CASE_INSENSITIVE)
            .asMatchPredicate();

    private ProcessName() {}

    /** Returns a name about whose process nothing else is known: a path of Linux ends at its first blank. */
    public static Optional<String> of(String reported) {
        return of(reported, List.of()).or(() -> firstWord(reported.strip()));
    }

    /**
     * Returns a name whose path may contain blanks.
     *
     * @param isProgram tests whether a path is that of the program, the most reliable first
     * @return empty for a path with blanks which all tests refuse: some of its parts may be arguments
     */
    public static Optional<String> of(String reported, List<Predicate<String>> isProgram) {
        String name = reported.strip();
        boolean isAmbiguous = name.startsWith("/") && name.indexOf(' ') > 0;
        return Stream.concat(isProgram.stream(), Stream.of(OF_WINDOWS))
                .flatMap((test) -> beginnings(name).filter(test).limit(1))
                .findFirst()
                .or(() -> isAmbiguous ? Optional.empty() : firstWord(name));
    }

    /** Returns the parts of a name before each blank, the shortest first, and the whole name. */
    private static Stream<String> beginnings(String name) {
        return IntStream.rangeClosed(1, name.length())
                .filter((end) -> end == name.length() || name.charAt(end) == ' ')
                .mapToObj((end) -> name.substring(0, end));
    }

    private static Optional<String> firstWord(String name) {
        return Optional.of(name.split("\\s", 2)[0]).filter((word) -> !word.isEmpty());
    }
}
