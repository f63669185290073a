package io.gpulse.text.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** A text file next to the classes. Lines that start with # are comments. */
final class TextFile {

    private TextFile() {}

    static Stream<String> lines(String name) {
        try (InputStream stream = TextFile.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is missing from the class path");
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return text.lines().filter((line) -> !line.startsWith("#") && !line.isBlank());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
