package io.gpulse.parity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The public driver symbols that nvidia-smi calls, by property. */
final class Facts {

    private static final Path FILE = Path.of("../shared/reference/nvidia-smi.md");
    private static final Pattern ROW = Pattern.compile("\\| (\\S+) \\| .* \\| (.*nvml(?:Device|System).*) \\|");

    private Facts() {}

    /** Returns the properties with a known public symbol. */
    static Set<String> mappedToPublicSymbols() {
        try {
            return Files.readAllLines(FILE).stream()
                    .map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map((row) -> row.group(1))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
