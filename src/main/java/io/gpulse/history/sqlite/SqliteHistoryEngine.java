package io.gpulse.history.sqlite;

import io.gpulse.history.HistoryEngine;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** Opens histories in SQLite files: {@code history.db}, and {@code history-simulated.db} for what no real GPU told. */
public final class SqliteHistoryEngine implements HistoryEngine {

    private static final Logger log = LoggerFactory.getLogger(SqliteHistoryEngine.class);
    private static final SqliteHistoryStore.Limits IN_MEMORY =
            new SqliteHistoryStore.Limits(Duration.ofHours(1), Duration.ofHours(12), 48L << 20);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final AtomicInteger MEMORIES = new AtomicInteger();

    private final @Nullable Path folder;
    private final SqliteHistoryStore.Limits limits;
    private final InstantSource clock;
    private final HistoryPlace place;
    private final Map<Path, Object> checked = new ConcurrentHashMap<>();

    private volatile @Nullable Refused refused;

    private record Refused(FileVersion version, StoreException failure) {}

    /** @param folder null where there is no place for it */
    public SqliteHistoryEngine(@Nullable Path folder, HistoryProperties properties, InstantSource clock) {
        this(folder, properties, clock, HistoryPlace.ofThisMachine());
    }

    SqliteHistoryEngine(@Nullable Path folder, HistoryProperties properties, InstantSource clock, HistoryPlace place) {
        this.place = place;
        this.folder = folder;
        this.limits = new SqliteHistoryStore.Limits(
                properties.raw(), properties.minute(), properties.maxSize().toBytes());
        this.clock = clock;
    }

    @Override
    public OpenedStore open(boolean simulated) {
        if (this.folder == null) {
            throw new StoreException(
                    Fault.READ_ONLY, "There is no folder for the history: set gpulse.history.dir, or HOME.");
        }
        Path file = this.folder.resolve(simulated ? "history-simulated.db" : "history.db");
        this.place.check(this.folder, file);
        FolderLock lock = FolderLock.take(this.folder);
        try {
            return open(file, lock);
        } catch (RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private OpenedStore open(Path file, FolderLock lock) {
        try {
            return new OpenedStore(checked(file, lock), null);
        } catch (StoreException failed) {
            if (failed.fault() != Fault.DAMAGED) {
                throw failed;
            }
            String remark = "The history was damaged and is now " + putAside(file) + "; a new one was begun. "
                    + failed.getMessage();
            log.warn("{}", remark);
            return new OpenedStore(checked(file, lock), remark);
        }
    }

    private SqliteHistoryStore checked(Path file, FolderLock lock) {
        checkOwner(file);
        create(file);
        HistoryFile opened = HistoryFile.open(file);
        try {
            checkOnce(opened, file);
            SqliteHistoryStore store = new SqliteHistoryStore(opened, this.limits, lock::close);
            store.watch(FileIdentity.of(file));
            log.info("History is kept in {}", file);
            return store;
        } catch (RuntimeException failed) {
            opened.close();
            throw failed;
        }
    }

    /** A file that was refused is not read again before it changes: its check may copy it. */
    private void checkOwner(Path file) {
        FileVersion version = FileVersion.of(file);
        Refused before = this.refused;
        if (before != null && before.version.equals(version)) {
            throw before.failure;
        }
        try {
            Schema.check(file);
        } catch (StoreException failed) {
            if (failed.fault() == Fault.NEWER) {
                this.refused = new Refused(version, failed);
            }
            throw failed;
        }
    }

    private static void create(Path file) {
        try {
            OwnerOnlyPermissions.createFile(file);
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.READ_ONLY, "The file " + file + " cannot be made: " + failed.getMessage(), failed);
        }
    }

    /** A file that failed for another reason is not read as a whole each time that it is tried. */
    private void checkOnce(HistoryFile opened, Path file) {
        Object key = FileIdentity.key(file);
        if (key == null || !key.equals(this.checked.get(file))) {
            check(opened);
            if (key != null) {
                this.checked.put(file, key);
            }
        }
    }

    @Override
    public void distrust() {
        this.checked.clear();
    }

    /** SQLite's pages have no checksums. */
    private static void check(HistoryFile opened) {
        try {
            List<String> found = opened.writer().queryForList("PRAGMA quick_check(1)", String.class);
            if (!found.equals(List.of("ok"))) {
                throw new StoreException(Fault.DAMAGED, "SQLite's check says: " + String.join("; ", found));
            }
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    private Path putAside(Path file) {
        String name = file.getFileName().toString().replace(".db", "-damaged-" + SECOND.format(this.clock.instant()));
        Path aside = file.resolveSibling(name + ".db");
        try {
            Files.move(file, aside);
            for (String belonging : List.of("-wal", "-shm")) {
                Files.deleteIfExists(Path.of(file + belonging));
            }
            return aside;
        } catch (IOException failed) {
            throw new StoreException(
                    Fault.READ_ONLY, "The history is damaged and cannot be moved: " + failed.getMessage(), failed);
        }
    }

    @Override
    public OpenedStore openInMemory() {
        HistoryFile file = HistoryFile.inMemory("gpulse-" + MEMORIES.incrementAndGet());
        return new OpenedStore(new SqliteHistoryStore(file, IN_MEMORY, () -> {}), null);
    }
}
