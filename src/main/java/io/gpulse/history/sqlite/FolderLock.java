package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a second gpulse from writing to the same folder. The lock ends with the process, even after a crash. Only
 * their owner may read new folders and files, since a history shows who used which GPU and when. Existing ones keep
 * their permissions.
 */
final class FolderLock implements AutoCloseable {

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Locks a channel; returns null when another process has locked its file. */
    @FunctionalInterface
    interface Locking {
        @Nullable
        FileLock tryLock(FileChannel channel) throws IOException;
    }

    /** @throws StoreException when another process holds the lock, or the folder is not writable */
    static FolderLock take(Path folder) {
        return take(folder, FileChannel::tryLock);
    }

    static FolderLock take(Path folder, Locking locking) {
        try {
            Files.createDirectories(folder, ownerOnly("rwx------"));
            FileChannel channel = FileChannel.open(
                    folder.resolve("gpulse.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean taken = false;
            try {
                taken = isTaken(channel, locking);
            } finally {
                if (!taken) {
                    channel.close();
                }
            }
            if (taken) {
                return new FolderLock(channel);
            }
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.READ_ONLY, "The folder " + folder + " cannot be written to: " + reason(failed) + ".", failed);
        }
        throw new StoreException(Fault.LOCKED, "Another gpulse keeps its history in " + folder + ".");
    }

    /** Creates the database file unless it exists. SQLite gives the same permissions to the files next to it. */
    static void createFile(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, ownerOnly("rw-------"));
            }
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.READ_ONLY, "The file " + file + " cannot be created: " + failed.getMessage(), failed);
        }
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        boolean known = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return known
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isTaken(FileChannel channel, Locking locking) throws IOException {
        try {
            return locking.tryLock(channel) != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    private static String reason(IOException failed) {
        return failed.getClass().getSimpleName().replace("Exception", "") + " " + failed.getMessage();
    }

    @Override
    public void close() {
        try {
            this.channel.close();
        } catch (IOException failed) {
            throw new StoreException(Fault.UNAVAILABLE, "The lock cannot be released: " + failed.getMessage(), failed);
        }
    }
}
