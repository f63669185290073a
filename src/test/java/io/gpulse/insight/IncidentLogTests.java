package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventLog;
import io.gpulse.event.IncidentReporter;
import io.gpulse.event.RuleEvaluation;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the log of events is told. */
class IncidentLogTests {

    private final SyntheticMachine machine = new SyntheticMachine(2);
    private final Told told = new Told();
    private final IncidentLog log = new IncidentLog(() -> this.told);

    private static final class Told implements IncidentReporter {

        private final List<String> lines = new ArrayList<>();
        private final Map<String, RuleEvaluation> judged = new HashMap<>();

        @Override
        public OpenIncident begin(EventDraft draft) {
            EventGpu gpu = draft.gpu();
            String rule = draft.facts().get(EventAttribute.RULE);
            this.lines.add(draft.kind() + " " + draft.severity() + " " + (gpu == null ? "-" : gpu.index()) + " " + rule
                    + " " + draft.facts().get(EventAttribute.SENTENCE) + " "
                    + draft.facts().get(EventAttribute.SENTENCE_ZH));
            return (end, facts) -> this.lines.add("end " + rule + " " + end + " " + facts.get(EventAttribute.SENTENCE));
        }

        @Override
        public void judged(List<RuleEvaluation> rules) {
            rules.forEach((rule) -> this.judged.put(rule.rule(), rule));
        }
    }

    @Test
    void whatBeginsAndEndsIsTold() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        this.machine.gpu(1).memory(0);
        Instant end = this.machine.wall();
        this.machine.passes(Duration.ofMinutes(1));

        this.machine.changes().forEach(this.log::tell);

