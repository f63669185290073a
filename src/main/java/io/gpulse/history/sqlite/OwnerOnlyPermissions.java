package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Creates folders and files that only their owner may read, since a history shows who used which GPU and when. Existing
 * ones keep their permissions.
 */
final class OwnerOnlyPermissions {

    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnlyPermissions() {}

    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, permissions("rwx------"));
    }

    /** Creates the database file. SQLite gives the same permissions to the files next to it. */
    static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, permissions("rw-------"));
        } catch (FileAlreadyExistsException there) {
            // An existing file keeps its permissions.
        }
    }

    private static FileAttribute<?>[] permissions(String text) {
        boolean known = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return known
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : NONE;
    }
}
