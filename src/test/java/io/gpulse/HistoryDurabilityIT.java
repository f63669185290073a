package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.HistoryWritingProgram;
import io.gpulse.testing.Thorough;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed while they write a history. */
class HistoryDurabilityIT {

    private static final int KILLS = Thorough.Groups.run(2) ? 20 : 3;
    static final String STORED = "Stored all rounds up to ";

    @TempDir
    private Path folder;

    @Test
    void aKilledProcessLosesNoStoredRound() throws SQLException {
        assertNothingIsLost(KILLS, this::historyAlone);

        assertEveryRoundIsStoredOnceAndWhole();
    }

    @Test
    @Thorough(2)
    void aKilledGpulseLosesNoStoredRound() throws SQLException {
        assertNothingIsLost(3, this::gpulse);
    }

    private void assertNothingIsLost(int times, Supplier<JavaProcess> writer) throws SQLException {
        Random moments = new Random(18);
        long before = 0;
        for (int time = 0; time < times; time++) {
            // The first batch is a single round.
            Killed killed = killedAfter(2 + moments.nextInt(2), moments.nextInt(1000), writer);
            String run =
                    "run %d, %s%s".formatted(time, List.of(this.folder.toFile().list()), killed.output);

            assertThat(killed.stored).as(run).isGreaterThan(before);
            assertThat(newest()).as(run).isGreaterThanOrEqualTo(killed.stored);
            assertThat(query("PRAGMA integrity_check")).isEqualTo("ok");
            before = killed.stored;
        }
        // Every run has left its stored rounds, not only the last one.
        assertThat(Long.parseLong(query("SELECT count(*) FROM gpu_raw WHERE gpu = 1")))
                .isGreaterThan(times);
    }

    private void assertEveryRoundIsStoredOnceAndWhole() throws SQLException {
        assertThat(query("SELECT count(*) FROM (SELECT at FROM gpu_raw GROUP BY at HAVING count(*) <> "
                        + HistoryWritingProgram.GPUS + ")"))
                .isEqualTo("0");
        assertThat(query("SELECT min(at) FROM account"))
                .as("accounted with the round")
                .isEqualTo(query("SELECT max(at) FROM gpu_raw"));
    }

    /** @param stored the newest round that a killed writer had reported as stored */
    private record Killed(long stored, List<String> output) {}

    /** Kills the writer a while after it has reported a number of batches, at a moment that it does not know. */
    private static Killed killedAfter(int batches, long millis, Supplier<JavaProcess> writer) {
        try (JavaProcess process = writer.get()) {
            String last = "";
            for (int batch = 0; batch < batches; batch++) {
                last = process.nextLine((line) -> line.contains(STORED));
            }
            process.killAfter(millis);
            return new Killed(Long.parseLong(last.substring(last.indexOf(STORED) + STORED.length())), process.output());
        }
    }

    private JavaProcess historyAlone() {
        return historyAlone(this.folder);
    }

    /** A process that writes a history, and stops with the test. */
    static JavaProcess historyAlone(Path folder) {
        List<String> command = new ArrayList<>(JavaProcess.SHORT_RUN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), HistoryWritingProgram.class.getName()));
        command.add(folder.toString());
        return new JavaProcess(command, Map.of());
    }

    private JavaProcess gpulse() {
        return GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.demo.past=false",
                "--gpulse.sampling.every=100ms",
                "--gpulse.history.dir=" + this.folder,
                "--logging.level.io.gpulse.history=debug");
    }

    private long newest() throws SQLException {
        // On a busy machine GPUs may attach after the first rounds, which have figures of the machine only.
        return Long.parseLong(query("SELECT max(at) FROM (SELECT at FROM host_raw UNION ALL SELECT at FROM gpu_raw)"));
    }

    private String query(String sql) throws SQLException {
        try (Connection file =
                        DriverManager.getConnection("jdbc:sqlite:" + this.folder.resolve("history-simulated.db"));
                Statement statement = file.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            assertThat(answer.next()).isTrue();
            return answer.getString(1);
        }
    }
}
