package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Idle times that an earlier process stored. */
class IdleMemoryTests {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Instant EARLIER = NOW.minusSeconds(86_400);

    private final IdleMemory memory = new IdleMemory();

    @Test
    void aGpuThatIsStillIdleIsIdleForLonger() {
        this.memory.remember(Snapshots.identity(0).uuid(), EARLIER);

        assertThat(recalled(new Activity(NOW, null))).isEqualTo(new Activity(EARLIER, null));
        assertThat(recalled(new Activity(NOW, null)).idleSince()).isEqualTo(EARLIER);
    }

    @Test
    void aGpuThatHasBeenBusyIsIdleSinceThen() {
        this.memory.remember(Snapshots.identity(0).uuid(), EARLIER);

        assertThat(recalled(new Activity(null, NOW))).isEqualTo(new Activity(null, NOW));
        assertThat(recalled(new Activity(NOW, null))).isEqualTo(new Activity(NOW, null));
    }

    @Test
    void aRoundWithoutAValueChangesNothing() {
        this.memory.remember(Snapshots.identity(0).uuid(), EARLIER);

        assertThat(recalled(Activity.UNKNOWN)).isEqualTo(Activity.UNKNOWN);
        assertThat(recalled(new Activity(NOW, null)).idleSince()).isEqualTo(EARLIER);
    }

    @Test
    void aGpuThatWasLostIsIdleSinceItsReturn() {
        this.memory.remember(Snapshots.identity(0).uuid(), EARLIER);

        GpuSample sample = Snapshots.gpu(0);
        Condition lost = new Condition(GpuState.LOST, NOW, null);
        GpuSample gone = new GpuSample(0, sample.identity(), lost, NOW, NOW, Readings.NONE);
        this.memory.recall(Snapshots.of(0, Snapshots.NVML, List.of(gone)));

        assertThat(recalled(new Activity(NOW, null)).idleSince()).isEqualTo(NOW);
    }

    @Test
    void anotherGpuIsNotAffected() {
        this.memory.remember(Snapshots.identity(1).uuid(), EARLIER);

        assertThat(recalled(new Activity(NOW, null)).idleSince()).isEqualTo(NOW);
    }

    private Activity recalled(Activity activity) {
        GpuSample gpu = Snapshots.gpu(0).with(activity);
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, List.of(gpu));
        return this.memory.recall(snapshot).gpus().get(0).activity();
    }
}
