package io.gpulse.metric;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines of {@code nvidia-smi -q} and the elements of {@code nvidia-smi -q -x} for a GPU, with the property of each,
 * from nvidia-smi-q.txt: the table from which gpulse prints both, and reads the XML.
 */
public final class NvidiaSmiLog {

    private static final String FILE = "nvidia-smi-q.txt";

    private NvidiaSmiLog() {}

    /** Returns the lines of the table, without its comments. */
    public static List<String> lines() {
        try (InputStream file = NvidiaSmiLog.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            return lines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Reads a file of such lines. */
    public static List<String> lines(InputStream file) throws IOException {
        return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter((line) -> !line.startsWith("#") && !line.isBlank())
                .toList();
    }
}
