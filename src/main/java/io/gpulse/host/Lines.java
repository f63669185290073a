package io.gpulse.host;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words of a file's lines, by the subject of each. Parsed once per file, however many figures are read. */
final class Lines {

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private final Function<ProcFile, Map<String, List<String>>> parser;
    private @Nullable ProcFile parsed;
    private Map<String, List<String>> words = Map.of();

    Lines(Function<ProcFile, Map<String, List<String>>> parser) {
        this.parser = parser;
    }

    Map<String, List<String>> of(ProcFile file) {
        if (file != this.parsed) {
            this.words = this.parser.apply(file);
            this.parsed = file;
        }
        return this.words;
    }

    static List<String> words(String line) {
        return List.of(BLANKS.split(line.strip()));
    }
}
