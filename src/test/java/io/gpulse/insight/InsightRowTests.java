package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Insights in the log of events. */
class InsightRowTests {

    private final SyntheticMachine machine = new SyntheticMachine(
            2,
            InsightRules.IDLE_ALLOCATED,
            InsightRules.POWER_CAPPED,
            InsightRules.UNEVEN_GROUP,
            InsightRules.GPU_MISSING,
            InsightRules.GPU_LOST);

    private List<GpuEvent> logged() {
        return logged(this.machine);
    }

    private static List<GpuEvent> logged(SyntheticMachine machine) {
        return machine.events().since(Instant.EPOCH);
    }

    private static String describe(GpuEvent event) {
        EventGpu gpu = event.gpu();
        return event.kind() + " " + event.severity() + " " + (gpu == null ? "-" : gpu.index()) + " "
                + event.facts().get(EventAttribute.RULE) + " "
                + event.facts().get(EventAttribute.SENTENCE) + " "
                + event.facts().get(EventAttribute.SENTENCE_ZH);
    }

    @Test
    void anInsightIsAnEventFromItsBeginningToItsEnd() {
        List<GpuEvent> published = new ArrayList<>();
        this.machine.events().events().subscribe(published::add);
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        this.machine.gpu(1).memory(0);
        Instant end = this.machine.wall();
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(published)
                .extracting(InsightRowTests::describe)
                .containsExactly(
                        "INSIGHT WARNING 1 idle-allocated GPU 1 holds 62 GiB but has been idle for 10 min."
                                + " GPU 1 占用 62 GiB 显存，但已空闲 10 分钟。",
                        "INSIGHT WARNING 1 idle-allocated GPU 1 holds 62 GiB but has been idle for 14 min."
                                + " GPU 1 占用 62 GiB 显存，但已空闲 14 分钟。");
        assertThat(published).extracting(GpuEvent::until).containsExactly(null, end);
        assertThat(published).extracting(GpuEvent::at).containsOnly(SyntheticMachine.START);
        assertThat(published)
                .extracting(GpuEvent::reportedAt)
                .containsOnly(SyntheticMachine.START.plus(Duration.ofMinutes(10)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"insight", "clocks"})
    void anInsightThatContinuesFromThePreviousRunKeepsItsBeginning(String kind) {
        Instant earlier = SyntheticMachine.START.minusSeconds(3600);
        StoredEvent stored = new StoredEvent(
                7,
                8,
                earlier.toEpochMilli(),
                null,
                kind,
                "warning",
                Snapshots.identity(1).uuid(),
                1,
                null,
                1,
                true,
                Map.of(EventAttribute.RULE, "idle-allocated", EventAttribute.REPORTED_AT, "2026-11-20T09:10:00Z"));
        this.machine.events().restore(new Highest(7, 8), List.of(stored), List.of(stored));
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));

