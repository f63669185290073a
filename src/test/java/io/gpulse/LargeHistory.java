package io.gpulse;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Fills the file of a simulated history with as much as it may hold. */
final class LargeHistory {

    static final int GPUS = 16;
    static final int SLICES = 500_000;

    private static final int EVENTS = 100_000;
    private static final int MARKS = 10_000;
    private static final int MINUTES = 30 * 24 * 60;
    private static final int MOST_DAYS = 3;

    private LargeHistory() {}

    /** @param folder of a history that no process writes */
    static void fill(Path folder, long now) throws SQLException {
        String file = "jdbc:sqlite:" + folder.resolve("history-simulated.db");
        try (Connection connection = DriverManager.getConnection(file);
                Statement sql = connection.createStatement()) {
            sql.execute("PRAGMA synchronous=OFF");
            sql.execute("BEGIN");
            gpus(sql, now);
            processes(sql, now);
            events(sql, now);
            sql.execute(numbers(MARKS) + "INSERT INTO mark (at, text, gpus) SELECT " + now + " - i * 60000,"
                    + " 'epoch ' || i || ' " + "x".repeat(150) + "', '' FROM n");
            minutes(sql, now);
            sql.execute("COMMIT");
            sql.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    private static String numbers(int many) {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + many + ") ";
    }

    private static void gpus(Statement sql, long now) throws SQLException {
        sql.execute(numbers(GPUS) + "INSERT OR IGNORE INTO gpu (id, uuid, gpu_index, name, last_seen_at)"
                + " SELECT i, 'GPU-00000000-0000-0000-0000-' || printf('%012d', i), i - 1, 'NVIDIA H100', " + now
                + " FROM n");
    }

    /** Two short processes a second. */
    private static void processes(Statement sql, long now) throws SQLException {
        String startedAt = now + " - i * " + (MOST_DAYS * 86_400_000L / SLICES);
        String keys = "1 + i % " + GPUS + ", i, " + startedAt;
        sql.execute(numbers(SLICES)
                + "INSERT INTO process (gpu, pid, begun_at, seen_at, ended, type, name, user, started_at, peak_memory)"
                + " SELECT " + keys + ", " + startedAt + ", i % 10 > 0, 'COMPUTE', 'python-' || i, 'user' || (i % 51), "
                + startedAt + ", 1e9 + i FROM n");
        sql.execute(numbers(SLICES)
                + "INSERT INTO process_slice (gpu, pid, begun_at, at, seconds, active, joules, told,"
                + " utilization_seconds, exclusive)"
                + " SELECT " + keys + ", (" + startedAt + ") / 600000 * 600000, 1 + i % 600, 1, 300, 1, 50, 1 FROM n");
    }

    private static void events(Statement sql, long now) throws SQLException {
        sql.execute(numbers(EVENTS)
                + "INSERT INTO event (id, sequence, at, until, kind, severity, uuid, gpu_index, xid, count, unfinished,"
                + " facts) SELECT 1000 + i, 1000 + i, " + now
                + " - (" + EVENTS + " - i) * 20000, NULL, 'xid', 'WARNING',"
                + " 'GPU-00000000-0000-0000-0000-000000000009', 8, 48, 1, 0, '{\"" + "process\":\"" + "x".repeat(200)
                + "\"}' FROM n");
    }

    private static void minutes(Statement sql, long now) throws SQLException {
        List<String> columns = columns(sql);
        for (String column : columns) {
            for (String suffix : List.of("", ":min", ":max")) {
                sql.execute("ALTER TABLE gpu_minute ADD COLUMN \"" + column + suffix + "\" NUMERIC");
            }
        }
        String names = "\"" + String.join("\", \"", columns) + "\"";
        String values = String.join(
                ", ",
                columns.stream().map((column) -> "100 + i % 97 + g.i / 3.0").toList());
        String grid = numbers(MINUTES) + ", g(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM g WHERE i < " + GPUS + ") ";
        String at = (now / 60_000 * 60_000) + " - (" + (MINUTES + 1) + " - n.i) * 60000";
        sql.execute(grid + "INSERT INTO gpu_minute (at, gpu, samples, " + names + ") SELECT " + at + ", g.i, 60, "
                + values.replace("100 + i", "100 + n.i") + " FROM n, g");
        sql.execute(grid + "INSERT OR IGNORE INTO account_minute (at, gpu, active, active_joules) SELECT " + at
                + ", g.i, 60, 24000 FROM n, g");
    }

    /** Columns of samples that the percentiles, and a wide question, read. */
    private static List<String> columns(Statement sql) throws SQLException {
        List<String> wanted = List.of(
                "utilization.gpu",
                "utilization.memory",
                "memory.used",
                "temperature.gpu",
                "power.draw",
                "energy.total");
        List<String> present = new ArrayList<>();
        try (ResultSet rows = sql.executeQuery("SELECT name FROM pragma_table_info('gpu_raw')")) {
            while (rows.next()) {
                present.add(rows.getString(1));
            }
        }
        return wanted.stream().filter(present::contains).toList();
    }
}
