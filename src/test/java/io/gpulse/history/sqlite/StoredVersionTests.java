package io.gpulse.history.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.history.Batch;
import io.gpulse.history.Buckets;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.history.sqlite.SilenceStore.StoredSilence;
import io.gpulse.metric.Metric;
import io.gpulse.testing.AccountedRounds;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of earlier versions, which are upgraded in place when they are opened. */
class StoredVersionTests {

    private static final Path STORED =
            Path.of("src", "test", "resources", "io", "gpulse", "history", "sqlite", "version-1.db.gz");
    private static final long START = AccountedRounds.START;
    private static final Subject GPU = new Subject(AccountedRounds.UUID);

    @TempDir
    private Path folder;

    @BeforeEach
    void unpack() throws IOException {
        if (!Files.exists(STORED) && Boolean.getBoolean("contract.update")) {
            write(this.folder.resolve("written"));
        }
        unpack(STORED, this.folder);
    }

    private static void unpack(Path stored, Path folder) throws IOException {
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(stored))) {
            Files.copy(packed, folder.resolve("history.db"));
        }
    }

    @Test
    void theFirstVersionIsRead() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            Buckets minutes = StoredDays.read(
                    store, Metric.POWER_DRAW, StoredDays.window(3, Duration.ofMinutes(1), Tier.MINUTE), GPU);
            assertThat(minutes.avg(1)).isEqualTo(400.25);
            assertThat(minutes.max(2)).isEqualTo(400.5);
            Buckets samples = StoredDays.read(
                    store, Metric.POWER_DRAW, StoredDays.window(4, Duration.ofSeconds(1), Tier.RAW), GPU);
            assertThat(samples.avg(3)).isEqualTo(400.5);
            assertThat(store.gpus()).singleElement().isEqualTo(StoredDays.gpu(GPU));
            assertThat(store.accounting().occupancy(START, START + 180_000))
                    .singleElement()
                    .satisfies((sums) ->
                            assertThat(sums.sums().seconds(Occupancy.ACTIVE)).isEqualTo(179));
            assertThat(store.accounting().state().accounts()).hasSize(1);
            assertThat(store.accounting()
                            .usage(new UsageSpan(START, START + 600_000, Set.of(AccountedRounds.UUID)))
                            .longest())
                    .singleElement()
                    .satisfies((usage) ->
                            assertThat(usage.process().identity().user()).isEqualTo("mchen"));
            assertThat(store.marks().between(START, START + 180_000, 9))
                    .containsExactly(new Mark(1, START + 1000, "epoch 12", Set.of(AccountedRounds.UUID)));
            assertThat(store.linkErrors(START, START + 180_000)).containsExactly(linkError());
        }
    }

    @Test
    void minutesOfTheFirstVersionHaveStates() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            Map<String, UseSeconds> states = new HashMap<>();
            store.states().minutes(START, START + 180_000, states::put);

            assertThat(store.states().firstRuns(Set.of(AccountedRounds.UUID))).isEmpty();
            assertThat(states.get(AccountedRounds.UUID)).isNotNull().satisfies((seconds) -> {
                assertThat(seconds.of(GpuUse.BUSY)).isEqualTo(179);
                assertThat(seconds.of(GpuUse.THROTTLED)).isZero();
                assertThat(seconds.of(GpuUse.NO_SAMPLES)).isZero();
            });
        }
    }

    @Test
    void theFirstVersionIsContinued() {
        try (HistoryStore store = StoredDays.open(this.folder)) {
            store.append(StoredDays.batch(StoredDays.sample(GPU, START + 200_000, Map.of(Metric.FAN_SPEED, 30.0))));

            assertThat(store.gpus()).hasSize(1);
            assertThat(StoredDays.read(
                                    store,
                                    Metric.FAN_SPEED,
                                    StoredDays.window(300, Duration.ofSeconds(1), Tier.RAW),
                                    GPU)
                            .avg(200))
                    .isEqualTo(30);
        }
    }

    @Test
    void aFileWithoutTheTableOfEventGpusIsUpgraded() throws IOException {
        Path upgraded = Files.createDirectory(this.folder.resolve("upgraded"));
        unpack(STORED.resolveSibling("version-1-without-event-gpus.db.gz"), upgraded);

        for (int time = 0; time < 2; time++) {
            try (HistoryStore store = StoredDays.open(upgraded)) {
                assertThat(store.gpus()).hasSize(1);
                assertThat(store.accounting().state().accounts()).hasSize(1);
                assertThat(store.marks().between(START, START + 180_000, 9)).hasSize(1);
                assertThat(store.linkErrors(START, START + 180_000)).containsExactly(linkError());
                assertThat(store.silences().all())
                        .containsExactly(new StoredSilence(
                                "7",
                                "thermally-slowed",
                                AccountedRounds.UUID,
                                null,
                                START + 86_400_000,
                                "fan on order",
                                START));
                assertThat(store.events().unfinished())
                        .extracting(StoredEvent::id)
                        .containsExactly(3L);
                assertThat(eventsOf(store)).containsExactly(4L, 3L, 2L, 1L);
                assertThat(eventsOf(store, AccountedRounds.UUID)).containsExactly(3L, 2L, 1L);
                assertThat(eventsOf(store, "GPU-7c1d")).containsExactly(2L);
                assertThat(eventsOf(store, "GPU-7c1d", AccountedRounds.UUID)).containsExactly(3L, 2L, 1L);
                assertThat(eventsOf(store, "GPU-7c1")).isEmpty();
            }
        }
    }

    private static List<Long> eventsOf(HistoryStore store, String... gpus) {
        Criteria criteria = new Criteria(0, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(), Set.of(), Set.of(gpus));
        return store.events().newest(criteria, 9).stream().map(StoredEvent::id).toList();
    }

    private static void write(Path folder) throws IOException {
        try (HistoryStore store = StoredDays.open(Files.createDirectories(folder))) {
            AccountedRounds rounds = new AccountedRounds();
            Accounting accounting = new Accounting();
            List<StoredSample> samples = new ArrayList<>();
            for (int round = 0; round < 180; round++) {
                Snapshot taken = rounds.next();
                accounting.add(taken);
                long at = taken.takenAt().toEpochMilli();
                samples.add(StoredDays.sample(GPU, at, Map.of(Metric.POWER_DRAW, round % 2 == 0 ? 400 : 400.5)));
                samples.add(StoredDays.sample(Subject.HOST, at, Map.of(Metric.HOST_CPU_UTILIZATION, 12.5)));
            }
            samples.add(StoredDays.sample(GPU, START + 180_000, Map.of(Metric.POWER_DRAW, 70.0)));
            store.append(new Batch(List.of(StoredDays.gpu(GPU)), samples, accounting.pending(), List.of(linkError())));
            store.marks().add(START + 1000, "epoch 12", Set.of(AccountedRounds.UUID));
        }
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(STORED))) {
            Files.copy(folder.resolve("history.db"), packed);
        }
    }

    private static LinkErrorCount linkError() {
        return new LinkErrorCount(AccountedRounds.UUID, 3, Metric.LINK_RECOVERIES, START, 505);
    }
}
