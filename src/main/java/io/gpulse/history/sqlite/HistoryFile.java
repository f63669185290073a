package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The connections to one database: one that writes and five that read. */
final class HistoryFile implements AutoCloseable {

    private static final int READERS = 5;

    /** Longest wait for a connection that reads, and for all of them together when the log is reset. */
    private static final Duration READER_TIMEOUT = Duration.ofSeconds(20);

    /** Keeps the index of the write-ahead log in the memory of this process; other processes cannot open the file. */
    private static final String INDEX_IN_HEAP = "?vfs=unix-excl";

    /** The page size applies only before the first page is written and before WAL is enabled. */
    private static final List<String> OF_FILES = List.of(
            "PRAGMA page_size=8192",
            "PRAGMA journal_mode=WAL",
            "PRAGMA synchronous=NORMAL",
            "PRAGMA journal_size_limit=4194304");

    private static final List<String> OF_MEMORY = List.of("PRAGMA page_size=8192", "PRAGMA journal_mode=MEMORY");
    private static final List<String> OF_READERS = List.of("PRAGMA query_only=1", "PRAGMA cache_size=-2048");
    private static final List<String> OF_ALL = List.of("PRAGMA busy_timeout=5000", "PRAGMA cache_size=-4096");

    private final SingleConnectionDataSource writer;
    private final @Nullable WriteAheadLog log;
    private final Deque<Reader> idle = new ArrayDeque<>();
    private int open;
    private boolean closed;
    private @Nullable FileWatch watch;

    /** When new reads began to wait until the log is reset; null when they do not. */
    private @Nullable Long drainingSince;

    /** A connection that reads, with the guard of its statements. */
    private record Reader(SingleConnectionDataSource connection, ReadGuard guard) {

        JdbcClient jdbc() {
            return JdbcClient.create(this.guard.over(this.connection));
        }
    }

