package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.GeneratedHelp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every threat of {@code threats.txt} names tests that exist, and HELP.md has the same rows. */
class ThreatTableTests {

    private static final Path TESTS = Path.of("src/test/java/io/gpulse");
    private static final Path THREATS = Path.of("src/test/resources/threats.txt");
    private static final Pattern TEST = Pattern.compile("((?:\\w+\\.)?[A-Z]\\w*(?:Tests|IT))(?:\\.(\\w+))?");

    @Test
    void everyThreatHasItsTest() throws IOException {
        assertThat(threats()).hasSizeGreaterThan(15).allSatisfy((threat) -> {
            assertThat(threat).hasSize(4);
            assertThat(threat.get(3).split(" ")).isNotEmpty().allSatisfy(ThreatTableTests::assertExists);
        });
    }

    @Test
    void helpListsEveryThreat() throws IOException {
        List<String> lines = new ArrayList<>(List.of("| asset | attack | defence | test |", "|---|---|---|---|"));
        for (List<String> threat : threats()) {
            String asset = threat.get(0).isEmpty() ? "| " : "| " + threat.get(0) + " ";
            lines.add(asset + "| " + threat.get(1) + " | " + threat.get(2) + " | `"
                    + threat.get(3).replace(" ", "`, `") + "` |");
        }

        GeneratedHelp.assertSection("threats", lines);
    }

    private static List<List<String>> threats() throws IOException {
        return Files.readAllLines(THREATS).stream()
                .filter((line) -> !line.startsWith("#"))
                .map((line) ->
                        Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .toList();
    }

    private static void assertExists(String named) {
        Matcher test = TEST.matcher(named);
        assertThat(test.matches()).as(named).isTrue();
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
