package io.gpulse.kit;

import io.gpulse.smi.NvidiaSmi;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** nvidia-smi as a child process. Only read-only queries are used. */
final class SmiProgram {

    private static final Duration AT_MOST = Duration.ofSeconds(30);
    private static final Pattern REFUSED = Pattern.compile("Field \"(.*)\" is not a valid field to query");

    private final ProgramRunner runner;
    private final Path program;

    SmiProgram(ProgramRunner runner, Path program) {
        this.runner = runner;
        this.program = program;
    }

    /** Returns the first nvidia-smi in the folders of a PATH, or in those of drivers. */
    static Optional<Path> find(String folders) {
        return NvidiaSmi.find(folders + ":/usr/bin:/usr/local/bin:/usr/lib/wsl/lib");
    }

    ProgramResult run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(this.program.toString()));
        command.addAll(List.of(arguments));
        return this.runner.run(command, AT_MOST);
    }

    ProgramResult properties(List<String> names) {
        return run("--query-gpu=" + String.join(",", names), "--format=csv");
    }

    /** Returns the accepted names; refused names are added to the second list. */
    List<String> accepted(List<String> names, List<String> refused) {
        List<String> left = new ArrayList<>(names);
        while (!left.isEmpty()) {
            ProgramResult result = properties(left);
            Matcher field = REFUSED.matcher(result.text() + result.errors());
            if (result.ok() || !field.find() || !left.remove(field.group(1))) {
                return left;
            }
            refused.add(field.group(1));
        }
        return left;
    }

    /** Returns the name refused by a response of nvidia-smi or gpulse. */
    static Optional<String> refusedName(String text) {
        Matcher field = REFUSED.matcher(text);
        return field.find() ? Optional.of(field.group(1)) : Optional.empty();
    }
}
