package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events across a restart of gpulse, and across an exchange of its GPUs. */
class EventRestartTests {

    private static final String EVENTS = "/api/v1/events?from=2026-11-20T09:00:00Z&to=2026-11-21T11:00:00Z";
    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);

    @TempDir
    private Path folder;

    private int second = 1;

    private TestServer started() {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + this.folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
    }

    private static Snapshot round(int second, Source source, GpuState second0) {
        GpuSample gpu = second0 == GpuState.OK
                ? Snapshots.gpu(0, Map.of())
                : Snapshots.troubled(0, second0, "nvmlDeviceGetName: GPU is lost.");
        return Snapshots.of(second, source, List.of(gpu, Snapshots.gpu(1, Map.of())));
    }

    private static List<JsonNode> events(TestServer server, String kind) {
        return JsonMapper.shared()
                .readTree(Http.get(server, EVENTS).body())
                .path("events")
                .valueStream()
                .filter((event) -> event.get("kind").asString().equals(kind))
                .toList();
    }

    @Test
    void anAlertContinuesAfterARestartWhichIsAGap() {
        long lost;
        try (TestServer server = started()) {
            server.takes(round(0, Snapshots.NVML, GpuState.OK));
            server.takes(round(1, Snapshots.NVML, GpuState.LOST));
            server.takes(round(2, Snapshots.NVML, GpuState.LOST));
            Wait.until(() -> events(server, "gpu_lost").size() == 1);
            lost = events(server, "gpu_lost").get(0).get("id").asLong();
        }

        try (TestServer server = started()) {
            server.takes(round(1322, Snapshots.NVML, GpuState.LOST));
            server.takes(round(1323, Snapshots.NVML, GpuState.LOST));
            Wait.until(() -> events(server, "gap").size() == 1);
            server.takes(round(1324, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> !events(server, "gpu_lost").get(0).get("until").isNull());

            assertThat(events(server, "gpulse_started")).hasSize(2);
            JsonNode gap = events(server, "gap").get(0);
            assertThat(gap.get("title").asString()).isEqualTo("22 min without samples");
            assertThat(gap.get("at").asString()).isEqualTo("2026-11-20T10:00:03.003Z");
            assertThat(gap.get("until").asString()).isEqualTo("2026-11-20T10:22:03.003Z");
            JsonNode over = events(server, "gpu_lost").get(0);
            assertThat(events(server, "gpu_lost")).hasSize(1);
            assertThat(over.get("id").asLong()).isEqualTo(lost);
            assertThat(over.get("until").asString()).isEqualTo("2026-11-20T10:22:05.003Z");
            assertThat(gap.get("id").asLong()).isGreaterThan(lost);
        }
    }

    @Test
    void roundsAndEventsAreStoredWhenGpulseStopsWithoutARequest() {
        try (TestServer server = started()) {
            server.takes(round(0, Snapshots.NVML, GpuState.OK));
            server.takes(round(1, Snapshots.NVML, GpuState.LOST));
        }

        try (TestServer server = started()) {
            server.takes(round(1321, Snapshots.NVML, GpuState.LOST));
            Wait.until(() -> events(server, "gap").size() == 1);

            JsonNode gap = events(server, "gap").get(0);
            assertThat(gap.get("at").asString()).isEqualTo("2026-11-20T10:00:02.003Z");
            JsonNode lost = events(server, "gpu_lost").get(0);
            assertThat(lost.get("at").asString()).isEqualTo("2026-11-20T10:00:01.003Z");
            assertThat(events(server, "gpulse_started")).hasSize(2);
        }
    }

    @Test
    void aFaultOfTheDayIsRestoredThoughManyProcessesStartedSince() throws SQLException {
        try (TestServer server = started()) {
            server.takes(round(0, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> events(server, "gpulse_started").size() == 1);
            server.deliver(new DriverEvent.Xid(
                    Instant.now(), new EventSubject(0, Snapshots.identity(0).uuid()), 95));
            Wait.until(() -> hasFault(server));
        }
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + this.folder.resolve("history.db"));
                Statement insert = file.createStatement()) {
            insert.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)"
                    + " INSERT INTO event SELECT (SELECT max(id) FROM event) + i,"
                    + " (SELECT max(sequence) FROM event) + i,"
                    + " at, NULL, CASE WHEN i = 9 THEN 'of_a_newer_gpulse' ELSE 'process_started' END, 'info', uuid,"
                    + " gpu_index, NULL, 1, 0, '{\"pid\":7,\"more\":[1]}' FROM n, event WHERE kind = 'xid'");
        }

        try (TestServer server = started()) {
            Wait.until(() -> hasFault(server));
        }
    }

    /** Stored rows have no key: it is computed from their kind, their GPUs and their facts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpu_lost | | 0 | {}",
                "xid | 79 | 0 | {'state':'LOST'}",
                "gpu_lost | | | {'uuids':'%s %s','gpus':'0-1'}"
            })
    void anOpenRowOfAnEarlierVersionIsContinuedByItsKey(
            String kind, @Nullable Integer xid, @Nullable Integer index, String facts) throws SQLException {
        try (TestServer server = started()) {
            server.takes(round(0, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> events(server, "gpulse_started").size() == 1);
        }
        store(kind, xid, index, facts);

        try (TestServer server = started()) {
            server.takes(round(1322, Snapshots.NVML, GpuState.LOST));
            server.takes(round(1323, Snapshots.NVML, GpuState.LOST));
            server.takes(round(1324, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> events(server, kind).stream()
                    .anyMatch((row) -> !row.get("until").isNull()));

            JsonNode row = events(server, kind).get(0);
            assertThat(events(server, kind)).hasSize(1);
            assertThat(events(server, "gpu_lost")).hasSize(xid == null ? 1 : 0);
            assertThat(row.get("id").asLong()).isEqualTo(7);
            assertThat(row.get("until").asString()).isEqualTo("2026-11-20T10:22:05.003Z");
        }
    }

    private void store(String kind, @Nullable Integer xid, @Nullable Integer index, String facts) throws SQLException {
        String both = facts.formatted(
                Snapshots.identity(0).uuid(), Snapshots.identity(1).uuid());
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + this.folder.resolve("history.db"));
                PreparedStatement insert = file.prepareStatement(
                        "INSERT INTO event VALUES (7, 8, ?, NULL, ?," + " 'critical', ?, ?, ?, 1, 1, ?)")) {
            insert.setLong(1, round(1, Snapshots.NVML, GpuState.OK).takenAt().toEpochMilli());
            insert.setString(2, kind);
            insert.setString(3, index == null ? null : Snapshots.identity(index).uuid());
            insert.setObject(4, index);
            insert.setObject(5, xid);
            insert.setString(6, both.replace('\'', '"'));
            insert.execute();
        }
    }

    /** Rules are evaluated once a second, by the time of the rounds. */
    private boolean hasFault(TestServer server) {
        server.takes(round(this.second++, Snapshots.NVML, GpuState.OK));
        return Http.get(server, "/api/v1/insights?rules=xid").body().contains("Xid 95");
    }

    @Test
    void simulatedGpusHaveALogOfTheirOwn() {
        try (TestServer server = started()) {
            server.takes(round(0, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> events(server, "gpulse_started").size() == 1);
            server.deliver(new DriverEvent.Xid(
                    round(0, Snapshots.NVML, GpuState.OK).takenAt(),
                    new EventSubject(0, Snapshots.identity(0).uuid()),
                    31));
            Wait.until(() -> events(server, "xid").size() == 1);
            server.takes(round(1, DEMO, GpuState.OK));
            Wait.until(() -> events(server, "xid").isEmpty());
            server.takes(round(2, DEMO, GpuState.OK));
            Wait.until(() -> Files.exists(this.folder.resolve("history-simulated.db"))
                    && events(server, "gpulse_started").size() == 1);
        }
        try (TestServer server = started()) {
            server.takes(round(10, Snapshots.NVML, GpuState.OK));
            Wait.until(() -> events(server, "gpulse_started").size() == 2);

            assertThat(events(server, "xid")).hasSize(1);
        }
    }
}
