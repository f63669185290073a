package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The files of an open database, by device and inode: an open file outlives its name.
 *
 * @param database null where files have no such number
 * @param log of the write-ahead log
 */
record FileIdentity(
        Path file, @Nullable Object database, @Nullable Object log) {

    private static final String MISSING = "missing";

    static FileIdentity of(Path file) {
        return new FileIdentity(file, key(file), key(log(file)));
    }

    /** Whether they are still found at their path. */
    boolean isCurrent() {
        return Objects.equals(this.database, key(this.file)) && Objects.equals(this.log, key(log(this.file)));
    }

    private static Path log(Path file) {
        return Path.of(file + "-wal");
    }

    /** Device and inode of a file; null where there are no such numbers. */
    static @Nullable Object key(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (IOException missing) {
            return MISSING;
        }
    }
}
