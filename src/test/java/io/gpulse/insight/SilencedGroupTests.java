package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.NARROW_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.insight.rule.Evidence;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Silences split groups of findings. */
class SilencedGroupTests {

    private static final Duration HOUR = Duration.ofHours(1);

    private final SyntheticMachine machine = new SyntheticMachine(20, NARROW_LINK, IDLE_ALLOCATED);

    private void narrowAll() {
        IntStream.range(0, 20)
                .forEach((gpu) ->
                        this.machine.gpu(gpu).set(Metric.PCIE_WIDTH_CURRENT, 1).utilization(40));
        this.machine.passes(Duration.ofMinutes(3));
    }

    private void silence(String gpu) {
        this.machine.silences().add("narrow-link", gpu, null, HOUR);
    }

    private void passesARound() {
        this.machine.changes().clear();
        this.machine.passes(Duration.ofSeconds(1));
    }

    private static List<Integer> indexes(Insight insight) {
        return insight.gpus().stream().map(InsightGpu::index).toList();
    }

    private Insight row(boolean silenced) {
        return this.machine.active().stream()
                .filter((insight) -> silenced == (insight.silence() != null))
                .reduce((one, other) -> {
                    throw new AssertionError("More than one: " + one + other);
                })
                .orElseThrow();
    }

    /** Changes that are notified. */
    private List<Insight> notified() {
        return this.machine.changes().stream()
                .filter((change) -> change.silence() == null)
                .toList();
    }

    private void assertGpu3IsARowOfItsOwn() {
        Insight audible = row(false);
        assertThat(audible.sentence().en()).isEqualTo("GPUs 0–2, 4–19 run at ×1 of ×16 PCIe lanes.");
        assertThat(audible.sentence().zh()).startsWith("GPU 0–2, 4–19 的");
        assertThat(indexes(audible)).hasSize(19).doesNotContain(3);
        Insight silenced = row(true);
        assertThat(silenced.sentence().en()).isEqualTo("GPU 3 runs at ×1 of ×16 PCIe lanes.");
        assertThat(indexes(silenced)).containsExactly(3);
        assertThat(silenced.evidence())
                .extracting(Evidence::gpu)
                .filteredOn(Objects::nonNull)
                .containsOnly(Objects.requireNonNull(silenced.gpus().get(0).uuid()));
    }

