package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.history.sqlite.RestoredBackupTests.Restoration;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The detection of a replaced file, next to the locks and the log of SQLite. */
class FileWatchTests {

    @TempDir
    private Path folder;

    @TempDir
    private Path elsewhere;

    @BeforeEach
    void aBackup() throws IOException {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 1)));
        }
        Files.move(file(), backup());
    }

    /** The last connection to a database deletes the log: SQLite's locks show it that there are others. */
    @Test
    void anotherProgramThatReadsDeletesNoLog() throws Exception {
        assumeTrue(isInstalled("sqlite3"), "needs sqlite3");
        String count = "SELECT count(*) FROM number";
        try (HistoryFile file = watched(WriteAheadLog.MAX_BYTES)) {
            file.write(() -> insert(file));
            Thread.currentThread().interrupt();
            assertThat(file.isInPlace()).isTrue();
            assertThat(Thread.interrupted()).isTrue();

            assertThat(run("sqlite3", file().toString(), count)).isEqualTo("1");

            assertThat(Path.of(file() + "-wal")).exists();
            assertThat(Path.of(file() + "-shm")).exists();
            file.write(() -> insert(file));
            assertThat(file.isInPlace()).isTrue();
        }
        assertThat(run("sqlite3", file().toString(), count)).isEqualTo("2");
    }

    @Test
    void aFileThatIsReplacedDuringATransactionIsNotAcceptedAndNotChanged() throws Exception {
        byte[] content = Files.readAllBytes(backup());
        try (HistoryFile file = watched(1)) {
            file.write(() -> {
                insert(file);
                restore(Restoration.COPY_INTO);
            });

            assertThat(file.isInPlace()).isFalse();
            assertThat(Files.readAllBytes(file())).isEqualTo(content);
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(content);
    }

    @Test
    void aLogThatIsEmptiedReplacesNothing() {
        try (HistoryFile file = watched(1)) {
            for (int row = 0; row < 10; row++) {
                file.write(() -> insert(file));
                assertThat(file.isInPlace()).isTrue();
            }
        }
    }

    @Test
    void theConnectionsOfAReplacedFileAreClosedWhenItsIndexCannotBeDeleted() throws Exception {
        HistoryFile file = watched(WriteAheadLog.MAX_BYTES);
        Path index = Path.of(file() + "-shm");
        Files.move(index, this.elsewhere.resolve("index"));
        Files.createFile(Files.createDirectory(index).resolve("any"));
        restore(Restoration.MOVE);

        file.close();

        assertThat(file.isReleased()).isTrue();
    }

    @Test
    void theComparisonOfTheFileWaitsUntilTheLogIsReset() throws Exception {
        try (HistoryFile file = watched(WriteAheadLog.MAX_BYTES)) {
            Thread comparison = new Thread(file::isReplaced);
            synchronized (file) {
                comparison.start();
                Wait.until(() -> comparison.getState() == Thread.State.BLOCKED);
            }
            comparison.join();
        }
    }

    @Test
    void aFileIsReleasedWhenItsReadsHaveEnded() {
        HistoryFile file = watched(WriteAheadLog.MAX_BYTES);

        file.read((jdbc) -> {
            file.close();
            assertThat(file.isReleased()).isFalse();
            return true;
        });

        assertThat(file.isReleased()).isTrue();
    }

    @Test
    void theLogOfARestoredBackupIsKept() throws Exception {
        Path log = Path.of(file() + "-wal");
        try (HistoryFile other = watched(WriteAheadLog.MAX_BYTES)) {
            other.write(() -> insert(other));
            Files.copy(file(), backup(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(log, this.elsewhere.resolve("backup.db-wal"));
        }
        byte[] content = Files.readAllBytes(this.elsewhere.resolve("backup.db-wal"));
        Files.delete(file());
        HistoryFile file = watched(1);
        file.write(() -> insert(file));
        file.read((jdbc) -> {
            restore(Restoration.COPY_WITHOUT_LOG);
            move(this.elsewhere.resolve("backup.db-wal"), log);
            file.close();
            return true;
        });

        assertThat(file.isReleased()).isTrue();
        assertThat(log).hasBinaryContent(content);
        try (HistoryFile restored = HistoryFile.open(file())) {
            assertThat(restored.client()
                            .sql("SELECT count(*) FROM number")
                            .query(Integer.class)
                            .single())
                    .isEqualTo(1);
        }
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private HistoryFile watched(long maxLogBytes) {
        HistoryFile file = HistoryFile.open(file(), maxLogBytes);
        file.write(() -> file.writer().execute("CREATE TABLE number (content BLOB)"));
        file.watch(new FileWatch(file(), this.folder.resolve("history-replaced-1.db-wal")));
        return file;
    }

    private static void insert(HistoryFile file) {
        file.writer().update("INSERT INTO number VALUES (zeroblob(50000))");
    }

    private void restore(Restoration restoration) {
        try {
            restoration.apply(backup(), file());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isInstalled(String program) throws Exception {
        return new ProcessBuilder("which", program).start().waitFor() == 0;
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output.strip();
    }

    private Path file() {
        return this.folder.resolve("history.db");
    }

    private Path backup() {
        return this.elsewhere.resolve("backup.db");
    }
}
