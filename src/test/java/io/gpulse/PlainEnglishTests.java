package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Comments, strings and documents use the words of the field. A file with more words of our former dialect than
 * {@code plain-english.txt} lists fails, and so does a file with fewer: the list only shrinks.
 *
 * <p>{@code -Dcontract.update=true} lowers the list. It adds no file and raises no count; to write the list from
 * scratch, delete it first.
 */
class PlainEnglishTests {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final Path EXCEPTIONS = BASE.resolve("src/test/resources/plain-english.txt");

    private static final Map<String, Pattern> FOLDERS = Map.of(
            "src/main/java", Pattern.compile(".*\\.java"),
            "src/test/java", Pattern.compile(".*\\.java"),
            "src/main/resources", Pattern.compile(".*\\.(properties|html)"));
    private static final List<String> DOCUMENTS = List.of("README.md", "HELP.md", "CONTRIBUTING.md", "BENCHMARKS.md");

    private static final Pattern PROSE = Pattern.compile("/\\*[\\s\\S]*?\\*/|//[^\\n]*|\"\"\"[\\s\\S]*?\"\"\""
            + "|\"(?:[^\"\\\\\\n]|\\\\.)*+\"|`[^`]*`|<!--[\\s\\S]*?-->");
    private static final Pattern SENTENCE = Pattern.compile("[a-z] [a-z]");
    private static final Pattern DIALECT = Pattern.compile(
            String.join(
                    "|",
                    "\\b(?:tell|tells|told|telling|ask|asks|asked|asking|say|says|said|saying|anew|begun)\\b",
                    "\\b(?:nobody|everybody|somebody|whoever|stands|stood|fares?|beside)\\b",
                    "\\bso (?:many|long|often|much|few|far back)\\b",
                    "\\b(?:is|are) to be\\b",
                    "\\bany more\\b",
                    "(?-i:(?:/\\*\\*|\\* |// )What\\b)"),
            Pattern.CASE_INSENSITIVE);

    @Test
    void noFileHasMoreOfTheDialectThanItsException() throws IOException {
        SortedMap<String, Integer> counts = counts();
        assertThat(counts).hasSizeGreaterThan(500);
        if (Boolean.getBoolean("contract.update")) {
            boolean first = Files.notExists(EXCEPTIONS);
            write(first ? counts : lowered(read(), counts));
        }

        assertThat(differences(read(), counts)).isEmpty();
    }

    /** The examples are in capitals, or without spaces, so that this file has no word of the dialect. */
    @Test
    void everyWordOfTheDialectIsCountedOnce() {
        assertThat(count("IT TELLS SO MUCH OF WHAT WAS TOLD ANEW, BESIDE NOBODY'S."))
                .isEqualTo(6);
        assertThat(count("THE LIST IS TO BE READ; IT IS NOT SENT ANY MORE.")).isEqualTo(2);
        assertThat(count("Returns a task bar, an asset and the essay of Stanley."))
                .isZero();
    }

    @Test
    void onlyAFirstWordThatIsAQuestionWordCounts() {
        assertThat(count("/**Wh".concat("at"))).isEqualTo(1);
        assertThat(count("// The row states what a round returns. What it lacks is absent."))
                .isZero();
    }

    @Test
    void onlyCommentsAndSentencesOfJavaCount() {
        String code = "int\ttold\t=\task(beside);\n";

        assertThat(textOf("A.java", code)).isEmpty();
        assertThat(textOf("A.java", code + "// who reads\n")).isEqualTo("// who reads");
        assertThat(textOf("A.java", "f(\"word\", \"is read\", \"a \\\" b\");")).isEqualTo("\"is read\"");
        assertThat(textOf("a.properties", "told=1")).isEqualTo("told=1");
    }

