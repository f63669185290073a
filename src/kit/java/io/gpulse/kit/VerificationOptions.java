package io.gpulse.kit;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of the command line.
 *
 * @param out the folder of the report
 * @param library path of the driver's library; empty for the usual places
 * @param raw whether the doctor's files and the report keep UUIDs, serials and names
 * @param quick whether each phase takes seconds in place of minutes
 * @param load whether a GPU may be loaded for half a minute
 */
record VerificationOptions(Path out, Optional<Path> library, boolean raw, boolean quick, boolean load, boolean help) {

    static final String USAGE = """
            Looks at this machine's GPUs with gpulse, its doctor and nvidia-smi for about five
            minutes, compares the results, and writes report.md with the raw files next to it.
            It changes no setting of a GPU and needs no root. To compare under load it keeps one
            GPU without compute processes busy for up to two and a half minutes.

              look [OPTION]...

              --out FOLDER      where the report is written; gpulse-report-DATE in this folder unless given
              --library PATH    the driver's library, instead of the usual places
              --raw             leave UUIDs, serials, host and user names in the report and the doctor's files
              --no-load         do not load a GPU to compare under load
              --quick           half a minute instead of five
              --help            print this

            It ends with 0 when the report is written, 1 when it cannot be, 2 for a wrong option.
            """;

    private static final String OUT = "--out";
    private static final String LIBRARY = "--library";
    private static final Set<String> SWITCHES = Set.of("--raw", "--no-load", "--quick", "--help", "-h");

    static VerificationOptions parse(List<String> arguments) throws InvalidOptionException {
        Map<String, String> values = new HashMap<>();
        Set<String> switches = new HashSet<>();
        Deque<String> left = new ArrayDeque<>(arguments);
        while (!left.isEmpty()) {
            String[] parts = left.pop().split("=", 2);
            if (SWITCHES.contains(parts[0]) && parts.length == 1) {
                switches.add(parts[0]);
            } else if (parts[0].equals(OUT) || parts[0].equals(LIBRARY)) {
                values.put(parts[0], value(parts, left));
            } else {
                throw new InvalidOptionException(
                        "There is no option " + String.join("=", parts) + "; --help names all there are.");
            }
        }
        return new VerificationOptions(
                path(OUT, values.getOrDefault(OUT, usualFolder())),
                values.containsKey(LIBRARY) ? Optional.of(path(LIBRARY, values.get(LIBRARY))) : Optional.empty(),
                switches.contains("--raw"),
                switches.contains("--quick"),
                !switches.contains("--no-load"),
                switches.contains("--help") || switches.contains("-h"));
    }

    private static String value(String[] parts, Deque<String> left) throws InvalidOptionException {
        String value = parts.length == 2 ? parts[1] : left.isEmpty() ? "" : left.pop();
        if (value.isBlank() || parts.length == 1 && value.startsWith("--")) {
            throw new InvalidOptionException("The option " + parts[0] + " needs a path.");
        }
        return value;
    }

    private static Path path(String name, String value) throws InvalidOptionException {
        try {
            return Path.of(value).toAbsolutePath().normalize();
        } catch (InvalidPathException ex) {
            throw new InvalidOptionException("The option " + name + " needs a path, which " + value + " is not.");
        }
    }

    private static String usualFolder() {
        return "gpulse-report-"
                + LocalDateTime.now().format(DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT));
    }

    PhaseDurations durations() {
        return this.quick ? PhaseDurations.QUICK : PhaseDurations.USUAL;
    }
}
