package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The content of a database file and its write-ahead log, as far as their attributes show it. */
record FileVersion(Path file, List<Part> parts) {

    private static final Part MISSING = new Part(null, -1, null);

    private record Part(
            @Nullable Object key, long bytes, @Nullable FileTime modified) {}

    static FileVersion of(Path file) {
        return new FileVersion(
                file,
                Stream.of(file, Path.of(file + "-wal")).map(FileVersion::part).toList());
    }

    private static Part part(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new Part(found.fileKey(), found.size(), found.lastModifiedTime());
        } catch (IOException missing) {
            return MISSING;
        }
    }
}