    @Test
    void aFileAboveItsExceptionFailsAndSoDoesAFileBelow() {
        SortedMap<String, Integer> allowed = sorted(Map.of("A.java", 2, "B.java", 2, "C.java", 2));

        assertThat(differences(allowed, sorted(Map.of("A.java", 3, "B.java", 1, "C.java", 2, "D.java", 1))))
                .hasSize(3)
                .satisfiesExactly(
                        (above) -> assertThat(above).startsWith("A.java has 3 words of the dialect, 2 are allowed"),
                        (below) -> assertThat(below)
                                .startsWith("B.java has 1 words of the dialect, 2 are listed")
                                .contains("-Dcontract.update=true"),
                        (unlisted) ->
                                assertThat(unlisted).startsWith("D.java has 1 words of the dialect, 0 are allowed"));
    }

    @Test
    void anUpdateOnlyLowersTheList() {
        SortedMap<String, Integer> listed = sorted(Map.of("A.java", 2, "B.java", 2, "Gone.java", 2));

        assertThat(lowered(listed, sorted(Map.of("A.java", 3, "B.java", 1, "D.java", 1))))
                .containsExactly(Map.entry("A.java", 2), Map.entry("B.java", 1));
    }

    private static List<String> differences(SortedMap<String, Integer> allowed, SortedMap<String, Integer> counts) {
        List<String> found = new ArrayList<>();
        Stream.concat(allowed.keySet().stream(), counts.keySet().stream())
                .distinct()
                .sorted()
                .forEach((path) -> {
                    int count = counts.getOrDefault(path, 0);
                    int most = allowed.getOrDefault(path, 0);
                    if (count > most) {
                        found.add(path + " has " + count + " words of the dialect, " + most
                                + " are allowed: rewrite the new sentences in plain English");
                    } else if (count < most) {
                        found.add(path + " has " + count + " words of the dialect, " + most
                                + " are listed: lower the list with -Dcontract.update=true");
                    }
                });
        return found;
    }

    private static SortedMap<String, Integer> lowered(
            SortedMap<String, Integer> listed, SortedMap<String, Integer> counts) {
        SortedMap<String, Integer> lowered = new TreeMap<>();
        listed.forEach((path, most) -> lowered.put(path, Math.min(most, counts.getOrDefault(path, 0))));
        lowered.values().removeIf((count) -> count == 0);
        return lowered;
    }

    private static int count(String text) {
        return (int) DIALECT.matcher(text).results().count();
    }

    private static String textOf(String path, String source) {
        if (!path.endsWith(".java")) {
            return source;
        }
        return PROSE.matcher(source)
                .results()
                .map((part) -> part.group())
                .filter((part) -> SENTENCE.matcher(part).find())
                .collect(Collectors.joining(" "));
    }

    private static SortedMap<String, Integer> counts() throws IOException {
        SortedMap<String, Integer> counts = new TreeMap<>();
        for (String path : paths()) {
            counts.put(path, count(textOf(path, Files.readString(BASE.resolve(path)))));
        }
        return counts;
    }

    private static List<String> paths() throws IOException {
        List<String> paths = new ArrayList<>(DOCUMENTS);
        for (Map.Entry<String, Pattern> folder : FOLDERS.entrySet()) {
            Path root = BASE.resolve(folder.getKey());
            try (Stream<Path> files = Files.walk(root)) {
                files.map((file) -> folder.getKey() + "/" + root.relativize(file))
                        .filter(folder.getValue().asMatchPredicate())
                        .forEach(paths::add);
            }
        }
        return paths;
    }

    private static SortedMap<String, Integer> read() throws IOException {
        Pattern line = Pattern.compile("(\\S+) (\\d+)");
        return sorted(Files.readAllLines(EXCEPTIONS).stream()
                .map(line::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap((row) -> row.group(1), (row) -> Integer.valueOf(row.group(2)))));
    }

    private static void write(SortedMap<String, Integer> exceptions) throws IOException {
        Files.write(
                EXCEPTIONS,
                exceptions.entrySet().stream()
                        .filter((exception) -> exception.getValue() > 0)
                        .map((exception) -> exception.getKey() + " " + exception.getValue())
                        .toList());
    }

    private static SortedMap<String, Integer> sorted(Map<String, Integer> counts) {
        return new TreeMap<>(counts);
    }
}
