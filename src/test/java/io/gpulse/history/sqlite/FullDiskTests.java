package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.history.StoreException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start on a disk without space for the index of the write-ahead log. Only root can mount such a disk. */
class FullDiskTests {

    @TempDir
    private Path disk;

    @TempDir
    private Path elsewhere;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", this.disk.toString()) == 0, "needs root");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        run("umount", "--lazy", this.disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void aClosedHistoryIsReadOnAFullDiskAndWrittenOnceThereIsSpace() throws IOException {
        try (HistoryStore store = open(this.disk)) {
            store.append(batch(power(START, 100)));
        }
        fill();

        try (HistoryStore store = open(this.disk)) {
            isReadUntilThereIsSpace(store);
        }
    }

    @Test
    void aKilledHistoryIsReadOnAFullDiskAndWrittenOnceThereIsSpace() throws IOException {
        try (HistoryStore store = open(this.elsewhere)) {
            store.append(batch(power(START, 100)));
            Files.copy(this.elsewhere.resolve("history.db"), this.disk.resolve("history.db"));
            Files.copy(this.elsewhere.resolve("history.db-wal"), this.disk.resolve("history.db-wal"));
        }
        fill();

        try (HistoryStore store = open(this.disk)) {
            isReadUntilThereIsSpace(store);
        }
    }

    /** The log of SQLite's usual size is larger than such a disk. */
    @Test
    void theLogIsShortenedBeforeItFillsASmallDisk() {
        try (HistoryStore store = open(this.disk)) {
            for (int round = 0; round < 300; round++) {
                store.append(batch(power(START, round)));
            }

            assertThat(newest(store)).hasValue(START);
        }
    }

    private void isReadUntilThereIsSpace(HistoryStore store) throws IOException {
        assertThat(store.gpus()).hasSize(1);
        assertThat(newest(store)).hasValue(START);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> store.append(batch(power(START + 1000, 101))))
                .withMessageContaining("full");
        assertThat(newest(store)).hasValue(START);

        Files.delete(filler());
        store.append(batch(power(START + 2000, 102)));

        assertThat(newest(store)).hasValue(START + 2000);
    }

    private static OptionalLong newest(HistoryStore store) {
        return store.events().lastSampledBefore(Long.MAX_VALUE);
    }

    private Path filler() {
        return this.disk.resolve("filler");
    }

    private void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream file = Files.newOutputStream(filler())) {
            for (int blocks = 0; blocks < 512; blocks++) {
                file.write(block);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }
}
