package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples of rounds that are not stored yet. */
class BatchTests {

    private static final Instant FIRST = Snapshots.gpu(0).condition().since();
    private static final Source PROGRAM = new Source(SourceKind.NVIDIA_SMI, false, "580.95.05", null, "13.0", null);

    private static final AccountingUpdate NOTHING =
            new AccountingUpdate(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    private final Batch.Pending pending = new Batch.Pending();

    @Test
    void aDocumentOfNvidiaSmiIsStoredOnce() {
        for (int second = 0; second < 5; second++) {
            this.pending.add(round(second, PROGRAM, taken(Snapshots.gpu(0), second / 2 * 2)));
        }

        assertThat(secondsOf(Snapshots.identity(0))).containsExactly(0L, 2L, 4L);
    }

    @Test
    void aDocumentThatIsStoredIsNotStoredAgainInTheNextBatch() {
        this.pending.add(round(0, PROGRAM, taken(Snapshots.gpu(0), 0)));
        this.pending.clear();
        this.pending.add(round(1, PROGRAM, taken(Snapshots.gpu(0), 0)));

        assertThat(secondsOf(Snapshots.identity(0))).isEmpty();
        assertThat(this.pending.batch(NOTHING, List.of()).gpus()).hasSize(1);
    }

    @Test
    void aSlowNvidiaSmiLeavesNoGap() {
        for (int second = 0; second < 12; second++) {
            this.pending.add(round(second, PROGRAM, taken(Snapshots.gpu(0), 0)));
        }

        assertThat(secondsOf(Snapshots.identity(0))).containsExactly(0L, 5L, 10L);
    }

    @Test
    void instancesAreStoredWithTheirGpu() {
        GpuSample split = Instances.split(Snapshots.gpu(0), Instances.ofH100().subList(0, 2));
        this.pending.add(round(0, PROGRAM, taken(split, 0)));
        this.pending.add(round(1, PROGRAM, taken(split, 0)));

        assertThat(secondsOf(Snapshots.identity(0))).containsExactly(0L, 0L, 0L);
    }

    @Test
    void everyRoundOfNvmlIsStored() {
        for (int second = 0; second < 3; second++) {
            this.pending.add(round(second, Snapshots.NVML, taken(Snapshots.gpu(0), 0)));
        }

        assertThat(secondsOf(Snapshots.identity(0))).containsExactly(0L, 1L, 2L);
    }

    @Test
    void aLateSampleOfASlowGpuIsStoredOnce() {
        for (int second = 0; second < 12; second++) {
            GpuSample slow = taken(Snapshots.gpu(0), second < 10 ? 0 : 10);
            Condition late = new Condition(GpuState.SLOW, FIRST, "late");
            this.pending.add(round(
                    second,
                    Snapshots.NVML,
                    new GpuSample(0, slow.identity(), late, slow.sampledAt(), null, slow.known(), slow.activity())));
        }

        assertThat(secondsOf(Snapshots.identity(0))).containsExactly(0L, 10L);
    }

    @Test
    void gpusWithOneUuidAreTwoSeries() {
        GpuIdentity first = new GpuIdentity("GPU-1", "NVIDIA Test", "00000000:01:00.0").shared();
        GpuIdentity second = new GpuIdentity("GPU-1", "NVIDIA Test", "00000000:02:00.0").shared();
        this.pending.add(
                round(0, PROGRAM, of(first, taken(Snapshots.gpu(0), 0)), of(second, taken(Snapshots.gpu(1), 0))));

        assertThat(secondsOf(first)).containsExactly(0L);
        assertThat(secondsOf(second)).containsExactly(0L);
    }

    private static Snapshot round(int second, Source source, GpuSample... gpus) {
        return Snapshots.of(second, source, List.of(gpus));
    }

    private static GpuSample taken(GpuSample gpu, int second) {
        Instant at = FIRST.plusSeconds(second);
        return new GpuSample(gpu.index(), gpu.identity(), gpu.condition(), at, at, gpu.known(), gpu.activity());
    }

    private static GpuSample of(GpuIdentity identity, GpuSample gpu) {
        return new GpuSample(
                gpu.index(), identity, gpu.condition(), gpu.sampledAt(), null, gpu.known(), gpu.activity());
    }

    /** Returns when samples of a GPU and of its instances are stored, in seconds after the first round. */
    private List<Long> secondsOf(GpuIdentity gpu) {
        return this.pending.batch(NOTHING, List.of()).samples().stream()
                .filter((sample) -> gpu.uuid().equals(sample.subject().uuid()))
                .map((sample) -> Duration.between(FIRST, Instant.ofEpochMilli(sample.at()))
                        .toSeconds())
                .toList();
    }
}
