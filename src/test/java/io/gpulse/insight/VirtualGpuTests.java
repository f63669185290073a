package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.VGPU_UNLICENSED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Virtual GPUs without a license. */
class VirtualGpuTests {

    private static final int VIRTUAL = 2;

    private final SyntheticMachine machine = new SyntheticMachine(2, VGPU_UNLICENSED);

    private SyntheticGpu virtual() {
        return this.machine.gpu(1).code(Metric.VIRTUALIZATION_MODE, VIRTUAL);
    }

    @Test
    void anUnlicensedVirtualGpuIsReportedWhenItHadTimeToFetchItsLicense() {
        virtual().code(Metric.VGPU_LICENSE_STATUS, 0);

        this.machine.passes(Duration.ofMinutes(4));
        assertThat(this.machine.active()).isEmpty();
        this.machine.passes(Duration.ofMinutes(2));

        Insight found = this.machine.only(VGPU_UNLICENSED);
        assertThat(found.sentence().en()).isEqualTo("GPU 1 has no vGPU license.");
        assertThat(found.cause().en()).contains("step by step");
        assertThat(found.advice().en())
                .contains(
                        "/etc/nvidia/ClientConfigToken", "/etc/nvidia/gridd.conf", "restart the service nvidia-gridd");
        assertThat(found.since()).isEqualTo(SyntheticMachine.START);
    }

    @Test
    void aLicenseEndsIt() {
        virtual().code(Metric.VGPU_LICENSE_STATUS, 0);
        this.machine.passes(Duration.ofMinutes(6));
        virtual().code(Metric.VGPU_LICENSE_STATUS, 1);
        this.machine.passes(Duration.ofMinutes(2));

        assertThat(this.machine.active()).isEmpty();
        assertThat(this.machine.check(VGPU_UNLICENSED).outcome()).isEqualTo("passed");
    }

    @ParameterizedTest
    @CsvSource({"0, a whole GPU of the machine", "1, one that is passed through", "3, one of a host of virtual GPUs"})
    void aWholeGpuNeedsNoLicense(int mode, String kind) {
        this.machine.gpu(1).code(Metric.VIRTUALIZATION_MODE, mode).code(Metric.VGPU_LICENSE_STATUS, 0);

        this.machine.passes(Duration.ofMinutes(10));

        assertThat(this.machine.changes()).as(kind).isEmpty();
    }

    @Test
    void anUnknownLicenseIsNotReportedAsMissing() {
        virtual().lacks(Metric.VGPU_LICENSE_STATUS, Reason.NOT_SUPPORTED);

        this.machine.passes(Duration.ofMinutes(10));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(VGPU_UNLICENSED).detail())
                .isEqualTo("Not checked on GPU 1: needs vgpu.license.status, which is not supported.");
    }
}
