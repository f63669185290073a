package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.NARROW_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.rule.Phrases;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Links to the host, in virtual time. */
class NarrowLinkTests {

    private final SyntheticMachine machine = new SyntheticMachine(4, NARROW_LINK);

    @Test
    void fewerLanesThanTheSlotHasAreReported() {
        this.machine.gpu(2).set(Metric.PCIE_WIDTH_CURRENT, 8).utilization(40);

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(NARROW_LINK).sentence().en()).isEqualTo("GPU 2 runs at ×8 of ×16 PCIe lanes.");
    }

    @Test
    void anIdleGpuMayLowerItsGeneration() {
        this.machine.gpu(2).set(Metric.PCIE_GEN_CURRENT, 1).code(Metric.PSTATE, 8);

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aLowGenerationUnderLoadIsReported() {
        this.machine.gpu(2).set(Metric.PCIE_GEN_CURRENT, 3).utilization(80);

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(NARROW_LINK).sentence().en()).contains("generation 3 of 5");
    }

    @Test
    void aLinkThatRetrainsBrieflyIsNotReported() {
        this.machine.passes(
                Duration.ofMinutes(30),
                () -> this.machine.gpu(2).set(Metric.PCIE_WIDTH_CURRENT, this.machine.seconds() % 120 < 30 ? 8 : 16));

        assertThat(this.machine.changes()).isEmpty();
    }

    /** GeForce cards work in P2. */
    @Test
    void aLowGenerationIsReportedForABusyGpu() {
        this.machine.gpu(2).utilization(90).set(Metric.PCIE_GEN_CURRENT, 3).code(Metric.PSTATE, 2);

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.only(NARROW_LINK).sentence().en()).isEqualTo("GPU 2 runs at PCIe generation 3 of 5.");
    }

    @Test
    void theLinkOfAnIdleGpuIsNotChecked() {
        this.machine
                .gpu(2)
                .set(Metric.PCIE_WIDTH_CURRENT, 8)
                .set(Metric.PCIE_GEN_CURRENT, 1)
                .code(Metric.PSTATE, 8);

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(NARROW_LINK).detail())
                .isEqualTo("Not checked on GPU 2: an idle GPU narrows and slows its link to save power.");
    }

    @Test
    void theSlotOfACardInACloudIsNotReported() {
        this.machine.gpu(1).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8).code(Metric.VIRTUALIZATION_MODE, 1);
        this.machine.gpu(2).utilization(90).set(Metric.PCIE_WIDTH_CURRENT, 8).called("RTX 3060 Laptop GPU");

        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.check(NARROW_LINK).detail())
                .isEqualTo("Not checked on GPU 1: a virtual machine does not see the real slot; nor on GPU 2: the"
                        + " GPU of a laptop is soldered: its lanes are fixed.");
    }

    @Test
    void everyReasonIsReported() {
        Map<LocalizedText, List<Integer>> reasons = new LinkedHashMap<>();
        reasons.put(new LocalizedText("it is lost", "已丢失"), List.of(0));
        reasons.put(new LocalizedText("it is stuck", "无响应"), List.of(1, 2));
        reasons.put(new LocalizedText("NO_PERMISSION", "无权限"), List.of(3));

        assertThat(Phrases.notChecked(reasons, false))
                .isEqualTo(new LocalizedText(
                        "Not checked on GPU 0: it is lost; nor on GPUs 1, 2: it is stuck; nor on GPU 3: NO_PERMISSION.",
                        "未检查（GPU 0）：已丢失；（GPU 1, 2）：无响应；（GPU 3）：无权限。"));
    }

    /** A card in a slot, whatever its name has in common with those of laptops. */
    @Test
    void aCardOfAWorkstationCanBeReseated() {
        this.machine
                .gpu(1)
                .utilization(90)
                .set(Metric.PCIE_WIDTH_CURRENT, 8)
                .called("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition");
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.active(NARROW_LINK)).hasSize(1);
    }

    @Test
    void aPendingRuleHasNotPassed() {
        this.machine.gpu(2).utilization(40);
        this.machine.passes(Duration.ofMinutes(3));
        assertThat(this.machine.check(NARROW_LINK).outcome()).isEqualTo("passed");
        this.machine.gpu(2).set(Metric.PCIE_WIDTH_CURRENT, 8);
        this.machine.passes(Duration.ofSeconds(30));

        Check check = this.machine.check(NARROW_LINK);
        assertThat(check.outcome()).isEqualTo("not-checked");
        assertThat(check.detail()).isEqualTo("Not checked on GPU 2: found, but for less than 60 s so far.");
    }
}
