package io.gpulse.doctor;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The doctor's options for recordings: make one, or list the calls of one.
 *
 * @param length the duration; null when a recording is read
 * @param masked whether values that identify the machine or its users are replaced
 * @param library path of the driver's library; null for the usual places
 * @param json whether the output is one JSON document
 */
record RecordingOptions(
        @Nullable Duration length,
        Path file,
        boolean masked,
        @Nullable Path library,
        boolean json) {

    private static final String RECORD = "--record";
    private static final String CALLS = "--calls";
    private static final String LIBRARY = "--nvml-library=";
    private static final String USAGE_OF_RECORD =
            "A recording is made by --record DURATION FILE, for example --record 60s" + " gpu.recording.";
    private static final Pattern DURATION = Pattern.compile("(\\d{1,4})(s|m)");
    private static final Duration LONGEST = Duration.ofMinutes(10);

    static boolean areMeant(List<String> arguments) {
        return arguments.stream()
                .anyMatch((word) -> word.equals(RECORD)
                        || word.startsWith(RECORD + "=")
                        || word.equals(CALLS)
                        || word.startsWith(CALLS + "="));
    }

    static RecordingOptions parse(List<String> arguments) throws BadOptionException {
        Deque<String> words = new ArrayDeque<>(arguments);
        Duration length = null;
        Path file = null;
        Path library = null;
        boolean raw = false;
        boolean json = false;
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            if (word.startsWith(RECORD + "=") || word.startsWith(CALLS + "=")) {
                words.addFirst(word.substring(word.indexOf('=') + 1));
                word = word.substring(0, word.indexOf('='));
            }
            switch (word) {
                case RECORD -> {
                    length = duration(words.pollFirst());
                    file = path(words.pollFirst(), USAGE_OF_RECORD);
                }
                case CALLS -> file = path(words.pollFirst(), "--calls needs a file.");
                case "--raw" -> raw = true;
                case "--json" -> json = true;
                default -> library = library(word);
            }
        }
        return new RecordingOptions(length, path(file), !raw, library, json);
    }

    private static Path path(@Nullable Path file) throws BadOptionException {
        if (file == null) {
            throw new BadOptionException(USAGE_OF_RECORD);
        }
        return file;
    }

    private static Path library(String word) throws BadOptionException {
        if (!word.startsWith(LIBRARY)) {
            throw new BadOptionException("The option " + word
                    + " does not go with --record and --calls; --raw, --json and --nvml-library=PATH" + " do.");
        }
        return path(word.substring(LIBRARY.length()), "The option --nvml-library needs a path.");
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

    private static Path path(@Nullable String word, String otherwise) throws BadOptionException {
        if (word == null || word.isBlank() || word.startsWith("--")) {
            throw new BadOptionException(otherwise);
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException unspeakable) {
            throw new BadOptionException(otherwise);
        }
    }
}
