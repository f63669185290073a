package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that an open database file was replaced, also by a copy into the same file. Its write-ahead log must not be
 * applied to the other content.
 * <p>Closing any descriptor of a file ends the locks of SQLite on it. The file is therefore opened once, and closed
 * after the connections. It is no channel, which an interrupted thread would close.
 */
final class FileWatch {

    private static final Logger logger = LoggerFactory.getLogger(FileWatch.class);

    /** SQLite's header of a database, with a counter of changes, and of its log and of a frame in it. */
    private static final int HEADER = 100;

    private static final int LOG_HEADER = 32;
    private static final int FRAME_HEADER = 24;
    private static final int PAGE_SIZE_AT = 16;
    private static final int LARGEST_PAGE = 65_536;

    private final Path file;
    private final Path log;
    private final Path aside;
    private final FileIdentity opened;
    private final RandomAccessFile content;
    private final @Nullable RandomAccessFile frames;
    private volatile byte[] header;

    /** @param aside where to copy the log of a file that is replaced */
    FileWatch(Path file, Path aside) {
        this.file = file;
        this.aside = aside;
        this.log = Path.of(file + "-wal");
        this.opened = FileIdentity.of(file);
        try {
            this.frames = Files.exists(this.log) ? new RandomAccessFile(this.log.toFile(), "rw") : null;
            this.content = new RandomAccessFile(file.toFile(), "r");
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.UNAVAILABLE, "The history cannot be watched: " + failed.getMessage(), failed);
        }
        this.header = header();
    }

    /** Expects the present content from now on: this process has just written. */
    void accept() {
        if (this.opened.isCurrent()) {
            this.header = header();
        }
    }

    boolean isInPlace() {
        if (!this.opened.isCurrent()) {
            return false;
        }
        byte[] now = header();
        if (!Arrays.equals(now, this.header) && !isInLog(now)) {
            return false;
        }
        this.header = now;
        return true;
    }

    /** Returns whether there is another file in place of the opened one. */
    boolean isReplaced() {
        return Files.exists(this.file) && !isInPlace();
    }

    private byte[] header() {
        try {
            byte[] first = new byte[HEADER];
            this.content.seek(0);
            return Arrays.copyOf(first, Math.max(0, this.content.read(first)));
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    /** Returns whether a header is from the log: another program may have copied the log to the database. */
    private boolean isInLog(byte[] now) {
        if (now.length < HEADER || this.frames == null) {
            return false;
        }
        int size = ByteBuffer.wrap(now).getShort(PAGE_SIZE_AT) & 0xffff;
        int page = size == 1 ? LARGEST_PAGE : size;
        try {
            byte[] first = new byte[HEADER];
            for (long at = LOG_HEADER; at + FRAME_HEADER + HEADER <= this.frames.length(); at += FRAME_HEADER + page) {
                this.frames.seek(at);
                if (this.frames.readInt() == 1) {
                    this.frames.seek(at + FRAME_HEADER);
                    this.frames.readFully(first);
                    if (Arrays.equals(first, now)) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException unreadable) {
            return false;
        }
    }

    private boolean hasSameLog() {
        return Files.exists(this.log)
                && Objects.equals(
                        this.opened.log().key(),
                        FileIdentity.of(this.file).log().key());
    }

    private void copyLog(RandomAccessFile from) {
        try {
            FolderLock.createFile(this.aside);
            try (OutputStream to = new FileOutputStream(this.aside.toFile())) {
                byte[] block = new byte[LARGEST_PAGE];
                from.seek(0);
                for (int read = from.read(block); read > 0; read = from.read(block)) {
                    to.write(block, 0, read);
                }
            }
            deleteOlder();
        } catch (IOException | StoreException full) {
            logger.warn("The log {} of the replaced history cannot be copied: {}", this.log, full.getMessage());
        }
    }

    private void deleteOlder() throws IOException {
        String copies = this.aside.getFileName().toString().replaceFirst("\\d+-\\d+", "\\\\d+-\\\\d+");
        try (DirectoryStream<Path> older = Files.newDirectoryStream(
                this.aside.toAbsolutePath().getParent(),
                (found) -> found.getFileName().toString().matches(copies) && !found.equals(this.aside))) {
            for (Path copy : older) {
                Files.deleteIfExists(copy);
            }
        }
    }

    /**
     * Empties the log of a replaced or deleted file before its connections are closed, which would apply it to the
     * other content. The name of the log may be deleted. The connections keep the deleted index.
     */
    void setAside() {
        try {
            if (this.frames != null) {
                if (Files.exists(this.file) && this.frames.length() > 0) {
                    copyLog(this.frames);
                }
                this.frames.setLength(0);
            }
            if (hasSameLog()) {
                for (Path old : List.of(this.log, Path.of(this.file + "-shm"))) {
                    Files.deleteIfExists(old);
                }
            }
        } catch (IOException failed) {
            logger.warn("The log {} of the replaced history cannot be deleted: {}", this.log, failed.getMessage());
        }
    }

    /**
     * Closes connections and, after the last of them, the files. The last one may delete the log by its name, which can
     * be that of a restored backup.
     */
    void end(Runnable closing, boolean isLast) {
        Path kept = Path.of(this.log + "-restored");
        boolean isOther = Files.exists(this.log) && !hasSameLog() && isMoved(this.log, kept);
        try {
            closing.run();
        } finally {
            if (isOther) {
                isMoved(kept, this.log);
            }
            if (isLast) {
                close();
            }
        }
    }

    private static boolean isMoved(Path from, Path to) {
        try {
            Files.move(from, to);
            return true;
        } catch (IOException failed) {
            logger.warn("The log {} of another history cannot be moved to {}: {}", from, to, failed.getMessage());
            return false;
        }
    }

    private void close() {
        try {
            this.content.close();
            if (this.frames != null) {
                this.frames.close();
            }
        } catch (IOException failed) {
            logger.warn("The history {} cannot be closed: {}", this.file, failed.getMessage());
        }
    }
}
