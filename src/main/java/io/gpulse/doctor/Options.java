package io.gpulse.doctor;

import io.gpulse.metric.Spelling;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The options of the doctor.
 *
 * @param library path of the driver's library; null for the usual places
 * @param nvidiaSmi path of nvidia-smi; null for the one on the PATH
 * @param json whether the report is one JSON document
 * @param share whether values that identify the machine or its users are masked
 * @param help whether only the help is printed
 */
record Options(@Nullable Path library, @Nullable Path nvidiaSmi, boolean json, boolean share, boolean help) {

    private static final String LIBRARY = "--nvml-library";
    private static final String PROGRAM = "--nvidia-smi";
    private static final Set<String> SWITCHES = Set.of("--json", "--share", "--help", "-h");
    private static final int FEW_LETTERS = 3;
    private static final List<String> ALL = List.of(LIBRARY, PROGRAM, "--json", "--share", "--help");

    static Options parse(List<String> arguments) throws BadOptionException {
        Map<String, String> given = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            check(name, equals >= 0, value);
            given.put(name, value);
        }
        return new Options(
                path(given, LIBRARY),
                path(given, PROGRAM),
                given.containsKey("--json"),
                given.containsKey("--share"),
                given.containsKey("--help") || given.containsKey("-h"));
    }

    private static void check(String name, boolean hasValue, String value) throws BadOptionException {
        if (name.equals("--source")) {
            throw new BadOptionException(
                    "There is no option --source: the doctor looks at this machine, never at a demo.");
        }
        if (SWITCHES.contains(name)) {
            if (hasValue) {
                throw new BadOptionException("The option " + name + " takes no value.");
            }
        } else if (!ALL.contains(name)) {
            throw new BadOptionException("There is no option " + name + nearest(name) + ".");
        } else if (value.isBlank()) {
            throw new BadOptionException("The option " + name + " needs a path: " + name + "=PATH.");
        }
    }

    private static String nearest(String name) {
        return ALL.stream()
                .filter((option) -> Spelling.distance(name, option) <= FEW_LETTERS)
                .min(Comparator.comparingInt((option) -> Spelling.distance(name, option)))
                .map((option) -> "; the nearest is " + option)
                .orElse("; --help names all there are");
    }

    private static @Nullable Path path(Map<String, String> given, String name) throws BadOptionException {
        String value = given.get(name);
        try {
            return value == null ? null : Path.of(value);
        } catch (InvalidPathException ex) {
            throw new BadOptionException("The option " + name + " needs a path, which " + value + " is not.");
        }
    }

    Optional<Path> program() {
        return Optional.ofNullable(this.nvidiaSmi);
    }
}
