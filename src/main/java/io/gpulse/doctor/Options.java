package io.gpulse.doctor;

import io.gpulse.metric.Spelling;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The options of the doctor.
 *
 * @param switches the given options without a value: {@code --json}
 * @param paths the given paths, by option
 * @param length the duration of a recording to make; null when none is made
 * @param recording the recording to make, or whose calls are listed; null for a report
 */
record Options(
        Set<String> switches,
        Map<String, Path> paths,
        @Nullable Duration length,
        @Nullable Path recording) {

    static final String LIBRARY = "--nvml-library";
    static final String PROGRAM = "--nvidia-smi";
    static final String NO_WAKE = "--no-wake";
    private static final String RECORD = "--record";
    private static final String CALLS = "--calls";
    private static final String JSON = "--json";
    private static final Set<String> SWITCHES = Set.of(JSON, "--share", NO_WAKE, "--help", "-h");
    private static final Set<String> SWITCHES_OF_RECORDING = Set.of(JSON, "--raw", NO_WAKE);
    private static final List<String> SHOWN = List.of(LIBRARY, PROGRAM, JSON, "--share", NO_WAKE, "--help");
    private static final int FEW_LETTERS = 3;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,4})(s|m)");
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String USAGE_OF_RECORD =
            "A recording is made by --record DURATION FILE, for example --record 60s gpu.recording.";

    static boolean areOfRecording(List<String> arguments) {
        return arguments.stream().map(Options::name).anyMatch(Set.of(RECORD, CALLS)::contains);
    }

    static Options parse(List<String> arguments) throws BadOptionException {
        boolean isOfRecording = areOfRecording(arguments);
        Set<String> switches = new HashSet<>();
        Map<String, Path> paths = new HashMap<>();
        Duration length = null;
        Path recording = null;
        Deque<String> words = new ArrayDeque<>(arguments);
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            String name = name(word);
            if (name.equals(RECORD) || name.equals(CALLS)) {
                if (!word.equals(name)) {
                    words.addFirst(word.substring(name.length() + 1));
                }
                length = name.equals(RECORD) ? duration(words.pollFirst()) : length;
                recording = file(words.pollFirst(), length == null ? "--calls needs a file." : USAGE_OF_RECORD);
            } else if ((isOfRecording ? SWITCHES_OF_RECORDING : SWITCHES).contains(word)) {
                switches.add(word);
            } else if (name.equals(LIBRARY) || (name.equals(PROGRAM) && !isOfRecording)) {
                paths.put(name, path(name, word));
            } else {
                throw new BadOptionException(isOfRecording ? misplaced(word) : unknown(word));
            }
        }
        return new Options(switches, paths, length, recording);
    }

    private static String name(String word) {
        return word.split("=", 2)[0];
    }

    private static String misplaced(String word) {
        return "The option " + word
                + " does not go with --record and --calls; --raw, --json, --no-wake and --nvml-library=PATH do.";
    }

    private static String unknown(String word) {
        String name = name(word);
        if (name.equals("--source")) {
            return "There is no option --source: the doctor looks at this machine, never at a demo.";
        }
        if (SWITCHES.contains(name)) {
            return "The option " + name + " takes no value.";
        }
        return "There is no option " + name
                + SHOWN.stream()
                        .filter((option) -> Spelling.distance(name, option) <= FEW_LETTERS)
                        .min(Comparator.comparingInt((option) -> Spelling.distance(name, option)))
                        .map((option) -> "; the nearest is " + option + ".")
                        .orElse("; --help names all there are.");
    }

    private static Path path(String name, String word) throws BadOptionException {
        String value = word.equals(name) ? "" : word.substring(name.length() + 1);
        String needed = "The option " + name + " needs a path";
        return path(value, needed + ": " + name + "=PATH.", needed + ", which " + value + " is not.");
    }

    private static Path file(@Nullable String word, String otherwise) throws BadOptionException {
        return path(word == null || word.startsWith("--") ? "" : word, otherwise, otherwise);
    }

    private static Path path(String value, String ifMissing, String ifInvalid) throws BadOptionException {
        if (value.isBlank()) {
            throw new BadOptionException(ifMissing);
        }
        try {
            return Path.of(value);
        } catch (InvalidPathException unspeakable) {
            throw new BadOptionException(ifInvalid);
        }
    }

    private static Duration duration(@Nullable String word) throws BadOptionException {
        Matcher matcher = DURATION.matcher(word == null ? "" : word);
        if (!matcher.matches()) {
            throw new BadOptionException(USAGE_OF_RECORD);
        }
        long number = Long.parseLong(matcher.group(1));
        Duration length = matcher.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMinutes(number);
        if (length.isZero() || length.compareTo(LONGEST) > 0) {
            throw new BadOptionException("A recording takes 1s to 10m, not " + word + ".");
        }
        return length;
    }

    boolean isGiven(String option) {
        return this.switches.contains(option);
    }

    /** Returns the driver: its library by path or in the usual places, which wakes GPUs unless this is forbidden. */
    NvmlSource nvml(Path root) {
        NvmlSource source = NvmlSource.ofThisMachine(this.paths.get(LIBRARY), root);
        return isGiven(NO_WAKE) ? source.withoutWaking() : source;
    }

    /** Returns the path of nvidia-smi; empty for the one on the PATH. */
    Optional<Path> program() {
        return Optional.ofNullable(this.paths.get(PROGRAM));
    }
}
