package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.GPU;
import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.power;
import static io.gpulse.history.sqlite.StoredDays.read;
import static io.gpulse.history.sqlite.StoredDays.sample;
import static io.gpulse.history.sqlite.StoredDays.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.Buckets;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are gone on with, and machines that change. */
class ChangedMachineTests {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long MINUTES = 60_000;

    @TempDir
    private Path folder;

    @Test
    void whatAProcessLeftBehindIsThereForTheNextOne() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100), power(START + 30_000, 110)));
        }

        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START + 61_000, 120)));

            Buckets minutes = read(store, Metric.POWER_DRAW, window(2, MINUTE, Tier.MINUTE));
            assertThat(minutes.avg(0)).isEqualTo(105);
            assertThat(minutes.avg(1)).isEqualTo(120);
            assertThat(store.gpus()).extracting(KnownGpu::uuid).containsExactly(GPU.uuid());
        }
    }

    @Test
    void aNewMetricGetsAColumnInAFileThatHasNone() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100)));
        }

        try (HistoryStore store = open(this.folder)) {
            store.append(batch(sample(GPU, START + 1000, Map.of(Metric.MEMORY_USED, 5e9)), power(START + 60_000, 1)));

            Buckets memory = read(store, Metric.MEMORY_USED, window(2, SECOND, Tier.RAW));
            assertThat(memory.avg(0)).isNaN();
            assertThat(memory.avg(1)).isEqualTo(5e9);
            assertThat(read(store, Metric.MEMORY_USED, window(1, MINUTE, Tier.MINUTE))
                            .avg(0))
                    .isEqualTo(5e9);
        }
    }

    @Test
    void aGpuThatWasSwappedKeepsItsOwnPast() {
        Subject other = new Subject("GPU-bb6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77");
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START, 100)));
            store.append(batch(sample(other, START + 1000, Map.of(Metric.POWER_DRAW, 700.0))));

            Buckets first = read(store, Metric.POWER_DRAW, window(2, SECOND, Tier.RAW));

            assertThat(first.avg(0)).isEqualTo(100);
            assertThat(first.avg(1)).isNaN();
            assertThat(store.gpus()).extracting(KnownGpu::uuid).containsExactlyInAnyOrder(GPU.uuid(), other.uuid());
        }
    }

    @Test
    void aClockThatIsSetBackLosesNothing() {
        try (HistoryStore store = open(this.folder)) {
            store.append(batch(power(START + 10 * MINUTES, 100)));
            store.append(batch(power(START + MINUTES, 50), power(START + 2 * MINUTES, 60)));
            store.append(batch(power(START + 3 * MINUTES, 70)));

            Buckets minutes = read(store, Metric.POWER_DRAW, window(11, MINUTE, Tier.MINUTE));
            assertThat(minutes.avg(1)).isEqualTo(50);
            assertThat(minutes.avg(2)).isEqualTo(60);
            assertThat(minutes.avg(3)).isEqualTo(70);
            assertThat(minutes.avg(10)).isEqualTo(100);
        }
    }
}