        Insight insight = this.machine.active().get(0);
        assertThat(insight.since()).isEqualTo(earlier);
        assertThat(insight.reportedAt()).isEqualTo("2026-11-20T09:10:00Z");
        assertThat(logged()).singleElement().extracting(GpuEvent::id).isEqualTo(7L);
    }

    @Test
    void anInsightThatTheLogDetectsItselfIsNotReported() {
        this.machine.gpu(0).state(GpuState.LOST, SyntheticMachine.START);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.changes()).hasSize(1);
        assertThat(logged()).isEmpty();
    }

    @Test
    void aLostGpuThatWasNeverIdentifiedIsReportedByItsRule() {
        this.machine.gpu(0).state(GpuState.LOST, SyntheticMachine.START).unnamed(true);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(logged())
                .singleElement()
                .extracting(InsightRowTests::describe)
                .asString()
                .startsWith("INSIGHT CRITICAL - gpu-lost GPU 0 fell off the bus");
    }

    @Test
    void rulesReportClearGpusAndMissingData() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(1));

        InsightEngine engine = this.machine.engine();
        Set<String> first = Set.of(Snapshots.identity(0).uuid());
        assertThat(engine.isOver("idle-allocated", first)).isTrue();
        assertThat(engine.isOver("idle-allocated", Set.of(Snapshots.identity(1).uuid())))
                .isFalse();
        assertThat(engine.isOver("idle-allocated", Set.of())).isFalse();
        assertThat(engine.isOver("gpu-missing", Set.of())).isTrue();
        assertThat(engine.isOver("uneven-group", first)).isTrue();
        assertThat(engine.isOver("power-capped", first)).isFalse();
    }

    @Test
    void anEventAboutSeveralGpusNamesEach() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        EventLog events = new EventLog(100, SyntheticMachine.START, new EventCounts());
        new InsightRow(events)
                .update(about(
                        this.machine.changes().get(0),
                        new InsightGpu(1, "GPU-b"),
                        new InsightGpu(0, "GPU-a"),
                        new InsightGpu(3, null)));

        assertThat(events.since(Instant.EPOCH)).singleElement().satisfies((event) -> {
            assertThat(event.gpu()).isNull();
            assertThat(event.facts())
                    .containsEntry(EventAttribute.GPUS, "0-1,3")
                    .containsEntry(EventAttribute.UUIDS, "GPU-a GPU-b");
        });
    }

    @Test
    void aGpuThatHasAnotherIndexIsNotAnotherGpu() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        EventLog events = new EventLog(100, SyntheticMachine.START, new EventCounts());
        InsightRow row = new InsightRow(events);
        Insight insight = this.machine.changes().get(0);
        row.update(about(insight, new InsightGpu(1, "GPU-b")));
        row.update(about(insight, new InsightGpu(0, "GPU-b")));

        assertThat(events.since(Instant.EPOCH))
                .singleElement()
                .satisfies((event) -> assertThat(event.gpu()).isEqualTo(new EventGpu(1, "GPU-b")));
    }

    private static Insight about(Insight one, InsightGpu... gpus) {
        return new Insight(
                one.id(),
                one.rule(),
                one.severity(),
                one.since(),
                one.reportedAt(),
                null,
                List.of(gpus),
                one.sentence(),
                one.anonymizer(),
                one.brief(),
                one.cause(),
                one.advice(),
                one.precedence(),
                one.action(),
                List.of(),
                null,
                null,
                null);
    }

    private EventDraft throttled(int gpu) {
        return EventDraft.of(
                        SyntheticMachine.START,
                        EventKind.CLOCKS,
                        Severity.WARNING,
                        new EventGpu(gpu, Snapshots.identity(gpu).uuid()))
                .with(EventAttribute.RULE, "idle-allocated");
    }

    @Test
    void anInsightThatADetectorReportsAsWellIsOneEvent() {
        Incident throttling = this.machine.events().begin(throttled(1));
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        throttling.end(SyntheticMachine.START.plusSeconds(60));
        this.machine.gpu(1).memory(0);
        this.machine.passes(Duration.ofMinutes(1));

        assertThat(logged()).singleElement().satisfies((event) -> {
            assertThat(event.kind()).isEqualTo(EventKind.CLOCKS);
            assertThat(event.until()).isEqualTo(SyntheticMachine.START.plusSeconds(60));
        });
    }

    @Test
    void anInsightThatADetectorReportsLaterBecomesThatEvent() {
        this.machine.gpu(1).memory(62);
        this.machine.passes(Duration.ofMinutes(15));
        this.machine.events().begin(throttled(1)).end(SyntheticMachine.START.plusSeconds(3600));

        assertThat(logged()).singleElement().satisfies((event) -> {
            assertThat(event.kind()).isEqualTo(EventKind.CLOCKS);
            assertThat(event.until()).isEqualTo(SyntheticMachine.START.plusSeconds(3600));
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
        setWidth(risers, 1, 0, 1, 2);
        risers.passes(Duration.ofMinutes(3));
        risers.silences().add("narrow-link", "1", null, Duration.ofHours(1));
        risers.passes(Duration.ofSeconds(2));
        setWidth(risers, 16, 0, 2);
        risers.passes(Duration.ofMinutes(3));

        assertThat(logged(risers)).singleElement().satisfies((event) -> {
            assertThat(event.until()).isNull();
            assertThat(event.facts()).containsEntry(EventAttribute.GPUS, "0-2");
        });

        Instant end = risers.wall();
        setWidth(risers, 16, 1);
        risers.passes(Duration.ofMinutes(3));

        assertThat(logged(risers)).singleElement().satisfies((event) -> {
            assertThat(event.until()).isEqualTo(end);
            assertThat(event.facts()).containsEntry(EventAttribute.SENTENCE, "GPUs 0–2 run at ×1 of ×16 PCIe lanes.");
        });
    }

    @Test
    void aGroupOfGpusIsOneEventThatNamesGpusThatJoinLater() {
        SyntheticMachine risers = new SyntheticMachine(20, InsightRules.NARROW_LINK);
        for (int gpu = 0; gpu < 20; gpu++) {
            risers.gpu(gpu).set(Metric.PCIE_WIDTH_CURRENT, 1).utilization(90);
            risers.passes(Duration.ofSeconds(1));
        }
        risers.passes(Duration.ofMinutes(2));

        assertThat(logged(risers)).singleElement().satisfies((event) -> {
            assertThat(event.gpu()).isNull();
            assertThat(event.facts())
                    .containsEntry(EventAttribute.GPUS, "0-19")
                    .containsEntry(EventAttribute.SENTENCE, "GPUs 0–19 run at ×1 of ×16 PCIe lanes.");
        });
    }
}
