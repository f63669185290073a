package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.GeneratedHelp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents stay short, and their links lead somewhere. */
class HelpDocumentTests {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final int HELP_WORDS = 8_000;
    private static final int README_LINES = 150;

    private static final Pattern GENERATED =
            Pattern.compile("<!-- (?:generated: |rules: )[^\\n]*-->\\n[\\s\\S]*?<!-- end[^\\n]*-->");
    private static final Pattern CODE = Pattern.compile("(?m)^```[\\s\\S]*?^```");
    private static final Pattern FENCE = Pattern.compile("(?m)^ *```.*$");
    private static final Pattern PROFILES = Pattern.compile("mvn [^`\\n]*-P([\\w,]+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([\\w.]*)#([\\w-]+)\\)");

    @Test
    void helpBeginsWithItsTableOfContents() throws IOException {
        List<String> contents = new ArrayList<>();
        for (String heading : headings(GENERATED.matcher(read("HELP.md")).replaceAll(""))) {
            String title = heading.replaceFirst("#+ ", "");
            String indent = "  ".repeat(heading.indexOf(' ') - 2);
            contents.add(indent + "- [" + title + "](#" + anchor(title) + ")");
        }

        assertThat(contents).hasSizeGreaterThan(10);
        GeneratedHelp.assertSection("contents", contents);
    }

    @Test
    void helpIsShortApartFromGeneratedTables() throws IOException {
        String written = GENERATED.matcher(read("HELP.md")).replaceAll("");

        assertThat(written.split("\\s+")).hasSizeLessThanOrEqualTo(HELP_WORDS);
    }

    @Test
    void readmeIsShort() throws IOException {
        assertThat(read("README.md").lines()).hasSizeLessThanOrEqualTo(README_LINES);
    }

    /** {@link DocumentedCommandsIT} runs those of {@code sh}. */
    @ParameterizedTest
    @ValueSource(strings = {"README.md", "HELP.md"})
    void everyBlockNamesItsLanguage(String document) throws IOException {
        assertThat(FENCE.matcher(read(document)).results().map(MatchResult::group))
                .hasSizeGreaterThan(4)
                .isSubsetOf("```", "```sh", "```yaml", "```promql");
        assertThat(CODE.matcher(read(document)).results().map(MatchResult::group))
                .noneMatch((block) -> block.startsWith("```\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "HELP.md"})
    void noPackageIsDownloadedThatIsNotPublished(String document) throws IOException {
        assertThat(read(document).lines().filter((line) -> line.contains("pip install")))
                .allMatch((line) -> line.contains("pip install --find-links target/wheels "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "HELP.md", "CONTRIBUTING.md", "BENCHMARKS.md"})
    void everyProfileOfMavenExists(String document) throws IOException {
        assertThat(PROFILES.matcher(read(document)).results())
                .isNotEmpty()
                .allSatisfy((command) -> assertThat(command.group(1).split(","))
                        .allSatisfy((profile) -> assertThat(read("pom.xml")).contains("<id>" + profile + "</id>")));
    }

    @Test
    void everyLinkToASectionLeadsToOne() throws IOException {
        for (String document : List.of("README.md", "HELP.md", "CONTRIBUTING.md", "BENCHMARKS.md")) {
            LINK.matcher(read(document)).results().forEach((link) -> {
                String target = link.group(1).isEmpty() ? document : link.group(1);
                assertThat(anchors(target)).as(document + " links to " + target).contains(link.group(2));
            });
        }
    }

    private static List<String> anchors(String document) {
        try {
            return headings(read(document)).stream()
                    .map((heading) -> anchor(heading.replaceFirst("#+ ", "")))
                    .toList();
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }

    /** Headings below the title, without those of code blocks. */
    private static List<String> headings(String document) {
        return CODE.matcher(document)
                .replaceAll("")
                .lines()
                .filter((line) -> line.matches("#{2,4} .*"))
                .toList();
    }

    /** The anchor that GitHub gives a heading. */
    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
    }

    private static String read(String document) throws IOException {
        return Files.readString(BASE.resolve(document));
    }
}
