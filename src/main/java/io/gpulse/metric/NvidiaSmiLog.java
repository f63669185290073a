package io.gpulse.metric;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lines of {@code nvidia-smi -q} and the elements of {@code nvidia-smi -q -x} for a GPU and for a MIG instance,
 * with the property of each, from nvidia-smi-q.txt and nvidia-smi-q-mig.txt: the tables from which gpulse prints both,
 * and reads the XML.
 */
public final class NvidiaSmiLog {

    private NvidiaSmiLog() {}

    /** Returns the lines of the table of a GPU, without its comments. */
    public static List<String> lines() {
        return lines("nvidia-smi-q.txt");
    }

    /** Returns the lines of the table of a MIG instance, without its comments. */
    public static List<String> linesOfInstance() {
        return lines("nvidia-smi-q-mig.txt");
    }

    private static List<String> lines(String name) {
        try (InputStream file = NvidiaSmiLog.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException(name + " is missing");
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
