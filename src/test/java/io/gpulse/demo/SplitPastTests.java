package io.gpulse.demo;

import static io.gpulse.history.past.DemoHistory.FIRST;
import static io.gpulse.history.past.DemoHistory.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.history.Buckets;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.past.DemoHistory;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The past of the GPU that is split into MIG instances, in a store. */
class SplitPastTests {

    private static final Duration LENGTH = Duration.ofHours(2);
    private static final long MINUTE = 60_000;
    private static final long LAST = Math.floorDiv(START.toEpochMilli(), MINUTE) * MINUTE;

    private final DemoPast past =
            new DemoPast(LENGTH, new Day(START, ZoneOffset.UTC), DemoNvml.boards(DemoNvml.USUAL, true));
    private HistoryStore store;

    @TempDir
    Path folder;

    @BeforeEach
    void writeThePast() {
        this.store = new DemoHistory(this.folder).open();
        new PastWriter(this.past, () -> null).write(this.store, FIRST);
    }

    @AfterEach
    void close() {
        this.store.close();
    }

    private String uuid() {
        return this.past.gpus().get(DemoNvml.USUAL).uuid();
    }

    @Test
    void eachInstanceHasItsMinutesAndSeconds() {
        List<Subject> instances = this.store.instances(0, LAST);

        assertThat(instances)
                .extracting(
                        (subject) -> subject.uuid() + " " + instance(subject).profile())
                .containsExactly(uuid() + " 3g.40gb", uuid() + " 2g.20gb", uuid() + " 1g.10gb");
        WindowQuery hour = new WindowQuery(LAST - 90 * MINUTE, LAST - 30 * MINUTE, MINUTE, Tier.MINUTE, List.of());
        WindowQuery seconds = new WindowQuery(LAST - 10 * MINUTE, LAST - 5 * MINUTE, 1000, Tier.RAW, List.of());
        Buckets trained = read(instances.get(0), Metric.MIG_ACTIVITY_SM, hour);
        WindowQuery before = new WindowQuery(LAST - 105 * MINUTE, LAST - 45 * MINUTE, MINUTE, Tier.MINUTE, List.of());
        WindowQuery late = new WindowQuery(LAST - 35 * MINUTE, LAST - 20 * MINUTE, MINUTE, Tier.MINUTE, List.of());
        Buckets idle = read(instances.get(2), Metric.MIG_ACTIVITY_SM, before);
        Buckets works = read(instances.get(2), Metric.MIG_ACTIVITY_SM, late);
        Buckets memory = read(instances.get(2), Metric.MIG_MEMORY_USED, seconds);
        for (int minute = 0; minute < 60; minute++) {
            assertThat(trained.avg(minute)).isGreaterThan(1);
            assertThat(trained.max(minute)).isGreaterThan(trained.min(minute));
            assertThat(idle.avg(minute)).isZero();
        }
        assertThat(IntStream.range(0, 15).mapToDouble(works::max).max().orElseThrow())
                .isGreaterThan(20);
        for (int second = 0; second < 300; second++) {
            assertThat(memory.avg(second)).isCloseTo(7.3 * (1L << 30), within(2.0 * Board.MEBIBYTE));
        }
    }

    @Test
    void theWholeGpuHasNoUtilization() {
        WindowQuery hour = new WindowQuery(LAST - 90 * MINUTE, LAST - 30 * MINUTE, MINUTE, Tier.MINUTE, List.of());

        assertThat(read(new Subject(uuid()), Metric.UTILIZATION_GPU, hour).avg(0))
                .isNaN();
        assertThat(read(new Subject(uuid()), Metric.POWER_DRAW, hour).avg(0)).isGreaterThan(100);
    }

    @Test
    void theProcessesAreOnTheirInstances() {
        assertThat(this.store
                        .accounting()
                        .usage(new UsageSpan(0, LAST + MINUTE, Set.of(uuid())))
                        .longest())
                .extracting((one) -> one.process().identity().program() + " "
                        + one.process().identity().gpuInstance())
                .containsOnly("train.py 2", "tritonserver 3", "ipykernel 9");
        Sums sums = this.store.accounting().occupancy(0, Long.MAX_VALUE).stream()
                .filter((gpu) -> gpu.uuid().equals(uuid()))
                .findFirst()
                .orElseThrow()
                .sums();
        assertThat(sums.seconds(Occupancy.ACTIVE)).isEqualTo(LENGTH.toSeconds());
    }

    private Buckets read(Subject subject, Metric metric, WindowQuery window) {
        SeriesKey key = new SeriesKey(subject, metric);
        return Objects.requireNonNull(this.store
                .read(new WindowQuery(window.from(), window.to(), window.stepMillis(), window.tier(), List.of(key)))
                .get(key));
    }

    private static Subject.Instance instance(Subject subject) {
        return Objects.requireNonNull(subject.instance());
    }
}
