package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.history.StoreException;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The size of the write-ahead log of a history. */
class WriteAheadLogTests {

    private static final int MAX_BYTES = 200_000;

    @TempDir
    private Path folder;

    private Path database;
    private HistoryFile file;

    @BeforeEach
    void open() {
        this.database = this.folder.resolve("history.db");
        this.file = HistoryFile.open(this.database, MAX_BYTES);
        this.file.writer().execute("PRAGMA busy_timeout=0");
        this.file.inTransaction(() -> this.file.writer().execute("CREATE TABLE number (content BLOB)"));
    }

    @AfterEach
    void close() {
        this.file.close();
    }

    @Test
    void aLargeLogIsResetWhenTheReadsInProgressHaveEnded() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        write();
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> this.file.read((jdbc) -> {
            jdbc.sql("SELECT 1 FROM number").query((row) -> {
                reading.countDown();
                await(written);
            });
            return rows(jdbc);
        }));
        reading.await();

        Thread writer = new Thread(() -> this.file.inTransaction(() -> insert(MAX_BYTES)));
        writer.start();
        Wait.until(() -> Set.of(State.TIMED_WAITING, State.TERMINATED).contains(writer.getState()));
        assertThat(logBytes()).isGreaterThan(MAX_BYTES);
        written.countDown();
        writer.join();

        assertThat(read.join()).isEqualTo(2);
        assertThat(logBytes()).isZero();
        assertThat(rows(this.file.client())).isEqualTo(2);
    }

    @Test
    void theThreadThatWritesDoesNotWaitForReads() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch written = new CountDownLatch(1);
        write();
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> this.file.read((jdbc) -> {
            jdbc.sql("SELECT 1 FROM number").query((row) -> {
                reading.countDown();
                await(written);
            });
            return rows(jdbc);
        }));
        reading.await();

        this.file.inTransaction(() -> insert(MAX_BYTES));
        this.file.inTransaction(() -> insert(MAX_BYTES));
        written.countDown();

        assertThat(read.join()).isEqualTo(3);
        assertThat(logBytes()).isZero();
        assertThat(this.file.read(WriteAheadLogTests::rows)).isEqualTo(3);
    }

    @Test
    void aClosedFileIsNotReportedAsBusy() {
        this.file.close();

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> this.file.query(WriteAheadLogTests::rows))
                .withMessage("The history is closed.");
        assertThat(this.file.isReleased()).isTrue();
    }

    @Test
    void aSmallLogIsKept() {
        write();

        assertThat(logBytes()).isPositive();
    }

    @Test
    void aLogThatAnotherProgramReadsIsResetLater() throws SQLException {
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + this.database + "?busy_timeout=0");
                Statement statement = other.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1 FROM number UNION ALL SELECT 2")) {
            assertThat(rows.next()).isTrue();
            this.file.inTransaction(() -> insert(MAX_BYTES));
            assertThat(logBytes()).isGreaterThan(MAX_BYTES);
        }

        this.file.inTransaction(() -> insert(MAX_BYTES));

        assertThat(logBytes()).isZero();
    }

    @Test
    void aTransactionIsNotReportedAsFailedWhenTheLogCannotBeReset() {
        write();
        write();

        this.file.writer().query("SELECT 1 FROM number", (row) -> {
            if (row.isFirst()) {
                // SQLite refuses to reset the log while a statement of this connection is open.
                this.file.inTransaction(() -> insert(MAX_BYTES));
            }
        });

        assertThat(rows(this.file.client())).isEqualTo(3);
        assertThat(logBytes()).isGreaterThan(MAX_BYTES);
    }

    @Test
    void aLogThatCannotBeResetOnANearlyFullDiskIsResetAgainOnceItHasGrown() throws IOException {
        Path other = this.folder.resolve("other.db");
        WriteAheadLog log = new WriteAheadLog(other, MAX_BYTES, () -> 0);
        Path content = this.folder.resolve("other.db-wal");
        Files.write(content, new byte[1000]);
        assertThat(log.isTooLarge()).isTrue();

        log.reset(this.file.writer());

        Files.write(content, new byte[1250]);
        assertThat(log.isTooLarge()).isFalse();
        Files.write(content, new byte[1251]);
        assertThat(log.isTooLarge()).isTrue();
        Files.write(content, new byte[0]);
        log.reset(this.file.writer());
        Files.write(content, new byte[1]);
        assertThat(log.isTooLarge()).isTrue();
    }

    private void write() {
        this.file.inTransaction(() -> insert(1));
    }

    private void insert(int bytes) {
        this.file.writer().update("INSERT INTO number VALUES (zeroblob(?))", bytes);
    }

    private long logBytes() {
        return this.database.resolveSibling("history.db-wal").toFile().length();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static int rows(JdbcClient jdbc) {
        return jdbc.sql("SELECT count(*) FROM number").query(Integer.class).single();
    }
}
