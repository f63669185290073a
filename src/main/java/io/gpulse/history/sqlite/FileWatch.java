package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects that an open database file was replaced, also by a copy into the same file. Its write-ahead log must not be
 * applied to the other content.
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
    private volatile byte[] header;

    /** @param aside where to copy the log of a file that is replaced */
    FileWatch(Path file, Path aside) {
        this.file = file;
        this.aside = aside;
        this.log = Path.of(file + "-wal");
        this.opened = FileIdentity.of(file);
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
        try (InputStream content = Files.newInputStream(this.file)) {
            return content.readNBytes(HEADER);
        } catch (IOException missing) {
            return new byte[0];
        }
    }

    /** Returns whether a header is from the log: another program may have copied the log to the database. */
    private boolean isInLog(byte[] now) {
        if (now.length < HEADER) {
            return false;
        }
        int size = ByteBuffer.wrap(now).getShort(PAGE_SIZE_AT) & 0xffff;
        int page = size == 1 ? LARGEST_PAGE : size;
        try (RandomAccessFile frames = new RandomAccessFile(this.log.toFile(), "r")) {
            byte[] first = new byte[HEADER];
            for (long at = LOG_HEADER; at + FRAME_HEADER + HEADER <= frames.length(); at += FRAME_HEADER + page) {
                frames.seek(at);
                if (frames.readInt() == 1) {
                    frames.seek(at + FRAME_HEADER);
                    frames.readFully(first);
                    if (Arrays.equals(first, now)) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException missing) {
            return false;
        }
    }

    private boolean hasSameLog() {
        return Files.exists(this.log)
                && Objects.equals(
                        this.opened.log().key(),
                        FileIdentity.of(this.file).log().key());
    }

    private void copyLog() {
        try {
            Files.copy(this.log, this.aside, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException full) {
            logger.warn("The log {} of the replaced history cannot be copied: {}", this.log, full.getMessage());
        }
    }

    /**
     * Empties the log of a replaced or deleted file before its connections are closed, which would apply it to the
     * other content. The connections keep the deleted index.
     */
    void setAside() {
        try {
            if (hasSameLog()) {
                if (Files.exists(this.file) && Files.size(this.log) > 0) {
                    copyLog();
                }
                Files.newByteChannel(this.log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
                        .close();
                for (Path old : List.of(this.log, Path.of(this.file + "-shm"))) {
                    Files.deleteIfExists(old);
                }
            }
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.UNAVAILABLE,
                    "The log of the replaced history cannot be moved: " + failed.getMessage(),
                    failed);
        }
    }
}
