package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The dashboard translates sentences of the server by their English text: a changed sentence would stay English. */
class TranslatedSentencesTests {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final Path TRANSLATIONS = BASE.resolve("frontend/src/i18n/zh-server.ts");

    private static final Pattern KEY = Pattern.compile("^ {2}(?:'([^']+)'|(\\w+)):", Pattern.MULTILINE);
    private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");

    /** Between the parts of a sentence that the server composes: a placeholder, or a reason after a colon. */
    private static final Pattern SEAM = Pattern.compile("\\{}|: ");

    @Test
    void everyTranslatedSentenceIsOneOfTheServer() throws IOException {
        List<String> sentences = KEY.matcher(Files.readString(TRANSLATIONS))
                .results()
                .map((key) -> key.group(1) == null ? key.group(2) : key.group(1))
                .toList();
        String server = server();

        assertThat(sentences)
                .hasSizeGreaterThan(40)
                .allSatisfy(
                        (sentence) -> assertThat(parts(sentence)).as(sentence).allMatch(server::contains));
    }

    private static Stream<String> parts(String sentence) {
        return SEAM.splitAsStream(sentence)
                .map((part) -> part.replaceAll("^[ .,:;]+|[ .,:;]+$", ""))
                .filter((part) -> !part.isEmpty());
    }

    private static String server() throws IOException {
        try (Stream<Path> files = Files.walk(BASE.resolve("src/main/java"))) {
            List<Path> sources =
                    files.filter((file) -> file.toString().endsWith(".java")).toList();
            StringBuilder text = new StringBuilder();
            for (Path source : sources) {
                text.append(CONCATENATION.matcher(Files.readString(source)).replaceAll(""));
            }
            return text.toString();
        }
    }
}
