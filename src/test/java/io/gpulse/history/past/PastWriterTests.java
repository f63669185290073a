package io.gpulse.history.past;

import static io.gpulse.history.past.DemoHistory.AT;
import static io.gpulse.history.past.DemoHistory.DEMO;
import static io.gpulse.history.past.DemoHistory.FIRST;
import static io.gpulse.history.past.DemoHistory.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.demo.DemoPast;
import io.gpulse.device.Snapshot;
import io.gpulse.history.Batch;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.AccountingStore.OccupancySums;
import io.gpulse.history.sqlite.AccountingStore.Usage;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.AccountingStore.UserSums;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import io.gpulse.testing.Snapshots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastWriterTests {

    private static final Duration LENGTH = Duration.ofHours(2);
    private static final long MINUTE = PastWriter.MINUTE;

    private final DemoPast past = DemoHistory.past(LENGTH);
    private final PastWriter writer = new PastWriter(this.past, () -> null);
    private DemoHistory store;

    @TempDir
    Path folder;

    @BeforeEach
    void createStore() {
        this.store = new DemoHistory(this.folder);
    }

    @Test
    void eachMinuteHasARow() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            List<Long> minutes = times(store, Tier.MINUTE);
            assertThat(minutes).hasSizeBetween(118, 120).isEqualTo(steps(minutes, MINUTE));
        }
    }

    @Test
    void theLastQuarterOfAnHourHasEachSecondUpToTheFirstRound() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            List<Long> seconds = times(store, Tier.RAW);
            assertThat(seconds)
                    .hasSizeBetween(900, 960)
                    .endsWith(AT - 2000, AT - 1000)
                    .isEqualTo(steps(seconds, PastWriter.SECOND));
        }
    }

    @Test
    void aRestartContinuesWithoutWritingTwice() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);
        }
        Snapshot later = Snapshots.of(1801, DEMO, List.of());
        try (HistoryStore store = this.store.open()) {
            double before = seconds(store);
            this.writer.write(store, FIRST);
            assertThat(seconds(store)).isEqualTo(before);

            this.writer.write(store, later);

            double gained = Duration.between(START, later.takenAt()).toMillis() / 1000.0 * 8;
            assertThat(seconds(store)).isCloseTo(before + gained, within(0.01));
            List<Long> minutes = times(store, Tier.MINUTE);
            assertThat(minutes).isEqualTo(steps(minutes, MINUTE));
        }
    }

    @Test
    void totalsBeginAtTheStart() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            assertThat(store.accounting().accounts())
                    .hasSize(8)
                    .allMatch((account) -> account.sums().seconds() == 0 && account.since() == AT)
                    .extracting(GpuAccount::at)
                    .containsOnly(AT);
        }
    }

    @Test
    void itHasTheUseOfEachGpu() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            List<OccupancySums> all = store.accounting().occupancy(0, AT);
            assertThat(all).hasSize(8).allMatch((gpu) -> gpu.sums().seconds() == LENGTH.toSeconds());
            Sums held = all.get(4).sums();
            assertThat(held.seconds(Occupancy.ACTIVE)).isCloseTo(27 * 60, within(60.0));
            assertThat(held.seconds(Occupancy.HELD_IDLE)).isCloseTo(LENGTH.toSeconds() - 27 * 60, within(60.0));
            assertThat(held.joules(Occupancy.HELD_IDLE) / held.seconds(Occupancy.HELD_IDLE))
                    .isBetween(110.0, 120.0);
            Sums free = all.get(7).sums();
            assertThat(free.seconds(Occupancy.FREE)).isCloseTo(47 * 60, within(60.0));
            assertThat(free.joules(Occupancy.FREE) / free.seconds(Occupancy.FREE))
                    .isBetween(72.0, 78.0);
            assertThat(all.get(7).reasons().get(Metric.REASON_POWER_CAP)).isBetween(73 * 60 * 0.35, 73 * 60 * 0.75);
            assertThat(all.get(0).sums().seconds(Occupancy.ACTIVE)).isEqualTo(LENGTH.toSeconds());
        }
    }

    @Test
    void itHasTheProcessesOfEachGpu() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            Usage usage = store.accounting().usage(new UsageSpan(0, AT + MINUTE, DemoHistory.uuids(this.past)));
            // The fine-tuning on a GPU that is free at the start ended.
            assertThat(usage.longest()).hasSize(10);
            assertThat(usage.longest().stream().filter((one) -> one.process().ended()))
                    .singleElement()
                    .extracting((one) -> one.process().seenAt())
                    .satisfies((end) -> assertThat(AT - end).isBetween(46 * MINUTE, 49 * MINUTE));
            assertThat(usage.longest().stream().filter((one) -> !one.process().ended()))
                    .hasSize(9)
                    .allMatch((one) -> one.process().seenAt() == AT);
            assertThat(usage.longest().stream()
                            .mapToDouble((one) -> one.use().seconds())
                            .sum())
                    .isCloseTo(9 * LENGTH.toSeconds() + 73 * 60, within(60.0));
            assertThat(usage.users())
                    .extracting(UserSums::user)
                    .containsExactlyInAnyOrder("mchen", "jlopez", "tbauer", "serving", "akaya");
            assertThat(usage.users().get(0).user()).isEqualTo("mchen");
        }
    }

    @Test
    void aRestartContinuesProcessesAndStates() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);
        }
        Snapshot later = Snapshots.of(31, DEMO, List.of());
        long end = later.takenAt().toEpochMilli();
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, later);

            Usage usage = store.accounting().usage(new UsageSpan(0, end + MINUTE, DemoHistory.uuids(this.past)));
            assertThat(usage.longest().stream().filter((one) -> !one.process().ended()))
                    .hasSize(9)
                    .allMatch((one) -> one.process().seenAt() == end);
            List<StateRun> runs = new ArrayList<>();
            store.states().runs(DemoHistory.uuids(this.past), AT - MINUTE, end, runs::add);
            assertThat(runs).anyMatch((run) -> run.to() == AT).anyMatch((run) -> run.from() == AT);
        }
    }

    @Test
    void aGpuThatIsIdleAtTheEndHasBeenIdleSinceItsLastWork() {
        for (Snapshot first : List.of(FIRST, Snapshots.of(31, DEMO, List.of()))) {
            try (HistoryStore store = this.store.open()) {
                this.writer.write(store, first);

                Map<String, GpuAccount> accounts = store.accounting().accounts().stream()
                        .collect(Collectors.toMap(GpuAccount::uuid, (account) -> account));
                assertThat(accounts.get(this.past.gpus().get(4).uuid()).idleSince())
                        .isBetween(START.minusSeconds(14 * 60), START.minusSeconds(12 * 60));
                assertThat(accounts.get(this.past.gpus().get(7).uuid()).idleSince())
                        .isBetween(START.minusSeconds(48 * 60), START.minusSeconds(46 * 60));
                assertThat(accounts.get(this.past.gpus().get(0).uuid()).idleSince())
                        .isNull();
            }
        }
    }

    @Test
    void samplesOfOtherSimulatedGpusDoNotShortenIt() {
        try (HistoryStore store = this.store.open()) {
            Subject other = new Subject("GPU-other");
            double[] values = StoredMetrics.of(Scope.GPU).absent();
            KnownGpu gpu = new KnownGpu("GPU-other", 0, "H200", START);
            List<StoredSample> samples = List.of(new StoredSample(other, AT - 5000, values));
            store.append(new Batch(List.of(gpu), samples, PastWriter.NOTHING, List.of()));

            this.writer.write(store, FIRST);

            assertThat(times(store, Tier.MINUTE)).hasSizeBetween(118, 120);
        }
    }

    @Test
    void processesHaveTheNameOfTheirProgram() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, FIRST);

            Usage usage = store.accounting().usage(new UsageSpan(0, AT + MINUTE, DemoHistory.uuids(this.past)));
            assertThat(usage.longest())
                    .extracting((one) -> one.process().identity().program())
                    .doesNotContainNull()
                    .contains("train.py", "ipykernel");
        }
    }

    @Test
    void anotherSourceHasNone() {
        try (HistoryStore store = this.store.open()) {
            this.writer.write(store, Snapshots.numbered(1));
            new PastWriter(DemoHistory.past(Duration.ZERO), () -> null).write(store, FIRST);

            assertThat(store.accounting().accounts()).isEmpty();
            assertThat(times(store, Tier.MINUTE)).isEmpty();
        }
    }

    private static double seconds(HistoryStore store) {
        return store.accounting().occupancy(0, Long.MAX_VALUE).stream()
                .mapToDouble((gpu) -> gpu.sums().seconds())
                .sum();
    }

    private List<Long> times(HistoryStore store, Tier tier) {
        List<Long> times = new ArrayList<>();
        TimeRange span = new TimeRange(Instant.EPOCH, START.plus(LENGTH));
        String uuid = this.past.gpus().get(0).uuid();
        store.means(tier, span, List.of(Metric.POWER_DRAW), (gpu, at, row) -> {
            if (gpu.equals(uuid) && !Double.isNaN(row[0])) {
                times.add(at);
            }
        });
        return times;
    }

    /** Returns as many times, from the first one on, without a gap. */
    private static List<Long> steps(List<Long> times, long width) {
        return LongStream.iterate(times.get(0), (at) -> at + width)
                .limit(times.size())
                .boxed()
                .toList();
    }
}