    @Test
    void aSilencedGpuLeavesItsGroupInTheNextRound() {
        narrowAll();
        String id = this.machine.only(NARROW_LINK).id();
        silence("3");
        passesARound();

        assertGpu3IsARowOfItsOwn();
        assertThat(row(false).id()).isEqualTo(id);
        assertThat(row(true).since()).isEqualTo(row(false).since());
        assertThat(notified())
                .singleElement()
                .satisfies((change) -> assertThat(indexes(change)).hasSize(19));
        assertThat(this.machine.board().states())
                .filteredOn((state) -> state.rule().equals("narrow-link"))
                .hasSize(20)
                .allMatch((state) -> state.active());
        passesARound();
        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aSilenceThatIsOlderThanTheFindingSplitsTheGroupFromTheStart() {
        silence("3");
        narrowAll();

        assertGpu3IsARowOfItsOwn();
        assertThat(notified())
                .singleElement()
                .satisfies((change) -> assertThat(indexes(change)).hasSize(19));
        assertThat(this.machine.check(NARROW_LINK).sentence())
                .isEqualTo(row(false).sentence().en());
    }

    @Test
    void theFirstGpuOfAGroupLeavesItsIdToTheAudibleOnes() {
        narrowAll();
        String id = this.machine.only(NARROW_LINK).id();
        silence("0");
        passesARound();

        assertThat(row(false).id()).isEqualTo(id);
        assertThat(row(true).id()).isNotEqualTo(id);
    }

    @Test
    void aRowThatOutlastsItsSilenceStaysARowAndIsNotifiedOnce() {
        narrowAll();
        silence("3");
        passesARound();
        String id = row(true).id();
        this.machine.silences().pass(HOUR);
        passesARound();

        assertThat(this.machine.active(NARROW_LINK)).hasSize(2).allMatch((insight) -> insight.silence() == null);
        assertThat(this.machine.changes()).singleElement().satisfies((change) -> {
            assertThat(change.id()).isEqualTo(id);
            assertThat(indexes(change)).containsExactly(3);
        });
        passesARound();
        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void aGroupThatIsSilencedAsAWholeKeepsItsId() {
        narrowAll();
        String id = this.machine.only(NARROW_LINK).id();
        this.machine.silences().add("narrow-link", null, null, HOUR);
        passesARound();

        assertThat(row(true).id()).isEqualTo(id);
        assertThat(this.machine.changes()).isEmpty();

        this.machine.silences().pass(HOUR);
        passesARound();
        assertThat(this.machine.only(NARROW_LINK).id()).isEqualTo(id);
        assertThat(this.machine.only(NARROW_LINK).silence()).isNull();
        assertThat(this.machine.changes())
                .singleElement()
                .satisfies((change) -> assertThat(indexes(change)).hasSize(20));
    }

    @Test
    void anEndOfASilencedRowIsNotNotified() {
        narrowAll();
        silence("3");
        passesARound();
        this.machine.changes().clear();
        this.machine.gpu(3).set(Metric.PCIE_WIDTH_CURRENT, 16);
        this.machine.passes(Duration.ofMinutes(3));

        assertThat(this.machine.changes()).singleElement().satisfies((change) -> {
            assertThat(change.isActive()).isFalse();
            assertThat(change.silence()).isNotNull();
            assertThat(indexes(change)).containsExactly(3);
        });
    }

    @Test
    void rowsHaveDifferentIdsThoughOneGpuLeavesTwice() {
        for (int gpu = 0; gpu < 20; gpu++) {
            this.machine.gpu(gpu).memory(40).process(gpu < 2 ? 99 : 100, "python", 40, SyntheticMachine.START);
        }
        this.machine.passes(Duration.ofMinutes(15));
        this.machine.silences().add("idle-allocated", null, "99", HOUR);
        passesARound();
        assertThat(indexes(row(true))).containsExactly(0, 1);
        this.machine.gpu(1).endProcesses().process(100, "python", 40, SyntheticMachine.START);
        passesARound();

        assertThat(this.machine.active(IDLE_ALLOCATED))
                .hasSize(3)
                .extracting(Insight::id)
                .doesNotHaveDuplicates();
    }

    @Test
    void silencesOfSeveralGpusAreSeveralRows() {
        narrowAll();
        silence("3");
        silence("4");
        this.machine.silences().add("narrow-link", null, null, HOUR);
        passesARound();

        assertThat(this.machine.active(NARROW_LINK))
                .extracting(Insight::silence)
                .doesNotContainNull()
                .extracting(Silence::gpu)
                .containsExactlyInAnyOrder("3", "4", null);
    }

    @Test
    void aSilenceByProcessCoversThoseGpusOfAGroupThatItIsAbout() {
        for (int gpu = 0; gpu < 20; gpu++) {
            String name = gpu == 3 || gpu == 5 ? "train" : "python";
            this.machine.gpu(gpu).memory(40).process(100 + gpu, name, 40, SyntheticMachine.START);
        }
        this.machine.silences().add("idle-allocated", null, "train", HOUR);
        this.machine.passes(Duration.ofMinutes(15));

        assertThat(indexes(row(true))).containsExactly(3, 5);
        assertThat(row(true).process()).isNull();
        assertThat(row(true).sentence().en()).contains("train").doesNotContain("python");
        assertThat(indexes(row(false))).hasSize(18).doesNotContain(3, 5);
        assertThat(row(false).sentence().en()).contains("python").doesNotContain("train");

        this.machine.silences().add("idle-allocated", null, "107", HOUR);
        passesARound();
        assertThat(indexes(row(false))).hasSize(17).doesNotContain(7);
        assertThat(this.machine.active(IDLE_ALLOCATED))
                .filteredOn((insight) -> indexes(insight).equals(List.of(7)))
                .singleElement()
                .satisfies((seventh) -> assertThat(seventh.process()).isNotNull());
    }
}
