package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.GPU_MISSING;
import static io.gpulse.insight.rule.InsightRules.GPU_STUCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** GPUs that the driver has not answered for yet, or does not list. */
class UnreadGpuTests {

    /** Addresses of the GPUs of the machine, without the domain. */
    private static final String[] FIRST_THREE = IntStream.range(0, 3)
            .mapToObj(
                    (index) -> Snapshots.identity(index).pciBusId().substring(9).toLowerCase(Locale.ROOT))
            .toArray(String[]::new);

    private final SyntheticMachine machine = new SyntheticMachine(3, GPU_MISSING, GPU_STUCK);

    @Test
    void aGpuThatIsMissedHasItsAddressIfTheDriverNamesTheOthers() {
        this.machine.onBus(FIRST_THREE[0], FIRST_THREE[1], "c1:00.0", FIRST_THREE[2]);
        this.machine.passes(Duration.ofMinutes(3));

        Insight found = this.machine.only(GPU_MISSING);
        assertThat(found.sentence().en())
                .isEqualTo("The PCI bus shows 4 NVIDIA GPUs, the driver only 3; it lacks c1:00.0.");
        assertThat(found.advice().en()).matches(".*then reboot.*switch this rule off.*");
    }

    @Test
    void gpusThatTheDriverIsStillStartingAreNotReported() {
        this.machine
                .gpu(0)
                .unnamed(true)
                .state(GpuState.STUCK, this.machine.wall().minusSeconds(5));
        this.machine.passes(Duration.ofSeconds(5));
        assertThat(this.machine.active(GPU_STUCK)).isEmpty();
        assertThat(this.machine.check(GPU_STUCK).detail()).contains("starting");

        this.machine.passes(Duration.ofSeconds(10));
        assertThat(this.machine.active(GPU_STUCK)).hasSize(1);
    }
}
