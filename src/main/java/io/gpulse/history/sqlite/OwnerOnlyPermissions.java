package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Makes what nobody but its owner may read: a history tells who used which GPU when. What is there already keeps the
 * permissions that somebody has given it.
 */
final class OwnerOnlyPermissions {

    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnlyPermissions() {}

    static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, permissions("rwx------"));
    }

    /** SQLite gives the files beside it the permissions of this one. */
    static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, permissions("rw-------"));
        } catch (FileAlreadyExistsException there) {
            // It stays as it is.
        }
    }

    private static FileAttribute<?>[] permissions(String text) {
        boolean known = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return known
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))}
                : NONE;
    }
}
