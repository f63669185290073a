package io.gpulse.smi;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program nvidia-smi. Each query starts a new process with a time limit. */
public final class NvidiaSmi {

    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String MARK = "gpulse";
    private static final int MARKED = 512;
    private static final Pattern NAME = Pattern.compile("\"([A-Za-z][\\w.]+)\"");
    private static final Pattern UNKNOWN_NAME = Pattern.compile("Field \"(.*)\" is not a valid field to query");

    private final Child child;

    public NvidiaSmi(Path program, Duration patience) {
        this.child = new Child(program, patience);
    }

    /** Returns the first program of that name in the folders of {@code PATH}, except gpulse's own replacement. */
    public static Optional<Path> find(String folders) {
        return Stream.of(folders.split(File.pathSeparator))
                .filter((folder) -> !folder.isEmpty())
                .flatMap((folder) -> folder(folder).stream())
                .flatMap((folder) -> Stream.of("nvidia-smi", "nvidia-smi.exe").map(folder::resolve))
                .filter((program) -> Files.isRegularFile(program) && Files.isExecutable(program))
                .filter((program) -> !isReplacement(program))
                .findFirst();
    }

    /** Returns whether a program is a script that prints what gpulse has read: gpulse would read itself. */
    public static boolean isReplacement(Path program) {
        try (InputStream file = Files.newInputStream(program)) {
            String start = new String(file.readNBytes(MARKED), StandardCharsets.ISO_8859_1);
            return start.startsWith("#!") && start.contains(MARK);
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Returns a folder; empty for a name that the locale of this process cannot represent. */
    private static Optional<Path> folder(String name) {
        try {
            return Optional.of(Path.of(name));
        } catch (InvalidPathException unspeakable) {
            return Optional.empty();
        }
    }

    /**
     * Returns every name in its help, alternative names included: newer drivers also list a property's older name. Some
     * are values and not properties.
     *
     * @return empty when it gives no help, or none that can be understood
     */
    public Set<String> namesInHelp() throws SmiRefusedException {
        Child.Result result = this.child.run(List.of("--help-query-gpu"));
        Set<String> names = result.text()
                .lines()
                .filter((line) -> line.startsWith("\""))
                .flatMap((line) -> NAME.matcher(line).results().map((name) -> name.group(1)))
                .collect(Collectors.toCollection(HashSet::new));
        return result.code() == 0 && names.contains("uuid") ? names : Set.of();
    }

    /** Queries these properties of all GPUs. One unknown name makes nvidia-smi refuse the whole query. */
    public SmiTable query(List<String> names) throws SmiRefusedException {
        return table(names, run(names));
    }

    /**
     * Queries the known ones of these properties. nvidia-smi names the first unknown property; the query is repeated
     * without it, for at most twice the time limit of one run.
     */
    public SmiTable queryKnown(List<String> names) throws SmiRefusedException {
        List<String> left = new ArrayList<>(names);
        long until = System.nanoTime() + 2 * this.child.patience().toNanos();
        while (!left.isEmpty() && System.nanoTime() < until) {
            Child.Result result = run(left);
            Matcher unknown = UNKNOWN_NAME.matcher(result.text());
            if (result.code() == 0 || !unknown.find() || !left.remove(unknown.group(1))) {
                return table(left, result);
            }
        }
        throw new SmiRefusedException("It refused " + (names.size() - left.size()) + " of " + names.size()
                + " properties, one after the other, until there was no more time.");
    }

    private Child.Result run(List<String> names) throws SmiRefusedException {
        return this.child.run(List.of("--query-gpu=" + String.join(",", names), "--format=csv,noheader,nounits"));
    }

    private static SmiTable table(List<String> names, Child.Result result) throws SmiRefusedException {
        if (result.code() != 0 && result.code() != SmiExit.WITH_WARNING) {
            throw refused(result);
        }
        SmiTable table = SmiTable.parse(names, result.text());
        if (table.rows().isEmpty()) {
            throw result.code() == 0
                    ? new SmiRefusedException("It printed no table, but " + SmiExit.quoted(result) + ".")
                    : refused(result);
        }
        return table;
    }

    private static SmiRefusedException refused(Child.Result result) {
        return SmiExit.refusal(result);
    }
}
