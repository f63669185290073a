package io.gpulse.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/** The folder of the report. Files that name this machine or its users are below {@code private/}. */
final class ReportFolder {

    private static final String PRIVATE = "private";

    private final Path folder;
    private final Map<String, String> files = new TreeMap<>();

    ReportFolder(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder.resolve(PRIVATE));
        Files.createDirectories(temporary());
    }

    Path path() {
        return this.folder;
    }

    Path temporary() {
        return this.folder.resolve("temporary");
    }

    /** Opens a file that identifies neither this machine nor its users. */
    Path open(String name, String what) {
        return file(name, what);
    }

    /** Opens a file that may identify this machine, its GPUs or its users. */
    Path secret(String name, String what) {
        return file(PRIVATE + "/" + name, what);
    }

    private Path file(String name, String what) {
        this.files.put(name, what);
        return this.folder.resolve(name);
    }

    /** Removes a file that was not written from the list. */
    void forget(Path file) {
        this.files.remove(this.folder.relativize(file).toString());
    }

    /** Returns the content of each file in one phrase, by name. */
    Map<String, String> files() {
        return this.files;
    }

    static void write(Path file, String text) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, text);
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot write " + file, ex);
        }
    }

    void removeTemporary() throws IOException {
        try (var all = Files.walk(temporary())) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
