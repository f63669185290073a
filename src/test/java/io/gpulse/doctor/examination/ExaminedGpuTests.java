package io.gpulse.doctor.examination;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExaminedGpuTests {

    private static final String HANG = "nvmlDeviceGetPowerUsage has not returned for 10 s.";

    private final ExaminedGpu gpu = new ExaminedGpu(3);

    @Test
    void aReadThatReturnsAfterTheGpuWasGivenUpChangesNothing() {
        admit(() -> {
            this.gpu.fail(GpuState.STUCK, HANG);
            return GpuReadResult.fine(Readings.NONE);
        });

        this.gpu.read();

        assertThat(this.gpu.condition()).isEqualTo(GpuCondition.STUCK);
        assertThat(this.gpu.detail()).isEqualTo(HANG);
        assertThat(this.gpu.lookMillis()).isEmpty();
    }

    @Test
    void aFailureThatComesWhenTheGpuIsGivenUpChangesNothing() {
        admit(() -> {
            this.gpu.fail(GpuState.STUCK, HANG);
            return GpuReadResult.failed(GpuReadResult.Verdict.LOST, "nvmlDeviceGetPowerUsage: 15");
        });

        this.gpu.read();

        assertThat(this.gpu.condition()).isEqualTo(GpuCondition.STUCK);
        assertThat(this.gpu.detail()).isEqualTo(HANG);
    }

    @Test
    void aGpuWithoutTimeReportsItsRounds() {
        admit(() -> GpuReadResult.fine(Readings.NONE));
        ExaminedGpu unseen = new ExaminedGpu(4);

        this.gpu.read();
        this.gpu.skip();
        unseen.skip();

        assertThat(this.gpu.detail()).isEqualTo("read once, then no time was left");
        assertThat(unseen.detail()).isEqualTo("not looked at: no time left");
        assertThat(this.gpu.hasAnswered()).isTrue();
        assertThat(unseen.hasAnswered()).isFalse();
    }

    private void admit(Supplier<GpuReadResult> looking) {
        this.gpu.attach(new Gpu() {
            @Override
            public GpuIdentity identity() {
                return new GpuIdentity("GPU-a", "NVIDIA T4", "00000000:1B:00.0");
            }

            @Override
            public GpuReadResult read(Set<Cadence> due) {
                return looking.get();
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyStateIsACondition(GpuState state) {
        assertThat(GpuCondition.of(state)).hasToString(state.name());
    }
}
