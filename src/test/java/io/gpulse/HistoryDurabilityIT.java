package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar, killed while it writes its history. */
class HistoryDurabilityIT {

    private static final String STORED = "Stored all rounds up to ";

    @TempDir
    private Path folder;

    @Test
    void aKilledProcessLosesNothingThatItHadStored() throws SQLException {
        assertNothingIsLost(3);
    }

    @Test
    @Tag("thorough")
    void twentyKilledProcessesLoseNothingThatTheyHadStored() throws SQLException {
        assertNothingIsLost(20);
    }

    private void assertNothingIsLost(int times) throws SQLException {
        Random moments = new Random(18);
        long before = 0;
        for (int time = 0; time < times; time++) {
            // The first batch is a single round.
            long stored = killedAfter(2 + moments.nextInt(2), moments.nextInt(1000));

            assertThat(stored).as("run %d", time).isGreaterThan(before);
            assertThat(newest()).as("run %d", time).isGreaterThanOrEqualTo(stored);
            assertThat(ask("PRAGMA integrity_check")).isEqualTo("ok");
            before = stored;
        }
        // Every run has left what it had stored, not only the last one.
        assertThat(Long.parseLong(ask("SELECT count(*) FROM gpu_raw WHERE gpu = 1")))
                .isGreaterThan(times);
    }

    /**
     * Kills it a while after it has told of so many batches, in the midst of whatever it does then.
     *
     * @return the newest round that it had told of
     */
    private long killedAfter(int batches, long millis) {
        try (GpulseProcess gpulse = GpulseProcess.started(
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.sampling.every=100ms",
                "--gpulse.history.dir=" + this.folder,
                "--logging.level.io.gpulse.history=debug")) {
            String last = "";
            for (int batch = 0; batch < batches; batch++) {
                last = gpulse.nextLine((line) -> line.contains(STORED));
            }
            gpulse.killAfter(millis);
            return Long.parseLong(last.substring(last.indexOf(STORED) + STORED.length()));
        }
    }

    private long newest() throws SQLException {
        return Long.parseLong(ask("SELECT max(at) FROM gpu_raw"));
    }

    private String ask(String question) throws SQLException {
        try (Connection file =
                        DriverManager.getConnection("jdbc:sqlite:" + this.folder.resolve("history-simulated.db"));
                Statement statement = file.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }
}
