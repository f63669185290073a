package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Checks the path of a history before a file is opened there: opening a FIFO can block forever. */
class HistoryPlace {

    private static final String LOCK = "gpulse.lock";
    private static final List<String> BELONGING = List.of("", "-wal", "-shm", "-journal");
    private static final int KIND = 0xf000;

    /** Types of file systems, in the kernel or as {@code fuse.TYPE}, that lack the shared memory that the log needs. */
    private static final Set<String> NETWORK = Set.of(
            ("nfs nfs4 cifs smb smbfs smb2 smb3 9p afs ceph ceph-fuse lustre beegfs gpfs glusterfs orangefs pvfs2"
                            + " panfs ncpfs davfs davfs2 coda sshfs s3fs rclone gcsfuse gvfsd-fuse juicefs cvmfs2"
                            + " smbnetfs curlftpfs moosefs mfs")
                    .split(" "));

    /** Returns the type of the file system that an existing folder is on. */
    String fileSystem(Path folder) throws IOException {
        return Files.getFileStore(folder).type();
    }

    /** Returns the number of the user that this process runs as. */
    int user() throws IOException {
        return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** @throws StoreException when no history can be stored there */
    void check(Path folder, Path file) {
        checkFileSystem(folder);
        Stream.concat(Stream.of(folder.resolve(LOCK)), BELONGING.stream().map((suffix) -> Path.of(file + suffix)))
                .filter(Files::exists)
                .forEach(HistoryPlace::checkKind);
        if (Files.exists(file)) {
            checkOwner(file);
        }
    }

    private void checkFileSystem(Path folder) {
        Path existing = folder;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        String type;
        try {
            type = fileSystem(existing);
        } catch (IOException unknown) {
            return;
        }
        if (isNetwork(type)) {
            throw new StoreException(
                    Fault.READ_ONLY,
                    "The folder " + folder + " is on a network file system (" + type + "), where SQLite's write-ahead"
                            + " log is not safe: set gpulse.history.dir to a folder on a local disk.");
        }
    }

    static boolean isNetwork(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return NETWORK.contains(lower.startsWith("fuse.") ? lower.substring("fuse.".length()) : lower);
    }

    private static void checkKind(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(
                    Fault.NEWER, file + " is " + kind(file) + ", not a file: move it, or set gpulse.history.dir.");
        }
    }

    private static String kind(Path file) {
        try {
            return switch ((int) Files.getAttribute(file, "unix:mode") & KIND) {
                case 0x1000 -> "a FIFO";
                case 0x2000, 0x6000 -> "a device";
                case 0x4000 -> "a directory";
                case 0xc000 -> "a socket";
                default -> "something else";
            };
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return Files.isDirectory(file) ? "a directory" : "something else";
        }
    }

    private void checkOwner(Path file) {
        int owner;
        int user;
        try {
            owner = (int) Files.getAttribute(file, "unix:uid");
            user = user();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return;
        }
        if (owner != user) {
            throw new StoreException(
                    Fault.NEWER,
                    file + " belongs to the user " + owner + ", and gpulse runs as " + user
                            + ": change its owner, or set gpulse.history.dir.");
        }
    }
}
