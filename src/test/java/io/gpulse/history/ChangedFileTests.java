package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Files with rows that this gpulse does not know, and files that are deleted while gpulse runs. */
class ChangedFileTests {

    private static final Path VERSION_1 =
            Path.of("src", "test", "resources", "io", "gpulse", "history", "sqlite", "version-1.db.gz");
    private static final String SPAN = "from=2026-11-20T09:00:00Z&to=2026-11-20T12:00:00Z";

    @TempDir
    private Path folder;

    @Test
    void unreadableRowsAreOmittedAndRecordingContinues() throws IOException, SQLException {
        upgradeVersion1();
        sql("UPDATE process SET type = 'QUANTUM', ended = 0");
        event(1, "gap", "{}");
        event(2, "gap", "not JSON");
        event(3, "gap", "[1]");
        event(4, "gap", "{\"a\":" + "[".repeat(900) + "]".repeat(900) + "}");
        event(5, "of_the_future", "{}");
        event(6, "gap", "{}");
        try (TestServer server = started()) {
            IntStream.range(0, 3).forEach((second) -> server.takes(round(3600 + second)));
            Wait.until(() -> state(server).equals("RECORDING"));

            String gaps = "/api/v1/events?limit=3&kinds=gap&" + SPAN;
            // The gap before this run is stored after its first rounds.
            Wait.until(() -> ids(json(server, gaps)).size() == 3);
            assertThat(ids(json(server, gaps))).endsWith(6L, 1L);
            assertThat(Http.get(server, "/api/v1/events?" + SPAN).statusCode()).isEqualTo(200);
            assertThat(json(server, "/api/v1/history/usage?" + SPAN).path("processes"))
                    .isEmpty();
            assertThat(json(server, "/api/v1/status").path("failures")).isEmpty();
        }

        assertThat(number("SELECT count(*) FROM gpu_raw WHERE at >= "
                        + round(3600).takenAt().toEpochMilli()))
                .isEqualTo(3);
        assertThat(number("SELECT count(*) FROM gpu_raw")).isGreaterThan(180);
        assertThat(number("SELECT active FROM account")).as("the ledger").isGreaterThanOrEqualTo(179);
        assertThat(number("SELECT count(*) FROM mark")).isEqualTo(1);
    }

    @Test
    void aDeletedFileIsCreatedAgainAndReported() throws IOException, SQLException {
        try (TestServer server = started()) {
            server.takes(round(0));
            Wait.until(() -> state(server).equals("RECORDING"));
            // The database is deleted last: a writer that misses it earlier opens new files, which would be deleted
            // too.
            for (String suffix : List.of("-wal", "-shm", "")) {
                Files.deleteIfExists(Path.of(file() + suffix));
            }

            assertThat(Http.post(server, "/api/v1/marks", "{\"text\":\"epoch 12\"}", "Content-Type", "application/json")
                            .statusCode())
                    .isEqualTo(201);
            server.takes(round(10));
            Wait.until(() -> json(server, "/api/v1/status")
                    .at("/history/detail")
                    .asString()
                    .contains("deleted or replaced"));
        }

        assertThat(number("SELECT count(*) FROM mark")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM gpu_raw")).isEqualTo(1);
    }

    @Test
    void noMarkIsStoredInAFileThatIsBeingReplaced() throws IOException {
        Path backup = Files.createTempFile(this.folder, "backup", ".db");
        try (TestServer server = started()) {
            server.takes(round(0));
            Wait.until(() -> state(server).equals("RECORDING"));
            Files.copy(file(), backup, StandardCopyOption.REPLACE_EXISTING);
            Files.move(backup, file(), StandardCopyOption.REPLACE_EXISTING);

            var mark =
                    Http.post(server, "/api/v1/marks", "{\"text\":\"epoch 12\"}", "Content-Type", "application/json");

            assertThat(mark.statusCode()).isEqualTo(503);
            // Another write may be about to suspend the history.
            assertThat(mark.body()).containsIgnoringCase("another file was found at ");
            Wait.until(() -> state(server).equals("SUSPENDED"));
            assertThat(json(server, "/api/v1/status").at("/history/detail").asString())
                    .contains("Another file was found at " + file());
        }
    }

    /** Adds the tables that the file does not have yet. */
    private void upgradeVersion1() throws IOException {
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(VERSION_1))) {
            Files.copy(packed, file());
        }
        HistoryProperties properties = new HistoryProperties(
                true, this.folder, Duration.ofHours(24), Duration.ofDays(30), DataSize.ofGigabytes(1), 4);
        new HistoryEngine(this.folder, properties, Clock.systemUTC())
                .open(false)
                .store()
                .close();
    }

    private static Snapshot round(int second) {
        return Snapshots.of(second, Snapshots.NVML, List.of(Snapshots.gpu(0)));
    }

    private TestServer started() {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + this.folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
    }

    private static String state(TestServer server) {
        return json(server, "/api/v1/status").at("/history/state").asString();
    }

    private static JsonNode json(TestServer server, String path) {
        return JsonMapper.shared().readTree(Http.get(server, path).body());
    }

    private static List<Long> ids(JsonNode page) {
        return page.path("events")
                .valueStream()
                .map((event) -> event.get("id").asLong())
                .toList();
    }

    private Path file() {
        return this.folder.resolve("history.db");
    }

    private void event(int id, String kind, String facts) throws SQLException {
        long at = round(id).takenAt().toEpochMilli();
        sql("INSERT INTO event (id, sequence, at, kind, severity, count, unfinished, facts) VALUES (" + id + ", " + id
                + ", " + at + ", '" + kind + "', 'info', 1, 0, '" + facts + "')");
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement update = connection.createStatement()) {
            update.executeUpdate(statement);
        }
    }

    private double number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getDouble(1) : 0;
        }
    }
}