    private HistoryFile(String url, List<String> pragmas, @Nullable WriteAheadLog log) {
        this.log = log;
        this.writer = connect(url, pragmas);
        try {
            for (int i = 0; i < READERS; i++) {
                this.idle.add(reader(url));
                this.open++;
            }
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /** @throws StoreException when SQLite cannot open the file */
    static HistoryFile open(Path file) {
        return open(file, WriteAheadLog.MAX_BYTES);
    }

    /** @param maxLogBytes size of the write-ahead log above which new reads wait until it is reset */
    static HistoryFile open(Path file, long maxLogBytes) {
        WriteAheadLog log = new WriteAheadLog(file, maxLogBytes);
        return translated(() -> {
            try {
                return new HistoryFile("jdbc:sqlite:" + file, OF_FILES, log);
            } catch (DataAccessException failed) {
                if (SqliteFaults.isWithoutSharedMemory(failed)) {
                    return new HistoryFile("jdbc:sqlite:" + file.toUri() + INDEX_IN_HEAP, OF_FILES, log);
                }
                throw failed;
            }
        });
    }

    /** Opens a database that ends with this process. */
    static HistoryFile inMemory(String name) {
        return translated(() -> new HistoryFile("jdbc:sqlite:file:/" + name + "?vfs=memdb", OF_MEMORY, null));
    }

    private static SingleConnectionDataSource connect(String url, List<String> pragmas) {
        SingleConnectionDataSource source = new SingleConnectionDataSource(url, true);
        try {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            OF_ALL.forEach(jdbc::execute);
            pragmas.forEach(jdbc::execute);
            return source;
        } catch (RuntimeException failed) {
            source.destroy();
            throw failed;
        }
    }

    private static Reader reader(String url) {
        SingleConnectionDataSource connection = connect(url, OF_READERS);
        ReadGuard guard = new ReadGuard(System::nanoTime);
        new JdbcTemplate(connection).execute((ConnectionCallback<ReadGuard>) guard::watch);
        return new Reader(connection, guard);
    }

    /** Returns access for the thread that writes: statements without a result, and batches. */
    JdbcTemplate writer() {
        return new JdbcTemplate(this.writer);
    }

    /** Returns access for the thread that writes: queries and statements with named parameters. */
    JdbcClient client() {
        return JdbcClient.create(this.writer);
    }

    /**
     * Runs work in a transaction.
     *
     * @throws StoreException when it fails; then nothing of it is stored
     */
    void write(Runnable work) {
        translated(() -> {
            inTransaction(work);
            return true;
        });
    }

    /** Runs work in a transaction, without translating failures. */
    void inTransaction(Runnable work) {
        // Before and after: the transaction can overwrite the log that was copied to the database.
        isInPlace();
        try {
            transact(work);
        } finally {
            isInPlace();
            drain();
        }
    }

    private void transact(Runnable work) {
        JdbcTemplate jdbc = writer();
        jdbc.execute("BEGIN IMMEDIATE");
        try {
            work.run();
            jdbc.execute("COMMIT");
        } catch (RuntimeException failed) {
            try {
                jdbc.execute("ROLLBACK");
            } catch (RuntimeException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
    }

    void watch(FileWatch opened) {
        this.watch = opened;
    }

    synchronized boolean isInPlace() {
        return this.watch == null || this.watch.isInPlace();
    }

    /** Returns whether there is another file in place of the opened one, which was not just deleted. */
    synchronized boolean isReplaced() {
        return this.watch != null && this.watch.isReplaced();
    }

    /**
     * Resets a large log once the reads in progress have ended, whose time is limited: the last of them does it. New
     * reads wait until then; the thread that writes does not.
     */
    private synchronized void drain() {
        if (this.log != null && this.log.isTooLarge()) {
            long now = System.nanoTime();
            long since = this.drainingSince == null ? now : this.drainingSince;
            this.drainingSince = now - since < READER_TIMEOUT.toNanos() ? since : null;
            resetWhenDrained(writer());
            notifyAll();
        }
    }

    private void resetWhenDrained(JdbcTemplate jdbc) {
        if (this.log != null && this.drainingSince != null && this.idle.size() == READERS) {
            this.drainingSince = null;
            if (isInPlace() && this.log.reset(jdbc) && this.watch != null) {
                this.watch.accept();
            }
        }
    }

    /**
     * Reads with one of the reading connections, waiting until one is free. A statement ends when the current thread is
     * interrupted, or when it takes too long.
     *
     * @throws StoreException when the database cannot be read, or no connection becomes free
     */
    <T> T query(Function<JdbcClient, T> query) {
        return translated(() -> read(query));
    }

    /** Reads like {@link #query}, without translating failures. */
    <T> T read(Function<JdbcClient, T> query) {
        Reader reader = takeReader();
        try {
            return query.apply(reader.jdbc());
        } finally {
            giveBack(reader);
        }
    }

    /** Runs work, translating Spring's exceptions to {@link StoreException}. */
    static <T> T translated(Supplier<T> work) {
        try {
            return work.get();
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    private synchronized void giveBack(Reader reader) {
        if (this.closed) {
            this.open--;
            end(reader.connection::destroy);
        } else {
            this.idle.add(reader);
            resetWhenDrained(new JdbcTemplate(reader.connection));
            notifyAll();
        }
    }

    private synchronized Reader takeReader() {
        long deadline = System.nanoTime() + READER_TIMEOUT.toNanos();
        try {
            while (!this.closed && (this.idle.isEmpty() || this.drainingSince != null)) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    throw unavailable("Too many concurrent history queries.");
                }
                wait(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw unavailable("The read was cancelled.");
        }
        if (this.closed) {
            throw unavailable("The history is closed.");
        }
        return this.idle.remove();
    }

    private static StoreException unavailable(String reason) {
        return new StoreException(StoreException.Fault.UNAVAILABLE, reason);
    }

    /** Returns whether the file is closed and all reads have ended. */
    synchronized boolean isReleased() {
        return this.closed && this.open == 0;
    }

    /** Closes the connections; those in use are closed when their reads end. */
    @Override
    public synchronized void close() {
        try {
            if (this.watch != null && !this.closed && !isInPlace()) {
                this.watch.setAside();
            }
        } finally {
            this.closed = true;
            this.open -= this.idle.size();
            end(() -> {
                this.idle.forEach((reader) -> reader.connection.destroy());
                this.writer.destroy();
            });
            this.idle.clear();
            notifyAll();
        }
    }

    /** Closes connections and, after the last of them, the watch. */
    private void end(Runnable closing) {
        if (this.watch == null) {
            closing.run();
        } else {
            this.watch.end(closing, this.open == 0);
        }
    }
}
