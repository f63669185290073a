package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import io.gpulse.insight.Insight.GpuRef;
import io.gpulse.insight.Insight.Holder;
import io.gpulse.insight.rule.Phrase;
import io.gpulse.insight.silence.TestSilences;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which part of a finding silences cover. */
class SilenceFilterTests {

    private static final Phrase TEXT = new Phrase("text", "文");
    private static final Instant START = TestSilences.START;

    private final TestSilences silences = new TestSilences();
    private final SilenceFilter filter = new SilenceFilter(this.silences.all());

    private static Insight insight(String rule, @Nullable Holder process, int... gpus) {
        List<GpuRef> about = java.util.Arrays.stream(gpus)
                .mapToObj((index) -> new GpuRef(index, "GPU-" + index))
                .toList();
        return new Insight(
                rule + "/x", rule, Severity.WARNING, START, null, about, TEXT, TEXT, TEXT, List.of(), null, process);
    }

    private static List<Integer> indexes(Insight insight) {
        return insight.gpus().stream().map(GpuRef::index).toList();
    }

    @Test
    void silencedGpusLeaveTheRowOfAGroup() {
        Insight group = insight("narrow-link", null, 0, 1, 2);
        this.silences.add("narrow-link", "GPU-1", null, Duration.ofHours(1));

        assertThat(this.filter.unsilenced(List.of(group)))
                .singleElement()
                .satisfies((rest) -> assertThat(indexes(rest)).containsExactly(0, 2));
        assertThat(this.filter.silenced(List.of(group)))
                .singleElement()
                .satisfies((part) -> assertThat(indexes(part.insight())).containsExactly(1));
        assertThat(this.filter.audible(group)).isPresent();

        this.silences.add("narrow-link", null, null, Duration.ofHours(1));
        assertThat(this.filter.unsilenced(List.of(group))).isEmpty();
        assertThat(this.filter.silenced(List.of(group)))
                .extracting((part) -> indexes(part.insight()))
                .containsExactly(List.of(0, 2), List.of(1));
        assertThat(this.filter.audible(group)).isEmpty();
    }

    @Test
    void aSilenceOfAProcessCoversFindingsAboutItOnly() {
        Insight named = insight("idle-allocated", new Holder(41, "vllm", "anna", null), 0);
        Insight other = insight("idle-allocated", new Holder(410, "python", "anna", null), 0);
        Insight none = insight("idle-allocated", null, 0);
        this.silences.add("idle-allocated", null, "vllm", Duration.ofHours(1));
        this.silences.add("idle-allocated", null, "410", Duration.ofHours(1));

        assertThat(this.filter.unsilenced(List.of(named, other, none))).containsExactly(none);
    }

    @Test
    void aSilenceOfOneGpuCoversNothingAboutTheMachine() {
        Insight machine = insight("gpu-missing", null);
        this.silences.add("gpu-missing", "GPU-1", null, Duration.ofHours(1));
        assertThat(this.filter.unsilenced(List.of(machine))).containsExactly(machine);

        this.silences.add("gpu-missing", null, null, Duration.ofHours(1));
        assertThat(this.filter.unsilenced(List.of(machine))).isEmpty();
        assertThat(this.filter.silenced(List.of(machine))).hasSize(1);
    }

    @Test
    void aFindingThatIsOverIsListedAsEver() {
        Insight over = insight("xid", null, 0).ended(START.plusSeconds(5));
        this.silences.add("xid", null, null, Duration.ofHours(1));

        assertThat(this.filter.unsilenced(List.of(over))).containsExactly(over);
        assertThat(this.filter.audible(over)).isEmpty();
    }

    @Test
    void aFindingThatOutlastsItsSilenceIsNotifiedOnce() {
        Insight lasting = insight("xid", null, 0);
        this.silences.add("xid", null, null, Duration.ofHours(1));
        assertThat(this.filter.released(List.of(lasting))).isEmpty();

        this.silences.pass(Duration.ofHours(1));

        assertThat(this.filter.released(List.of(lasting))).containsExactly(lasting);
        assertThat(this.filter.released(List.of(lasting))).isEmpty();
        assertThat(this.silences.all().current()).isEmpty();
    }
}