        assertThat(this.told.lines)
                .containsExactly(
                        "INSIGHT WARNING 1 idle-allocated GPU 1 holds 62 GiB but has been idle for 10 min."
                                + " GPU 1 占用 62 GiB 显存，但已空闲 10 分钟。",
                        "end idle-allocated " + end + " GPU 1 holds 62 GiB but has been idle for 14 min.");
    }

    @Test
    void whatAnEarlierGpulseToldOfHasLastedSinceThen() {
        Instant earlier = SyntheticMachine.START.minusSeconds(3600);
        IncidentLog restored = new IncidentLog(() -> (draft) -> new IncidentReporter.OpenIncident() {
            @Override
            public void end(Instant at, Map<String, String> facts) {}

            @Override
            public Instant since() {
                return earlier;
            }
        });
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        this.machine.changes().forEach(restored::tell);
        String id = this.machine.active().get(0).id();
        this.machine.engine().begunAt(id, restored.since(id));
        this.machine.engine().begunAt(id, SyntheticMachine.START);
        this.machine.engine().begunAt("xid/GPU-0", SyntheticMachine.START.minusSeconds(7200));
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.active())
                .singleElement()
                .satisfies((insight) -> assertThat(insight.since()).isEqualTo(earlier));
        assertThat(restored.since("xid/GPU-0")).isNull();
    }

    @Test
    void whatTheLogKnowsByItselfIsNotTold() {
        this.machine.gpu(0).state(GpuState.LOST, SyntheticMachine.START);
        this.machine.passes(Duration.ofMinutes(1));

        this.machine.changes().forEach(this.log::tell);

        assertThat(this.machine.changes()).hasSize(1);
        assertThat(this.told.lines).isEmpty();
    }

    @Test
    void nobodyElseTellsOfAGpuThatHasNeverSaidWhichItIs() {
        this.machine.gpu(0).state(GpuState.LOST, SyntheticMachine.START).unnamed(true);
        this.machine.passes(Duration.ofMinutes(1));

        this.machine.changes().forEach(this.log::tell);

        assertThat(this.told.lines)
                .singleElement()
                .asString()
                .startsWith("INSIGHT CRITICAL - gpu-lost GPU 0 has fallen off the bus");
    }

    @Test
    void whatWasLookedForAndIsNotThereIsTold() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(1));
        this.log.tell(this.machine.board().judged());

        RuleEvaluation idle = this.told.judged.get("idle-allocated");
        assertThat(idle.clear()).containsExactly(Snapshots.identity(0).uuid());
        assertThat(idle.nothing()).isFalse();
        assertThat(this.told.judged.get("gpu-missing").nothing()).isTrue();
        assertThat(this.told.judged.get("uneven-group").inapplicable()).isTrue();
        assertThat(this.told.judged.get("power-capped").clear()).isEmpty();
    }

    @Test
    void withoutALogNothingIsTold() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));

        IncidentLog none = new IncidentLog(() -> null);

        assertThat(this.machine.changes()).hasSize(1).allSatisfy(none::tell);
    }

    @Test
    void whatIsAboutSeveralGpusNamesEach() {
        List<EventDraft> drafts = new ArrayList<>();
        IncidentLog drafting = new IncidentLog(() -> (draft) -> {
            drafts.add(draft);
            return (end, facts) -> {};
        });
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        Insight one = this.machine.changes().get(0);
        drafting.tell(new Insight(
                one.id(),
                one.rule(),
                one.severity(),
                one.since(),
                null,
                List.of(new Insight.GpuRef(1, "GPU-b"), new Insight.GpuRef(0, "GPU-a"), new Insight.GpuRef(3, null)),
                one.sentence(),
                one.cause(),
                one.advice(),
                List.of(),
                null,
                null,
                null));

        assertThat(drafts).singleElement().satisfies((draft) -> {
            assertThat(draft.gpu()).isNull();
            assertThat(draft.facts())
                    .containsEntry(EventAttribute.GPUS, "0-1,3")
                    .containsEntry(EventAttribute.UUIDS, "GPU-a GPU-b");
        });
    }

    private static void setWidth(SyntheticMachine machine, int lanes, int... gpus) {
        for (int gpu : gpus) {
            machine.gpu(gpu).set(Metric.PCIE_WIDTH_CURRENT, lanes).utilization(90);
        }
    }

    @Test
    void aSilencedPartOfAGroupStaysInItsEvent() {
        SyntheticMachine risers = new SyntheticMachine(3, InsightRules.NARROW_LINK);
        EventLog events = new EventLog(100, SyntheticMachine.START, new EventCounts());
        IncidentLog reporting = new IncidentLog(() -> events);
        setWidth(risers, 1, 0, 1, 2);
        risers.passes(Duration.ofMinutes(3));
        risers.silences().add("narrow-link", "1", null, Duration.ofHours(1));
        risers.passes(Duration.ofSeconds(2));
        setWidth(risers, 16, 0, 2);
        risers.passes(Duration.ofMinutes(3));
        risers.changes().forEach(reporting::tell);

        assertThat(events.since(Instant.EPOCH)).singleElement().satisfies((event) -> {
            assertThat(event.until()).isNull();
            assertThat(event.facts()).containsEntry(EventAttribute.GPUS, "0-2");
        });

        Instant end = risers.wall();
        risers.changes().clear();
        setWidth(risers, 16, 1);
        risers.passes(Duration.ofMinutes(3));
        risers.changes().forEach(reporting::tell);

        assertThat(events.since(Instant.EPOCH)).singleElement().satisfies((event) -> {
            assertThat(event.until()).isEqualTo(end);
            assertThat(event.facts()).containsEntry(EventAttribute.SENTENCE, "GPUs 0–2 run at ×1 of ×16 PCIe lanes.");
        });
    }

    @Test
    void aGroupOfGpusIsOneEventThatNamesThoseThatJoinLater() {
        SyntheticMachine risers = new SyntheticMachine(20, InsightRules.NARROW_LINK);
        EventLog events = new EventLog(100, SyntheticMachine.START, new EventCounts());
        IncidentLog reporting = new IncidentLog(() -> events);
        for (int gpu = 0; gpu < 20; gpu++) {
            risers.gpu(gpu).set(Metric.PCIE_WIDTH_CURRENT, 1).utilization(90);
            risers.passes(Duration.ofSeconds(1));
        }
        risers.passes(Duration.ofMinutes(2));
        risers.changes().forEach(reporting::tell);

        assertThat(events.since(Instant.EPOCH)).singleElement().satisfies((event) -> {
            assertThat(event.gpu()).isNull();
            assertThat(event.facts())
                    .containsEntry(EventAttribute.GPUS, "0-19")
                    .containsEntry(EventAttribute.SENTENCE, "GPUs 0–19 run at ×1 of ×16 PCIe lanes.");
        });
    }
}
