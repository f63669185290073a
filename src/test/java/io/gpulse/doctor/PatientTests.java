package io.gpulse.doctor;

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

class PatientTests {

    private static final String HANG = "nvmlDeviceGetPowerUsage has not returned for 10 s.";

    private final Patient patient = new Patient(3);

    @Test
    void aLookThatReturnsWhenTheGpuIsGivenUpChangesNothing() {
        admit(() -> {
            this.patient.ail(GpuState.STUCK, HANG);
            return GpuReadResult.fine(Readings.NONE);
        });

        this.patient.look();

        assertThat(this.patient.condition()).isEqualTo(Condition.STUCK);
        assertThat(this.patient.detail()).isEqualTo(HANG);
        assertThat(this.patient.lookMillis()).isEmpty();
    }

    @Test
    void aFailureThatComesWhenTheGpuIsGivenUpChangesNothing() {
        admit(() -> {
            this.patient.ail(GpuState.STUCK, HANG);
            return GpuReadResult.failed(GpuReadResult.Verdict.LOST, "nvmlDeviceGetPowerUsage: 15");
        });

        this.patient.look();

        assertThat(this.patient.condition()).isEqualTo(Condition.STUCK);
        assertThat(this.patient.detail()).isEqualTo(HANG);
    }

    @Test
    void oneThatIsDismissedSaysHowFarItCame() {
        admit(() -> GpuReadResult.fine(Readings.NONE));
        Patient unseen = new Patient(4);

        this.patient.look();
        this.patient.dismiss();
        unseen.dismiss();

        assertThat(this.patient.detail()).isEqualTo("looked at once, then no time was left");
        assertThat(unseen.detail()).isEqualTo("not looked at: no time left");
        assertThat(this.patient.hasTold()).isTrue();
        assertThat(unseen.hasTold()).isFalse();
    }

    private void admit(Supplier<GpuReadResult> looking) {
        this.patient.admit(new Gpu() {
            @Override
            public GpuIdentity identity() {
                return new GpuIdentity("GPU-a", "NVIDIA T4", "00000000:1B:00.0");
            }

            @Override
            public GpuReadResult look(Set<Cadence> due) {
                return looking.get();
            }
        });
    }
}
