package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import io.gpulse.history.sqlite.HistoryEngine.OpenedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders and files where no history can be stored. */
class HistoryFilePlaceTests {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"history.db", "history.db-wal", "history.db-journal", "gpulse.lock"})
    void aFifoIsRefusedAndNotOpened(String name) throws Exception {
        Path fifo = this.folder.resolve(name);
        assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0);

        assertRefused(fifo + " is a FIFO, not a file");
    }

    @Test
    void aDirectoryInsteadOfTheFileIsRefused() throws IOException {
        Files.createDirectory(this.folder.resolve("history.db"));

        assertRefused("history.db is a directory, not a file");
    }

    @Test
    void aFileOfAnotherUserIsRefused() throws IOException {
        Path file = Files.createFile(this.folder.resolve("history.db"));
        int owner = (int) Files.getAttribute(file, "unix:uid");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> engine("ext4", owner + 1).open(false))
                .withMessageContaining("belongs to the user " + owner + ", and gpulse runs as " + (owner + 1))
                .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(Fault.NEWER));
        assertThat(Files.size(file)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs", "nfs4", "cifs", "smb3", "9p", "lustre", "ceph", "fuse.sshfs", "fuse.glusterfs"})
    void aNetworkFileSystemIsRefused(String type) throws IOException {
        int user = (int) Files.getAttribute(this.folder, "unix:uid");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> engine(type, user).open(false))
                .withMessageContaining("network file system (" + type + ")")
                .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(Fault.READ_ONLY));
        assertThat(this.folder).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs", "btrfs", "zfs", "overlay", "tmpfs", "fuseblk", "fuse.lxcfs", "virtiofs"})
    void aLocalFileSystemIsNoNetwork(String type) {
        assertThat(HistoryPlace.isNetwork(type)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE notes (text)",
                "CREATE TABLE event (name)",
                "CREATE TABLE gpu_raw (at INTEGER, gpu INTEGER)",
                "CREATE VIEW one AS SELECT 1",
                "PRAGMA user_version = 3"
            })
    void aDatabaseOfAnotherProgramIsRefusedAndNotChanged(String sql) throws IOException {
        Path file = this.folder.resolve("history.db");
        execute(file, sql);
        byte[] before = Files.readAllBytes(file);

        assertRefused("belongs to another program");

        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        assertThat(names()).containsExactlyInAnyOrder("gpulse.lock", "history.db");
    }

    @Test
    void aDatabaseOfAnotherProgramInTheLogIsNotChanged() throws IOException, SQLException {
        Path other = Files.createDirectory(this.folder.resolve("other"));
        Path file = this.folder.resolve("history.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + other.resolve("notes.db"));
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=WAL");
            statement.execute("CREATE TABLE notes (text)");
            Files.copy(other.resolve("notes.db"), file);
            Files.copy(other.resolve("notes.db-wal"), Path.of(file + "-wal"));
        }
        byte[] log = Files.readAllBytes(Path.of(file + "-wal"));

        assertRefused("belongs to another program");

        assertThat(Files.readAllBytes(Path.of(file + "-wal"))).isEqualTo(log);
    }

    @Test
    void aDatabaseOfAnotherProgramIsNotReadAgainBeforeItChanges() throws IOException {
        Path file = this.folder.resolve("history.db");
        execute(file, "CREATE TABLE notes (text)");
        HistoryEngine engine = StoredDays.engine(this.folder);
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> engine.open(false));
        FileTime modified = Files.getLastModifiedTime(file);
        Files.write(file, new byte[(int) Files.size(file)]);
        Files.setLastModifiedTime(file, modified);

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> engine.open(false))
                .withMessageContaining("belongs to another program");

        Files.setLastModifiedTime(file, FileTime.from(modified.toInstant().plusSeconds(1)));
        OpenedStore opened = engine.open(false);
        opened.store().close();
        assertThat(opened.remark()).contains("damaged");
    }

    @Test
    void aHistoryWithoutItsMarkIsAccepted() {
        StoredDays.open(this.folder).close();
        execute(this.folder.resolve("history.db"), "PRAGMA application_id = 0; PRAGMA user_version = 0");

        try (HistoryStore store = StoredDays.open(this.folder)) {
            assertThat(store.gpus()).isEmpty();
        }
    }

    @Test
    void aFileThatWasDeletedOrReplacedIsNoLongerInPlace() throws IOException {
        Path file = this.folder.resolve("history.db");
        try (HistoryStore store = StoredDays.open(this.folder)) {
            store.append(StoredDays.batch(StoredDays.power(StoredDays.START, 100)));
            assertThat(store.isInPlace()).isTrue();
            Path moved = Files.move(file, this.folder.resolve("moved.db"));
            assertThat(store.isInPlace()).isFalse();
            Files.copy(moved, file);
            assertThat(store.isInPlace()).isFalse();
        }
    }

    @Test
    void aFileIsCheckedAsAWholeOnceUnlessItWasDamaged() {
        HistoryEngine engine = StoredDays.engine(this.folder);
        engine.open(false).store().close();
        execute(
                this.folder.resolve("history.db"),
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 3 WHERE name = 'event_at'");

        engine.open(false).store().close();
        engine.distrust();

        assertThat(engine.open(false).remark()).contains("damaged");
    }

    private HistoryEngine engine(String fileSystem, int user) {
        HistoryPlace place = new HistoryPlace() {
            @Override
            String fileSystem(Path of) {
                return fileSystem;
            }

            @Override
            int user() {
                return user;
            }
        };
        return new HistoryEngine(this.folder, StoredDays.properties(this.folder), Clock.systemUTC(), place);
    }

    private void assertRefused(String sentence) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> StoredDays.open(this.folder))
                .withMessageContaining(sentence)
                .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(Fault.NEWER));
    }

    private static void execute(Path file, String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(this.folder)) {
            return files
                    .map((found) -> Objects.requireNonNull(found.getFileName()).toString())
                    .toList()
                    .stream();
        }
    }
}
