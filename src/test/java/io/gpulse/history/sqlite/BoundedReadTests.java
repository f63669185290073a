package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.history.sqlite.AccountingStore.Usage;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Limits of memory and time of reads, independent of the number of stored rows. */
class BoundedReadTests {

    private static final String ENDLESS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    private static final HistoryStore.Limits LIMITS =
            new HistoryStore.Limits(Duration.ofHours(1), Duration.ofDays(30), 1L << 30);

    private final HistoryFile file = HistoryFile.inMemory("bounded-read");

    @BeforeEach
    void create() {
        JdbcTemplate jdbc = this.file.writer();
        new HistoryStore(this.file, LIMITS, () -> {});
        jdbc.update("INSERT INTO gpu (id, uuid, gpu_index, name, last_seen_at) VALUES (1, 'GPU-a', 0, 'A', 0)");
    }

    @AfterEach
    void close() {
        this.file.close();
    }

    /** @param many number of processes of two users, each a second longer than the one before */
    private void processes(int many) {
        JdbcTemplate jdbc = this.file.writer();
        String numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + many + ") ";
        jdbc.update(numbers + "INSERT INTO process (gpu, pid, begun_at, seen_at, ended, type, name, user, peak_memory)"
                + " SELECT 1, i, i, i, i % 2, 'COMPUTE', 'python', iif(i % 2, 'mchen', 'lee'), i FROM n");
        jdbc.update(numbers + "INSERT INTO process_slice (at, gpu, pid, begun_at, seconds, joules)"
                + " SELECT 600000 * (i % 7), 1, i, i, i, 10 FROM n");
    }

    private Usage usage(Set<String> gpus) {
        return new AccountingStore(this.file).usage(new UsageSpan(0, 6_000_000, gpus));
    }

    @Test
    void usersHaveTheSumsOfAllProcessesAndOnlyTheLongestProcessesAreRead() {
        processes(3000);

        Usage usage = usage(Set.of("GPU-a"));

        assertThat(usage.longest()).hasSize(2000);
        assertThat(usage.longest().stream().map((one) -> one.process().key().beganAt()))
                .isSorted();
        assertThat(usage.longest().get(0).use().seconds()).isEqualTo(1001);
        assertThat(usage.users()).hasSize(2).allSatisfy((user) -> {
            assertThat(user.processes()).isEqualTo(1500);
            assertThat(user.use().joules()).isEqualTo(15_000);
        });
        assertThat(usage.users().stream()
                        .mapToDouble((user) -> user.use().seconds())
                        .sum())
                .isEqualTo(3000 * 3001 / 2);
        assertThat(usage.users().stream()
                        .mapToDouble((user) -> user.peakMemory())
                        .max())
                .hasValue(3000);
    }

    @Test
    void usageCoversTheNamedGpusOnly() {
        processes(10);

        assertThat(usage(Set.of("GPU-b"))).isEqualTo(Usage.NONE);
        assertThat(usage(Set.of())).isEqualTo(Usage.NONE);
    }

    @Test
    void aNewRunContinuesAtMostTenThousandProcesses() {
        processes(20_400);

        assertThat(new AccountingStore(this.file).state().open()).hasSize(10_000);

        AccountingStore.endForgotten(this.file.client());

        assertThat(count("process WHERE ended = 0")).isEqualTo(10_000);
        assertThat(count("process WHERE ended = 0 AND seen_at > 400")).isEqualTo(10_000);
    }

    @Test
    void theRowsOfATableAreLimited() {
        processes(700);
        List<TimedTable> tables =
                List.of(new TimedTable("process_slice", "at", 250), new TimedTable("process", "seen_at", 100));

        new Retention(tables, LIMITS).apply(this.file, Instant.EPOCH);

        assertThat(count("process_slice")).as("whole tens of minutes").isEqualTo(200);
        assertThat(count("process_slice WHERE at < 3000000")).isZero();
        assertThat(count("process")).isEqualTo(100);
        assertThat(count("process WHERE seen_at <= 600")).isZero();
    }

    @Test
    void everyTableOfAccountsIsLimited() {
        assertThat(AccountingTables.TABLES)
                .allSatisfy((table) -> assertThat(table.mostRows()).isLessThanOrEqualTo(10_000_000));
        assertThat(MarkStore.TIMED.mostRows()).isEqualTo(10_000);
    }

    private long count(String table) {
        Long rows = this.file.writer().queryForObject("SELECT count(*) FROM " + table, Long.class);
        return rows == null ? -1 : rows;
    }

    @Test
    void theStatementOfAnInterruptedThreadEndsAndItsConnectionStaysUsable() {
        for (int time = 0; time < 12; time++) {
            assertThatThrownBy(() -> this.file.read((jdbc) -> {
                        Thread.currentThread().interrupt();
                        return jdbc.sql(ENDLESS).query(Long.class).single();
                    }))
                    .isInstanceOf(DataAccessException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(this.file.<Integer>read(
                        (jdbc) -> jdbc.sql("SELECT 1").query(Integer.class).single()))
                .isEqualTo(1);
    }

    @Test
    void aStatementThatTakesTooLongEnds() throws Exception {
        AtomicLong nanos = new AtomicLong();
        ReadGuard guard = new ReadGuard(() -> nanos.getAndAdd(ReadGuard.LONGEST.toNanos() / 4));
        SingleConnectionDataSource connection = new SingleConnectionDataSource("jdbc:sqlite::memory:", true);
        try {
            guard.watch(connection.getConnection());

            assertThatThrownBy(() -> guard.over(connection).queryForObject(ENDLESS, Long.class))
                    .isInstanceOf(DataAccessException.class);
            assertThat(guard.over(connection).queryForObject("SELECT 1", Integer.class))
                    .as("each statement has its own time")
                    .isEqualTo(1);
        } finally {
            connection.destroy();
        }
    }
}
