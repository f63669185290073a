package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.GPU_LOST;
import static io.gpulse.insight.rule.InsightRules.GPU_STUCK;
import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.NARROW_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.insight.rule.Evidence;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One cause is one insight, whichever GPUs it reaches. */
class GroupedInsightTests {

    private final SyntheticMachine machine = new SyntheticMachine(20, NARROW_LINK, GPU_STUCK);

    private void narrow(int gpu, int lanes) {
        this.machine.gpu(gpu).set(Metric.PCIE_WIDTH_CURRENT, lanes).utilization(40);
    }

    private static List<Integer> indexes(Insight insight) {
        return insight.gpus().stream().map(InsightGpu::index).toList();
    }

    @Test
    void twentyCardsOnRisersAreOneInsightThatNamesThem() {
        IntStream.range(0, 20).forEach((gpu) -> narrow(gpu, 1));
        this.machine.passes(Duration.ofMinutes(5));

        Insight all = this.machine.only(NARROW_LINK);
        assertThat(all.sentence().en()).isEqualTo("GPUs 0–19 run at ×1 of ×16 PCIe lanes.");
        assertThat(all.sentence().zh()).isEqualTo("GPU 0–19 的 PCIe 链路为 ×1（最大 ×16）。");
        assertThat(indexes(all)).hasSize(20);
        assertThat(all.evidence()).extracting(Evidence::gpu).containsOnlyNulls().hasSize(4);
        assertThat(this.machine.changes()).hasSize(1);
        assertThat(this.machine.board().states())
                .filteredOn((state) -> state.rule().equals("narrow-link"))
                .hasSize(20)
                .allMatch((state) -> state.active());
    }

    @Test
    void cardsWithDifferentCausesAreDifferentInsights() {
        narrow(0, 8);
        narrow(1, 4);
        narrow(2, 8);
        this.machine.passes(Duration.ofMinutes(5));

        assertThat(this.machine.active(NARROW_LINK))
                .extracting((insight) -> insight.sentence().en())
                .containsExactlyInAnyOrder(
                        "GPUs 0, 2 run at ×8 of ×16 PCIe lanes.", "GPU 1 runs at ×4 of ×16 PCIe lanes.");
    }

    @Test
    void aGroupKeepsItsIdWhenGpusJoinAndLeave() {
        narrow(0, 8);
        this.machine.passes(Duration.ofSeconds(5));
        narrow(1, 8);
        this.machine.passes(Duration.ofMinutes(3));
        String id = this.machine.only(NARROW_LINK).id();
        assertThat(indexes(this.machine.only(NARROW_LINK))).containsExactly(0, 1);

        narrow(0, 16);
        this.machine.passes(Duration.ofMinutes(3));
        assertThat(this.machine.only(NARROW_LINK).id()).isEqualTo(id);
        assertThat(indexes(this.machine.only(NARROW_LINK))).containsExactly(1);

        narrow(0, 8);
        this.machine.passes(Duration.ofMinutes(3));
        assertThat(this.machine.active(NARROW_LINK))
                .extracting(Insight::id)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .contains(id);

        narrow(0, 16);
        narrow(1, 16);
        this.machine.passes(Duration.ofMinutes(3));
        assertThat(this.machine.board().insights())
                .filteredOn((insight) -> insight.id().equals(id))
                .singleElement()
                .satisfies((ended) -> assertThat(indexes(ended)).containsExactly(0, 1));
    }

    @Test
    void aCauseThatChangesForAllGpusInTurnStaysOneInsight() {
        narrow(0, 8);
        narrow(1, 8);
        this.machine.passes(Duration.ofMinutes(3));
        String id = this.machine.only(NARROW_LINK).id();

        narrow(0, 4);
        this.machine.passes(Duration.ofSeconds(3));
        narrow(1, 4);
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.changes()).hasSize(1);
        assertThat(this.machine.only(NARROW_LINK).id()).isEqualTo(id);
        assertThat(this.machine.only(NARROW_LINK).sentence().en()).isEqualTo("GPUs 0, 1 run at ×4 of ×16 PCIe lanes.");
    }

    @Test
    void aGpuWhoseCauseBecomesAnotherLeavesItsGroup() {
        narrow(0, 8);
        narrow(1, 8);
        this.machine.passes(Duration.ofMinutes(3));
        narrow(1, 4);
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.active(NARROW_LINK))
                .extracting((insight) -> insight.sentence().en())
                .containsExactlyInAnyOrder(
                        "GPU 0 runs at ×8 of ×16 PCIe lanes.", "GPU 1 runs at ×4 of ×16 PCIe lanes.");
    }

    @Test
    void aDriverThatHangsIsOneCriticalInsight() {
        Instant since = this.machine.wall();
        IntStream.range(0, 20).forEach((gpu) -> this.machine.gpu(gpu).state(GpuState.STUCK, since));
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.only(GPU_STUCK).sentence().en()).isEqualTo("GPUs 0–19 do not answer.");
        assertThat(this.machine.changes()).hasSize(1);
    }

    @Test
    void aDriverThatRefusesAllGpusIsOneInsightWithItsReasonOnce() {
        SyntheticMachine refused = new SyntheticMachine(4, GPU_LOST);
        IntStream.range(0, 4).forEach((gpu) -> refused.gpu(gpu).state(GpuState.ERROR, refused.wall()));
        refused.passes(Duration.ofSeconds(5));

        assertThat(refused.only(GPU_LOST).sentence().en()).isEqualTo("GPUs 0–3 cannot be read: the driver refuses it.");
        assertThat(refused.only(GPU_LOST).cause().en()).isEqualTo("GPU_IS_LOST.");
    }

    @Test
    void gpusThatAreLostAnHourApartAreTwoInsights() {
        SyntheticMachine slow = new SyntheticMachine(5, Duration.ofSeconds(30), GPU_LOST);
        slow.gpu(3).state(GpuState.LOST, slow.wall());
        slow.passes(Duration.ofHours(1));
        slow.gpu(4).state(GpuState.LOST, slow.wall());
        slow.passes(Duration.ofMinutes(1));

        assertThat(slow.active(GPU_LOST)).hasSize(2);
    }

    @Test
    void numbersThatDifferAreARangeAndEvidenceOfEachGpu() {
        SyntheticMachine slow = new SyntheticMachine(12, Duration.ofSeconds(10), IDLE_ALLOCATED);
        for (int gpu = 0; gpu < 12; gpu++) {
            slow.gpu(gpu).memory(40 + gpu).process(100 + gpu, "python", 40, SyntheticMachine.START);
        }
        slow.passes(Duration.ofMinutes(15));

        Insight all = slow.only(IDLE_ALLOCATED);
        assertThat(all.sentence().en())
                .isEqualTo("GPUs 0–11 each hold 40 GiB to 51 GiB but have been idle for 14 min: python (mchen).");
        assertThat(all.process()).isNull();
        assertThat(all.evidence())
                .filteredOn((one) -> one.metric() == Metric.MEMORY_USED)
                .hasSize(8)
                .extracting(Evidence::gpu)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
        assertThat(all.evidence())
                .filteredOn((one) -> one.metric() == Metric.UTILIZATION_GPU)
                .singleElement()
                .satisfies((one) -> assertThat(one.gpu()).isNull());
    }
}
