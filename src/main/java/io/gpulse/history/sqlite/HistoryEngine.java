package io.gpulse.history.sqlite;

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

/** Opens histories in SQLite files: {@code history.db}, and {@code history-simulated.db} for simulated GPUs. */
public class HistoryEngine {

    private static final Logger log = LoggerFactory.getLogger(HistoryEngine.class);
    private static final HistoryStore.Limits IN_MEMORY =
            new HistoryStore.Limits(Duration.ofHours(1), Duration.ofHours(12), 48L << 20);
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final AtomicInteger MEMORIES = new AtomicInteger();

    private final @Nullable Path folder;
    private final HistoryStore.Limits limits;
    private final InstantSource clock;
    private final HistoryPlace place;
    private final Map<Path, Object> checked = new ConcurrentHashMap<>();

    private volatile @Nullable Refused refused;
    private final Map<Path, HistoryFile> latest = new ConcurrentHashMap<>();
    private @Nullable FileIdentity changing;

    private record Refused(FileIdentity version, StoreException failure) {}

    /**
     * An open store.
     *
     * @param simulated whether it is for simulated GPUs
     * @param inMemory whether it ends with this process
     * @param remark a sentence about its condition; null when there is nothing to report
     */
    public record OpenedStore(
            HistoryStore store,
            boolean simulated,
            boolean inMemory,
            @Nullable String remark) {

        /** Returns this store with another remark before its own. */
        public OpenedStore after(@Nullable String before) {
            return before == null
                    ? this
                    : new OpenedStore(
                            this.store,
                            this.simulated,
                            this.inMemory,
                            this.remark == null ? before : before + " " + this.remark);
        }
    }

    /** @param folder null when there is no folder for the history */
    public HistoryEngine(@Nullable Path folder, HistoryProperties properties, InstantSource clock) {
        this(folder, properties, clock, new HistoryPlace());
    }

    HistoryEngine(@Nullable Path folder, HistoryProperties properties, InstantSource clock, HistoryPlace place) {
        this.place = place;
        this.folder = folder;
        this.limits = new HistoryStore.Limits(
                properties.raw(), properties.minute(), properties.maxSize().toBytes());
        this.clock = clock;
    }

    /**
     * Opens the store that outlives this process. A damaged one is renamed, and a new one created.
     *
     * @param simulated whether it is for simulated GPUs, which have a store of their own
     * @throws StoreException when there is none, and none can be created
     */
    public OpenedStore open(boolean simulated) {
        if (this.folder == null) {
            throw new StoreException(
                    Fault.READ_ONLY, "There is no folder for the history: set gpulse.history.dir, or HOME.");
        }
        Path file = this.folder.resolve(simulated ? "history-simulated.db" : "history.db");
        this.place.check(this.folder, file);
        FolderLock lock = FolderLock.take(this.folder);
        try {
            awaitReleased(file);
            awaitUnchanged(file);
            return open(file, lock, simulated);
        } catch (RuntimeException failed) {
            lock.close();
            throw failed;
        }
    }

    private OpenedStore open(Path file, FolderLock lock, boolean simulated) {
        try {
            return new OpenedStore(checked(file, lock), simulated, false, null);
        } catch (StoreException failed) {
            if (failed.fault() != Fault.DAMAGED) {
                throw failed;
            }
            String remark = "The history was damaged and is now " + rename(file) + "; a new one was created. "
                    + failed.getMessage();
            log.warn("{}", remark);
            return new OpenedStore(checked(file, lock), simulated, false, remark);
        }
    }

    private HistoryStore checked(Path file, FolderLock lock) {
        checkOwner(file);
        FolderLock.createFile(file);
        HistoryFile opened = HistoryFile.open(file);
        try {
            checkOnce(opened, file);
            Schema.checkTriggers(file, opened.client());
            HistoryStore store = new HistoryStore(opened, this.limits, lock::close);
            opened.watch(new FileWatch(file, aside(file, "replaced", "-wal")));
            this.latest.put(file, opened);
            log.info("History is kept in {}", file);
            return store;
        } catch (RuntimeException failed) {
            opened.close();
            throw failed;
        }
    }

    /** Starts to wait until the file that replaced the one of the latest store is complete. */
    public void distrustReplaced() {
        distrust();
        this.changing = FileIdentity.of(Path.of(""));
    }

    /** The last read of an earlier file ends the locks of SQLite on it, or deletes the log by its name. */
    private void awaitReleased(Path file) {
        HistoryFile before = this.latest.get(file);
        if (before != null && !before.isReleased()) {
            throw new StoreException(Fault.UNAVAILABLE, "gpulse waits for reads of the earlier file at " + file + ".");
        }
    }

    /** A file that is being copied looks damaged. */
    private void awaitUnchanged(Path file) {
        if (this.changing != null) {
            FileIdentity now = FileIdentity.of(file);
            boolean isUnchanged = now.equals(this.changing);
            this.changing = now;
            if (!isUnchanged) {
                throw new StoreException(
                        Fault.UNAVAILABLE,
                        "Another file was found at " + file + "; gpulse waits until it has not changed between two"
                                + " attempts to open it.");
            }
            this.changing = null;
        }
    }

    /** Checks a refused file again only after it has changed, since the check may copy it. */
    private void checkOwner(Path file) {
        FileIdentity version = FileIdentity.of(file);
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

    /** Reads a file as a whole once; a file that cannot be opened for another reason is not read at each attempt. */
    private void checkOnce(HistoryFile opened, Path file) {
        Object key = FileIdentity.of(file).database().key();
        if (key == null || !key.equals(this.checked.get(file))) {
            check(opened);
            if (key != null) {
                this.checked.put(file, key);
            }
        }
    }

    /** Requires a check of each file before it is opened again, after one turned out to be damaged. */
    public void distrust() {
        this.checked.clear();
    }

    /** Runs SQLite's check, since its pages have no checksums. */
    private static void check(HistoryFile opened) {
        List<String> found =
                HistoryFile.translated(() -> opened.writer().queryForList("PRAGMA quick_check(1)", String.class));
        if (!found.equals(List.of("ok"))) {
            throw new StoreException(Fault.DAMAGED, "SQLite's check reports: " + String.join("; ", found));
        }
    }

    private Path aside(Path file, String why, String suffix) {
        String name = file.getFileName().toString().replace(".db", "");
        return file.resolveSibling(name + "-" + why + "-" + SECOND.format(this.clock.instant()) + ".db" + suffix);
    }

    private Path rename(Path file) {
        Path aside = aside(file, "damaged", "");
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

    /** Opens a small store that ends with this process. */
    public OpenedStore openInMemory(boolean simulated) {
        HistoryFile file = HistoryFile.inMemory("gpulse-" + MEMORIES.incrementAndGet());
        return new OpenedStore(new HistoryStore(file, IN_MEMORY, () -> {}), simulated, true, null);
    }
}
