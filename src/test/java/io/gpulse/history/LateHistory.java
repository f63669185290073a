package io.gpulse.history;

import io.gpulse.history.sqlite.HistoryEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.util.unit.DataSize;
import reactor.core.scheduler.Schedulers;

/** A history in memory, until its folder becomes writable. */
public final class LateHistory extends HistoryEngine implements AutoCloseable {

    private static final Duration NEXT_TRY = Duration.ofMinutes(6);

    private final AtomicLong nanos = new AtomicLong();
    private final HistoryDatabase keeper = new HistoryDatabase(this, Clock.systemUTC(), this.nanos::get);
    private final Path folder;
    private volatile boolean writable;

    public LateHistory(Path folder) {
        super(
                folder,
                new HistoryProperties(
                        true, folder, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofGigabytes(1), 4),
                Clock.systemUTC());
        this.folder = folder;
        this.keeper.write(false, (store) -> {});
    }

    public HistoryReader reader() {
        return new HistoryReader(this.keeper, Schedulers.immediate(), Clock.systemUTC());
    }

    public HistoryWriter writer() {
        return new HistoryWriter(this.keeper, Schedulers.immediate());
    }

    /** Makes the folder writable, and lets time pass until a file is opened there. */
    public void becomesWritable() {
        this.writable = true;
        this.nanos.addAndGet(NEXT_TRY.toNanos());
        this.keeper.write(false, (store) -> {});
    }

    /** Moves the file away and makes the folder read-only: what is written now is in memory. */
    public void losesItsFile(Path to) throws IOException {
        this.writable = false;
        move(this.folder, to);
        this.keeper.write(false, (store) -> {});
    }

    /** Moves the file back. */
    public void findsItsFile(Path from) throws IOException {
        move(from, this.folder);
        becomesWritable();
    }

    private static void move(Path from, Path to) throws IOException {
        for (String name : new String[] {"history.db", "history.db-wal", "history.db-shm"}) {
            if (Files.exists(from.resolve(name))) {
                Files.move(from.resolve(name), to.resolve(name));
            }
        }
    }

    @Override
    public OpenedStore open(boolean simulated) {
        if (!this.writable) {
            throw new StoreException(StoreException.Fault.READ_ONLY, "The folder is read-only.");
        }
        return super.open(simulated);
    }

    @Override
    public void close() {
        this.keeper.close();
    }
}
