package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RepairAction;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The silence that covers a row. */
class SilenceFilterTests {

    private static final LocalizedText TEXT = new LocalizedText("text", "文");

    private final TestSilences silences = new TestSilences();

    private static Insight row(String rule, @Nullable InsightProcess process, @Nullable Silence silence, int... gpus) {
        List<InsightGpu> about = IntStream.of(gpus)
                .mapToObj((index) -> new InsightGpu(index, "GPU-" + index))
                .toList();
        return new Insight(
                rule + "/x",
                rule,
                Severity.WARNING,
                TestSilences.START,
                TestSilences.START,
                null,
                about,
                TEXT,
                UnaryOperator.identity(),
                TEXT,
                TEXT,
                TEXT,
                Precedence.NOTHING,
                RepairAction.NONE,
                List.of(),
                null,
                process,
                silence);
    }

    private static Insight row(String rule, @Nullable InsightProcess process, int... gpus) {
        return row(rule, process, null, gpus);
    }

    private @Nullable Silence covering(Insight row) {
        return new SilenceFilter(this.silences.all().current()).covering(row);
    }

    private Silence add(String rule, @Nullable String gpu, @Nullable String process) {
        this.silences.add(rule, gpu, process, Duration.ofHours(1));
        List<Silence> current = this.silences.all().current();
        return current.get(current.size() - 1);
    }

    @Test
    void aRowIsCoveredWhenEachOfItsGpusIs() {
        Silence first = add("narrow-link", "GPU-1", null);

        assertThat(covering(row("narrow-link", null, 1))).isEqualTo(first);
        assertThat(covering(row("narrow-link", null, 1, 2))).isNull();

        add("narrow-link", "GPU-2", null);
        assertThat(covering(row("narrow-link", null, 1, 2))).isEqualTo(first);
        assertThat(covering(row("narrow-link", null, 0, 1, 2))).isNull();
        assertThat(covering(row("xid", null, 1))).isNull();
    }

    @Test
    void aSilenceOfAProcessCoversFindingsAboutItOnly() {
        Silence named = add("idle-allocated", null, "vllm");
        Silence numbered = add("idle-allocated", null, "41");

        assertThat(covering(row("idle-allocated", new InsightProcess(40, "vllm", null, "anna", null), 0)))
                .isEqualTo(named);
        assertThat(covering(row("idle-allocated", new InsightProcess(41, "python", null, "anna", null), 0)))
                .isEqualTo(numbered);
        assertThat(covering(row("idle-allocated", new InsightProcess(42, "python", "vllm", "anna", null), 0)))
                .isEqualTo(named);
        assertThat(covering(row("idle-allocated", new InsightProcess(410, "python", null, "anna", null), 0)))
                .isNull();
        assertThat(covering(row("idle-allocated", null, 0))).isNull();
    }

    @Test
    void aSilenceOfOneGpuCoversNothingAboutTheMachine() {
        add("gpu-missing", "GPU-1", null);
        assertThat(covering(row("gpu-missing", null))).isNull();

        assertThat(add("gpu-missing", null, null)).isEqualTo(covering(row("gpu-missing", null)));
    }

    @Test
    void theSilenceOfTheEvaluationCoversARowUntilItEnds() {
        Silence evaluated = add("idle-allocated", null, "vllm");
        Insight joined = row("idle-allocated", null, evaluated, 0, 1);
        assertThat(covering(joined)).isEqualTo(evaluated);

        this.silences.pass(Duration.ofHours(1));
        assertThat(covering(joined)).isNull();
    }
}
