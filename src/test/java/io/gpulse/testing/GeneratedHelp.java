package io.gpulse.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Sections of HELP.md that are generated from data, between two comments. */
public final class GeneratedHelp {

    private static final Path HELP = Path.of("HELP.md");

    private GeneratedHelp() {}

    /**
     * Asserts that the section equals the generated text; {@code -Dcontract.update=true} rewrites it first.
     *
     * @param name as in {@code <!-- generated: name -->}
     */
    public static void assertSection(String name, List<String> lines) {
        try {
            List<String> help = Files.readAllLines(HELP);
            int begin = help.indexOf("<!-- generated: " + name + " -->");
            int end = help.indexOf("<!-- end: " + name + " -->");
            assertThat(begin)
                    .as("HELP.md has a section %s", name)
                    .isNotNegative()
                    .isLessThan(end);
            if (Boolean.getBoolean("contract.update")) {
                List<String> rewritten = new ArrayList<>(help.subList(0, begin + 1));
                rewritten.addAll(lines);
                rewritten.addAll(help.subList(end, help.size()));
                Files.write(HELP, rewritten);
                return;
            }
            assertThat(help.subList(begin + 1, end))
                    .as("HELP.md differs from the data; -Dcontract.update=true rewrites it")
                    .containsExactlyElementsOf(lines);
        } catch (IOException failed) {
            throw new AssertionError("HELP.md cannot be read", failed);
        }
    }
}
