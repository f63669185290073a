package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.engine;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.history.StoreException;
import io.gpulse.history.sqlite.HistoryEngine.OpenedStore;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Files that are not as they were left. */
class HistoryEngineTests {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aHistory() {
        this.file = this.folder.resolve("history.db");
        try (HistoryStore store = open(this.folder)) {
            for (int minute = 0; minute < 500; minute++) {
                store.append(batch(power(START + minute * 60_000L, 100 + minute)));
            }
        }
    }

    /** What can happen to a file. */
    enum Damage {
        TRUNCATED {
            @Override
            void inflict(Path file) throws IOException {
                try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
                    content.setLength(content.length() / 2 + 100);
                }
            }
        },
        GARBAGE {
            @Override
            void inflict(Path file) throws IOException {
                Files.write(file, "no database".repeat(1000).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        },
        ZEROED {
            @Override
            void inflict(Path file) throws IOException {
                try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
                    content.seek(8192);
                    content.write(new byte[(int) content.length() - 8192]);
                }
            }
        };

        abstract void inflict(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedFileIsPutAsideAndANewOneBegun(Damage damage) throws IOException {
        damage.inflict(this.file);

        OpenedStore opened = engine(this.folder).open(false);
        try (HistoryStore store = opened.store()) {
            assertThat(opened.remark()).contains("damaged").contains("history-damaged-");
            assertThat(store.gpus()).isEmpty();
            store.append(batch(power(START, 1)));
        }

        assertThat(names()).anyMatch((name) -> name.startsWith("history-damaged-"));
    }

    @Test
    void aSecondProcessIsRefusedAndTheFirstGoesOn() {
        try (HistoryStore first = open(this.folder)) {
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> open(this.folder))
                    .withMessageContaining("Another gpulse")
                    .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(StoreException.Fault.LOCKED));
            first.append(batch(power(START, 1)));
        }
        open(this.folder).close();
    }

    @Test
    void aFileOfANewerGpulseIsRefusedAndLeftAsItIs() throws IOException {
        sql("PRAGMA user_version=2");
        byte[] before = Files.readAllBytes(this.file);

        assertRefused("newer gpulse");

        assertThat(Files.readAllBytes(this.file)).isEqualTo(before);
        assertThat(names()).containsExactlyInAnyOrder("gpulse.lock", "history.db");
    }

    @Test
    void aFileOfAnotherProgramIsRefusedAndLeftAsItIs() throws IOException {
        sql("PRAGMA application_id=42");
        byte[] before = Files.readAllBytes(this.file);

        assertRefused("another program");

        assertThat(Files.readAllBytes(this.file)).isEqualTo(before);
    }

    @Test
    void whatNoRealGpuToldHasAFileOfItsOwn() {
        try (HistoryStore simulated = engine(this.folder).open(true).store()) {
            assertThat(simulated.gpus()).isEmpty();
        }
        assertThat(this.folder.resolve("history-simulated.db")).exists();
    }

    @Test
    void nobodyButTheOwnerReadsIt() throws IOException {
        Path made = this.folder.resolve("of/one");
        try (HistoryStore store = open(made)) {
            store.append(batch(power(START, 1)));

            assertThat(permissions(made)).isEqualTo("rwx------");
            assertThat(permissions(made.resolve("history.db"))).isEqualTo("rw-------");
            assertThat(permissions(made.resolve("history.db-wal"))).isEqualTo("rw-------");
        }
    }

    @Test
    void whoMayReadItStaysAsItWasSet() throws IOException {
        Files.setPosixFilePermissions(this.file, PosixFilePermissions.fromString("rw-r-----"));

        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START + 1, 1)));

            assertThat(permissions(this.file)).isEqualTo("rw-r-----");
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aPlaceThatCannotBeWrittenToIsNamed() throws IOException {
        // Root may write to a folder without permission, but nobody into a file.
        Path occupied = Files.writeString(this.folder.resolve("occupied"), "");

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(occupied))
                .withMessageContaining(occupied.toString())
                .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(StoreException.Fault.READ_ONLY));
    }

    @Test
    void otherProgramsReadTheFileWhileItIsWritten() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START + 1, 1)));

            List<Double> powers;
            HistoryFile other = HistoryFile.open(this.file);
            powers = other.read((jdbc) -> jdbc.sql("SELECT \"power.draw\" FROM gpu_raw WHERE at = ?")
                    .param(START + 1)
                    .query(Double.class)
                    .list());
            other.close();

            assertThat(powers).containsExactly(1.0);
        }
    }

    private void assertRefused(String reason) {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> open(this.folder))
                .withMessageContaining(reason)
                .satisfies((refused) -> assertThat(refused.fault()).isEqualTo(StoreException.Fault.NEWER));
    }

    private void sql(String statement) {
        HistoryFile opened = HistoryFile.open(this.file);
        JdbcTemplate jdbc = opened.writer();
        jdbc.execute(statement);
        opened.close();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(this.folder)) {
            return files.map((found) ->
                            Objects.requireNonNull(found.getFileName()).toString())
                    .toList();
        }
    }
}
