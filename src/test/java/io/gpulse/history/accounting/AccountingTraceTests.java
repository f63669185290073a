package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds whatever happens: GPUs that do not answer, rounds that are missed, kills and restarts. */
class AccountingTraceTests {

    private static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();
    private static final int ROUNDS = 2500;

    private final StoredAccounts file = new StoredAccounts();
    private final List<TracedGpu> gpus = new ArrayList<>();
    private Accounting accounting = new Accounting();
    private boolean restored;
    private long at = START;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void theFourSumToTheTimeThatPassedAndNothingExceedsTheCounter(long seed) {
        Random random = new Random(seed);
        for (int index = 0; index < 2; index++) {
            this.gpus.add(new TracedGpu(index, random));
        }
        takeRound();
        List<Double> usedBefore = this.gpus.stream().map(TracedGpu::used).toList();
        for (int round = 0; round < ROUNDS; round++) {
            happens(random);
        }
        takeRound();
        store();

        for (int index = 0; index < this.gpus.size(); index++) {
            assertAccount(this.gpus.get(index), this.gpus.get(index).used() - usedBefore.get(index));
        }
    }

    private void happens(Random random) {
        passes(random.nextInt(100) == 0 ? 1000L * random.nextInt(600) : 900 + random.nextInt(200));
        if (random.nextInt(150) == 0) {
            // Killed: what was not stored is lost.
            this.accounting = new Accounting();
            this.restored = false;
            passes(1000L * random.nextInt(200));
        }
        takeRound();
        if (random.nextInt(5) == 0) {
            Sums before = sums(this.gpus.get(0));
            store();
            for (Occupancy occupancy : Occupancy.values()) {
                assertThat(sums(this.gpus.get(0)).seconds(occupancy))
                        .isGreaterThanOrEqualTo(before.seconds(occupancy) - 1e-6);
            }
        }
    }

    private void passes(long millis) {
        this.at += millis;
        this.gpus.forEach((gpu) -> gpu.lives(millis / 1000.0));
    }

    private void takeRound() {
        List<GpuSample> samples = this.gpus.stream().map(TracedGpu::sample).toList();
        HostSample host = null;
        Snapshot snapshot = new Snapshot(
                this.at,
                Instant.ofEpochMilli(this.at),
                this.at * 1_000_000,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Snapshots.NVML,
                samples,
                host);
        this.accounting.add(new TimedSnapshot(snapshot, this.at * 1_000_000));
    }

    private void store() {
        if (!this.restored) {
            this.accounting.restore(this.file.state());
            this.restored = true;
        }
        this.file.store(this.accounting);
    }

    private Sums sums(TracedGpu gpu) {
        GpuAccount account = this.file.accounts.get(gpu.uuid());
        return account == null ? new Sums() : account.sums();
    }

    private void assertAccount(TracedGpu gpu, double used) {
        Sums sums = sums(gpu);
        // Who is killed before anything is stored has seen nothing.
        long since = java.util.Objects.requireNonNull(this.file.accounts.get(gpu.uuid()))
                .since();
        assertThat(since).isLessThan(START + 600_000);
        assertThat(sums.seconds()).isCloseTo((this.at - since) / 1000.0, within(1e-3));
        assertThat(sums.joules()).isPositive().isLessThanOrEqualTo(used + 1e-3);
        assertThat(this.file.joulesOfProcesses(gpu.uuid())).isPositive().isLessThanOrEqualTo(sums.joules() + 1e-3);
        double told = this.file.minutes.stream()
                .filter((minute) -> minute.uuid().equals(gpu.uuid()))
                .mapToDouble((minute) -> minute.sums().seconds())
                .sum();
        double gaps = this.file.gaps.stream()
                .filter((gap) -> gap.uuid().equals(gpu.uuid()))
                .mapToDouble((gap) -> (gap.to() - gap.from()) / 1000.0)
                .sum();
        assertThat(told + gaps).isCloseTo(sums.seconds(), within(1e-3));
        for (Occupancy occupancy : Occupancy.values()) {
            assertThat(sums.seconds(occupancy)).as(occupancy.name()).isPositive();
        }
    }
}
