package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every row of HELP.md's table of threats names tests that there are. */
class ThreatTableTests {

    private static final Path TESTS = Path.of("src/test/java/io/gpulse");
    private static final Pattern TEST = Pattern.compile("`((?:\\w+\\.)?[A-Z]\\w*(?:Tests|IT))(?:\\.(\\w+))?`");

    @Test
    void everyThreatHasItsTest() throws IOException {
        List<String> rows = rows();

        assertThat(rows)
                .hasSizeGreaterThan(15)
                .allSatisfy((row) ->
                        assertThat(named(row)).as(row).isNotEmpty().allSatisfy(ThreatTableTests::assertExists));
    }

    private static List<String> rows() throws IOException {
        String help = Files.readString(Path.of("HELP.md"));
        String chapter = help.substring(help.indexOf("### Threats")).split("\n#", 2)[0];
        return chapter.lines().filter((line) -> line.startsWith("|")).skip(2).toList();
    }

    private static List<MatchResult> named(String row) {
        return TEST.matcher(row).results().toList();
    }

    private static void assertExists(MatchResult test) {
        String path = test.group(1).replace('.', '/') + ".java";
        try (Stream<Path> files = Files.walk(TESTS)) {
            Path file = files.filter((each) -> each.endsWith(path)).findFirst().orElseThrow();
            if (test.group(2) != null) {
                assertThat(file).content().contains("void " + test.group(2) + "(");
            }
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }
}
