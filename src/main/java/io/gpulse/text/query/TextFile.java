package io.gpulse.text.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;

/** A text file next to the classes. Lines that start with # are comments. */
public final class TextFile {

    private TextFile() {}

    public static Stream<String> lines(String name) {
        try {
            String text = new ClassPathResource(name, TextFile.class).getContentAsString(StandardCharsets.UTF_8);
            return text.lines().filter((line) -> !line.startsWith("#") && !line.isBlank());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
