package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database file and its write-ahead log, as their attributes show them. An open file outlives its name. */
record FileIdentity(Path file, Part database, Part log) {

    private static final Part MISSING = new Part("missing", -1, null);

    /** @param key device and inode; null where the file system has no such numbers */
    record Part(@Nullable Object key, long bytes, @Nullable FileTime modified) {

        private static Part of(Path file) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                return new Part(found.fileKey(), found.size(), found.lastModifiedTime());
            } catch (IOException missing) {
                return MISSING;
            }
        }
    }

    static FileIdentity of(Path file) {
        return new FileIdentity(file, Part.of(file), Part.of(Path.of(file + "-wal")));
    }

    /** Returns whether the same files are still at their path, with any content. */
    boolean isCurrent() {
        FileIdentity now = of(this.file);
        return Objects.equals(this.database.key, now.database.key) && Objects.equals(this.log.key, now.log.key);
    }
}
