package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.engine;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.history.StoreException;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.metric.Metric;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database file that is replaced while it is open. */
class RestoredBackupTests {

    private static final int ROWS = 2000;

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    /** A way to restore a backup. */
    enum Restoration {
        /** As {@code mv} does. */
        MOVE {
            @Override
            void apply(Path backup, Path file) throws IOException {
                Files.move(backup, file, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        /** As {@code cp} does. */
        COPY_INTO {
            @Override
            void apply(Path backup, Path file) throws IOException {
                try (OutputStream target = Files.newOutputStream(file)) {
                    Files.copy(backup, target);
                }
            }
        },
        /** As {@code rm} of the log and its index, and {@code cp}, do. */
        COPY_WITHOUT_LOG {
            @Override
            void apply(Path backup, Path file) throws IOException {
                Files.delete(Path.of(file + "-wal"));
                Files.delete(Path.of(file + "-shm"));
                COPY_INTO.apply(backup, file);
            }
        };

        abstract void apply(Path backup, Path file) throws IOException;
    }

    @BeforeEach
    void aBackup() throws IOException {
        try (HistoryStore store = open(this.folder)) {
            for (int row = 0; row < ROWS; row++) {
                store.append(batch(power(START + row * 60_000L, 100 + row)));
            }
        }
        Files.move(file(), backup());
    }

    @ParameterizedTest
    @EnumSource
    void aRestoredBackupIsOpenedWithItsOwnRowsOnceItIsUnchanged(Restoration restoration) throws Exception {
        HistoryEngine engine = engine(this.folder);
        HistoryStore old = engine.open(false).store();
        old.append(batch(power(START, 1), power(START + 61_000, 2)));
        assertThat(old.isInPlace()).isTrue();
        Files.createFile(this.folder.resolve("history-replaced-20200101-000000.db-wal"));
        restoration.apply(backup(), file());

        assertThat(old.isInPlace()).isFalse();
        assertThat(old.isReplaced()).isTrue();
        old.close();
        engine.distrustReplaced();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> engine.open(false))
                .withMessageContaining("Another file was found");
        try (HistoryStore restored = engine.open(false).store()) {
            restored.append(batch(power(START + ROWS * 60_000L, 1)));
            assertThat(restored.isInPlace()).isTrue();
        }
        assertThat(number("SELECT count(*) FROM gpu_raw")).isEqualTo(ROWS + 1);
        assertThat(names()).anyMatch((name) -> name.matches("history-replaced-\\d+-\\d+\\.db-wal"));
        assertThat(names()).doesNotContain("history-replaced-20200101-000000.db-wal");
    }

    @ParameterizedTest
    @EnumSource
    void theEndOfGpulseDoesNotChangeARestoredBackup(Restoration restoration) throws Exception {
        byte[] content = Files.readAllBytes(backup());
        try (HistoryStore old = open(this.folder)) {
            old.append(batch(power(START, 1), power(START + 61_000, 2)));
            restoration.apply(backup(), file());
        }

        assertThat(Files.readAllBytes(file())).isEqualTo(content);
        assertThat(names()).doesNotContain("history.db-wal", "history.db-shm");
    }

    @Test
    void aLogThatAnotherProgramCopiesReplacesNothing() throws Exception {
        try (HistoryStore store = open(this.folder)) {
            for (int row = 0; row < 100; row++) {
                store.append(batch(power(START + row * 60_000L, 100 + row)));
            }
            byte[] before = Files.readAllBytes(file());

            number("PRAGMA wal_checkpoint(PASSIVE)");

            assertThat(Files.readAllBytes(file())).isNotEqualTo(before);
            assertThat(store.isInPlace()).isTrue();
            store.append(batch(power(START + 100 * 60_000L, 1)));
            assertThat(store.isInPlace()).isTrue();
        }
        assertThat(number("SELECT count(*) FROM gpu_raw")).isEqualTo(101);
    }

    @Test
    void aLogThatAnotherProgramCopiesBeforeATransactionReplacesNothing() throws Exception {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100)));
            number("PRAGMA wal_checkpoint(PASSIVE)");

            store.append(batch(power(START + 60_000, 1)));

            assertThat(store.isInPlace()).isTrue();
        }
        assertThat(number("SELECT count(*) FROM gpu_raw")).isEqualTo(2);
    }

    @Test
    void aDeletedFileIsCreatedOnceTheReadsOfItHaveEnded() throws Exception {
        HistoryEngine engine = engine(this.folder);
        HistoryStore old = engine.open(false).store();
        old.append(batch(power(START, 1)));
        TimeRange all = new TimeRange(Instant.ofEpochMilli(START), Instant.ofEpochMilli(START + 1));
        AtomicBoolean visited = new AtomicBoolean();

        old.means(Tier.RAW, all, List.of(Metric.POWER_DRAW), (uuid, at, values) -> {
            delete(file(), Path.of(file() + "-wal"), Path.of(file() + "-shm"));
            old.close();
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> engine.open(false))
                    .withMessageContaining("waits for reads of the earlier file");
            visited.set(true);
        });

        assertThat(visited).isTrue();
        try (HistoryStore created = engine.open(false).store()) {
            created.append(batch(power(START, 1)));
            assertThat(created.isInPlace()).isTrue();
            assertThat(names()).contains("history.db-wal");
        }
    }

    private static void delete(Path... files) {
        for (Path file : files) {
            assertThat(file.toFile().delete()).isTrue();
        }
    }

    @Test
    void aFileWithATriggerIsRefused() throws Exception {
        Restoration.MOVE.apply(backup(), file());
        sql("CREATE TRIGGER greedy AFTER INSERT ON gpu_raw BEGIN DELETE FROM gpu_raw; END");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(this.folder))
                .withMessageContaining("triggers that gpulse did not create (greedy)")
                .matches((refused) -> refused.fault() == StoreException.Fault.NEWER);
        assertThat(number("SELECT count(*) FROM gpu_raw")).isEqualTo(ROWS);
    }

    @Test
    void aFolderThatCannotBeLockedKeepsNoFileOpen() {
        AtomicReference<FileChannel> opened = new AtomicReference<>();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> FolderLock.take(this.folder, (channel) -> {
                    opened.set(channel);
                    throw new IOException("No locks available");
                }))
                .withMessageContaining("No locks available");
        assertThat(opened.get().isOpen()).isFalse();
    }

    private Path file() {
        return this.folder.resolve("history.db");
    }

    private Path backup() {
        return this.elsewhere.resolve("backup.db");
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(this.folder)) {
            return files.map((path) -> path.getFileName().toString()).toList().stream();
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }
}
