package io.gpulse.sampling;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The last readings of a GPU that is not read. */
class LastSamplesTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 3);
    private final Stage stage = Stage.of(this.machine).begin().await(ofSeconds(20));
    private final Instant before = this.stage.last().takenAt();

    @Test
    void aLostGpuKeepsItsLastValuesWithTheirTimeUntilItIsBack() {
        this.machine.returns(1, Verdict.LOST);
        this.stage.await(ofMinutes(5));

        GpuSample lost = this.stage.gpu(1);
        assertThat(lost.readings().isEmpty()).isTrue();
        assertThat(lost.last().sampledAt()).isEqualTo(this.before);
        assertThat(lost.last().known().own().number(Metric.POWER_DRAW)).hasValue(50);
        assertThat(this.stage.gpu(0).last()).isNull();

        this.machine.verdicts.clear();
        this.machine.backOnTheBus.add("NVML-1");
        this.stage.await(ofSeconds(15));
        assertThat(this.stage.gpu(1).state()).isEqualTo(GpuState.OK);
        assertThat(this.stage.gpu(1).last()).isNull();
    }

    /** Before it is stuck, its values of every round are late in some rounds. */
    @Test
    void aStuckGpuKeepsTheValuesOfItsLastRead() {
        this.stage.hold("gpu-1").await(ofSeconds(30));

        GpuSample stuck = this.stage.gpu(1);
        assertThat(stuck.state()).isEqualTo(GpuState.STUCK);
        assertThat(stuck.last().sampledAt()).isEqualTo(this.before);
        assertThat(stuck.last().known().own().number(Metric.POWER_DRAW)).hasValue(50);
    }

    @Test
    void aGpuThatTheDriverNoLongerListsKeepsItsLastValues() {
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(1));
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.ERROR);
        assertThat(this.stage.gpu(0).last().sampledAt()).isEqualTo(this.before);

        this.machine.verdicts.clear();
        this.machine.uuids.remove("NVML-1");
        this.stage.await(ofSeconds(10));

        GpuSample gone = this.stage.gpu(2);
        assertThat(gone.uuid()).isEqualTo("NVML-1");
        assertThat(gone.last().known().own().number(Metric.POWER_DRAW)).hasValue(50);
    }

    @Test
    void aGpuThatWasNeverReadHasNone() {
        SamplerMachine refused = new SamplerMachine(SourceKind.NVML, 1);
        refused.returns(0, Verdict.REFUSED);

        assertThat(Stage.of(refused).begin().await(ofSeconds(20)).gpu(0).last()).isNull();
    }
}
