package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.Batch;
import io.gpulse.history.StoreException;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.AccountingStore.ProcessSums;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.metric.Metric;
import io.gpulse.testing.AccountedRounds;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts that are stored and read. */
class StoredAccountingTests {

    private static final long START = AccountedRounds.START;

    private final AccountedRounds rounds = new AccountedRounds();
    private final Accounting accounting = new Accounting();

    @TempDir
    private Path folder;

    @Test
    void minutesOfTwoBatchesAreSummedUp() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 30);
            minuteOf(store, 30);

            OccupancySums sums =
                    store.accounting().occupancy(START, START + 120_000).get(0);
            assertThat(sums.sums().seconds(Occupancy.ACTIVE)).isEqualTo(59);
            assertThat(sums.sums().joules(Occupancy.ACTIVE)).isEqualTo(59 * 400);
            assertThat(sums.reasons()).containsEntry(Metric.REASON_POWER_CAP, 59.0);
            assertThat(store.accounting().occupancy(START - 120_000, START)).isEmpty();
        }
    }

    @Test
    void aFailedBatchIsStoredOnceWhenItIsRetried() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 30);
        }
        Batch batch = rounds(60);
        for (int attempt = 0; attempt < 3; attempt++) {
            try (HistoryStore store = StoredDays.open(this.folder)) {
                execute("CREATE TRIGGER no BEFORE INSERT ON gpu_minute BEGIN SELECT RAISE(ABORT, 'no'); END");
                assertThatThrownBy(() -> store.append(batch)).isInstanceOf(StoreException.class);
                execute("DROP TRIGGER no");
            }
        }
        try (HistoryStore store = StoredDays.open(this.folder)) {
            store.append(batch);

            OccupancySums sums =
                    store.accounting().occupancy(START, START + 120_000).get(0);
            assertThat(sums.sums().seconds()).isEqualTo(89);
        }
    }

    private void execute(String sql) {
        try (Connection file = DriverManager.getConnection("jdbc:sqlite:" + this.folder.resolve("history.db"));
                Statement statement = file.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void aRestartFindsTheStateOfThePreviousRun() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 30);
        }
        try (HistoryStore store = StoredDays.open(this.folder)) {
            AccountingState state = store.accounting().state();

            assertThat(state.accounts()).singleElement().satisfies((account) -> {
                assertThat(account.uuid()).isEqualTo(AccountedRounds.UUID);
                assertThat(account.sums().seconds()).isEqualTo(29);
                assertThat(account.counter()).isEqualTo(30 * 400);
            });
            assertThat(state.open()).singleElement().satisfies((process) -> {
                assertThat(process.identity())
                        .isEqualTo(new ProcessAccount.Identity(
                                ProcessSample.Type.COMPUTE,
                                "python",
                                "train.py",
                                "mchen",
                                Instant.ofEpochMilli(START - 5000),
                                3,
                                0,
                                Membership.NONE));
                assertThat(process.peakMemory()).isEqualTo(5e9);
            });
        }
    }

    @Test
    void theFileOfAnEarlierGpulseGetsTheColumnsOfProcessesAndReservedTime() throws Exception {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 30);
        }
        try (HistoryFile file = HistoryFile.open(this.folder.resolve("history.db"))) {
            file.client().sql("ALTER TABLE process DROP COLUMN program").update();
            file.client().sql("ALTER TABLE process DROP COLUMN gpu_instance").update();
            for (String table : List.of("account", "account_minute")) {
                file.client()
                        .sql("ALTER TABLE " + table + " DROP COLUMN reserved")
                        .update();
                file.client()
                        .sql("ALTER TABLE " + table + " DROP COLUMN reserved_joules")
                        .update();
            }
        }

        try (HistoryStore store = StoredDays.open(this.folder)) {
            assertThat(store.accounting().state().open())
                    .extracting((process) -> process.identity().program())
                    .containsOnlyNulls();
            minuteOf(store, 60);
            assertThat(store.accounting().state().open())
                    .extracting(ProcessAccount::identity)
                    .extracting(ProcessAccount.Identity::program, ProcessAccount.Identity::gpuInstance)
                    .containsOnly(tuple("train.py", 3));
            assertThat(store.accounting().accounts().get(0).sums().seconds(Occupancy.RESERVED))
                    .isZero();
        }
    }

    @Test
    void usageCoversTheRequestedTimeSpan() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            for (int minute = 0; minute < 25; minute++) {
                minuteOf(store, 60);
            }

            assertThat(usage(store, START, START + 600_000))
                    .singleElement()
                    .satisfies((usage) -> assertThat(usage.use().seconds()).isBetween(597.0, 600.0));
            assertThat(usage(store, START, START + 1_800_000)).singleElement().satisfies((usage) -> {
                assertThat(usage.use().seconds()).isEqualTo(1499);
                assertThat(usage.use().joules()).isEqualTo(1499 * 400);
                assertThat(usage.use().exclusiveSeconds()).isEqualTo(1499);
            });
        }
    }

    @Test
    void aSliceThatExceedsTheTimeSpanCountsWithThePartOfItsProcess() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 60);

            assertThat(usage(store, START - 300_000, START + 30_000))
                    .singleElement()
                    .satisfies((usage) -> {
                        assertThat(usage.use().seconds()).isCloseTo(30, within(0.1));
                        assertThat(usage.use().joules()).isCloseTo(30 * 400, within(40.0));
                    });
            assertThat(usage(store, START + 60_000, START + 300_000)).isEmpty();
        }
    }

    @Test
    void aSliceFromBeforeTheClockWasSetBackCountsInProportion() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 60);
            this.rounds.passes(-7_200, 0);
            minuteOf(store, 60);

            double whole = seconds(usage(store, START, START + 600_000));
            assertThat(whole).isPositive();
            assertThat(seconds(usage(store, START + 300_000, START + 600_000))).isCloseTo(whole / 2, within(1e-6));
        }
    }

    private static double seconds(List<ProcessSums> usage) {
        return usage.stream().mapToDouble((process) -> process.use().seconds()).sum();
    }

    private static List<ProcessSums> usage(HistoryStore store, long from, long to) {
        return store.accounting()
                .usage(new UsageSpan(from, to, Set.of(AccountedRounds.UUID)))
                .longest();
    }

    @Test
    void theEnergyOfAGapIsDividedByTime() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 10);
            this.rounds.passes(1000, 250_000);
            minuteOf(store, 10);

            double all = joulesUnknown(store, START - 60_000, START + 1_200_000);
            double half = joulesUnknown(store, START + 9000 + 500_500, START + 1_200_000);
            assertThat(all).isEqualTo(250_400);
            assertThat(half).isCloseTo(125_200, within(500.0));
        }
    }

    private static double joulesUnknown(HistoryStore store, long from, long to) {
        return store.accounting().occupancy(from, to).get(0).sums().joules(Occupancy.UNKNOWN);
    }

    @Test
    void oldRowsAreDeleted() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            minuteOf(store, 30);
            store.prune(Instant.ofEpochMilli(START).plus(Duration.ofDays(31)));

            assertThat(store.accounting().occupancy(START, START + 60_000)).isEmpty();
            assertThat(usage(store, START, START + 600_000)).isEmpty();
            assertThat(store.accounting().state().open()).isEmpty();
            assertThat(store.accounting().state().accounts())
                    .as("the totals stay")
                    .hasSize(1);
        }
    }

    /** Stores a number of rounds, one per second, in one batch. */
    private void minuteOf(HistoryStore store, int count) {
        store.append(rounds(count));
        this.accounting.clear();
    }

    private Batch rounds(int count) {
        Subject gpu = new Subject(AccountedRounds.UUID);
        List<StoredSample> samples = new ArrayList<>();
        for (int round = 0; round < count; round++) {
            Snapshot taken = this.rounds.next();
            this.accounting.add(taken);
            long at = taken.takenAt().toEpochMilli();
            samples.add(StoredDays.sample(gpu, at, Map.of(Metric.POWER_DRAW, 400.0)));
        }
        return new Batch(List.of(StoredDays.gpu(gpu)), samples, this.accounting.pending(), List.of());
    }
}
