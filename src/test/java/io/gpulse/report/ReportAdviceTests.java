package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.GpuRound.ProcessRound;
import io.gpulse.rounds.Rows;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.view.PidSelector;
import io.gpulse.workload.UsageAdvice.Sentence;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The advice of reports. */
class ReportAdviceTests {

    private static final KnownGpu GPU = new KnownGpu("GPU-0", 0, "H100", Instant.EPOCH);
    private static final AdviceContext CONTEXT = new AdviceContext(Language.EN, 80e9, 41, 0);
    private static final ProcessRound OWN = new ProcessRound(42, "python", "anna", 1e9, Double.NaN, null, null);
    private static final ProcessRound OTHER = new ProcessRound(43, "python", "bert", 1e9, Double.NaN, null, null);

    /** Selects the first of both processes, among simulated ones. */
    private static final PidSelector FIRST =
            new PidSelector(Set.of(42), null, new PidSelector.Origin(new MachineIdentity(null, null), true));

    private static List<String> advice(
            Map<Metric, Double> readings, List<ProcessRound> processes, @Nullable PidSelector selected) {
        GpuSpan gpu = new GpuSpan(new Span(0, 20_000));
        double[] values = Rows.REPORTED.absent();
        readings.forEach((row, value) -> values[Rows.REPORTED.place(row)] = value);
        for (int second = 1; second <= 20; second++) {
            gpu.add(new GpuRound("GPU-0", true, null, Double.NaN, values, Map.of(), processes), 1000L * second, 1000);
        }
        return gpu.report(GPU, selected, CONTEXT).advice().stream()
                .map(Sentence::rule)
                .toList();
    }

    private static Map<Metric, Double> use(double utilization, double sms, double memory) {
        return Map.of(Metric.UTILIZATION_GPU, utilization, Metric.ACTIVITY_SM, sms, Metric.MEMORY_USED, memory);
    }

    private static Map<Metric, Double> hot(double idle) {
        return Map.of(Metric.UTILIZATION_GPU, 90.0, Metric.REASON_SW_THERMAL, 1.0, Metric.REASON_IDLE, idle);
    }

    @Test
    void theKernelsOfAGpuHaveAVerdictUnlessTheyMayBeThoseOfOtherProcesses() {
        Map<Metric, Double> small = use(90, 20, 79e9);

        assertThat(advice(small, List.of(OWN), FIRST)).containsExactly("low-sm", "full-memory");
        assertThat(advice(small, List.of(OWN, OTHER), null)).containsExactly("low-sm", "full-memory");
        assertThat(advice(small, List.of(OWN, OTHER), FIRST)).containsExactly("full-memory");
        assertThat(advice(use(30, 20, 60e9), List.of(OWN), FIRST)).containsExactly("low-utilization");
        assertThat(advice(use(30, 20, 60e9), List.of(OWN, OTHER), FIRST)).isEmpty();
    }

    @Test
    void reducedClocksOfAnIdleGpuAreNoFault() {
        assertThat(advice(hot(0), List.of(OWN, OTHER), FIRST)).containsExactly("throttled");
        assertThat(advice(hot(1), List.of(OWN, OTHER), FIRST)).isEmpty();
    }

    @Test
    void aGpuThatNothingUsesHasNoAdvice() {
        assertThat(advice(use(0, 0, 4e6), List.of(), null)).isEmpty();
    }

    private static Snapshot round(int n) {
        GpuSample gpu = Snapshots.gpu(
                0,
                new EnumMap<>(Map.of(
                        Metric.UTILIZATION_GPU, new Reading.Quantity(30),
                        Metric.MEMORY_USED, new Reading.Quantity(4e9),
                        Metric.MEMORY_TOTAL, new Reading.Quantity(80e9))));
        Snapshot like = Snapshots.of(n, Snapshots.NVML, List.of(gpu));
        Readings host = Readings.of(new EnumMap<>(Map.of(Metric.HOST_CPU_UTILIZATION, new Reading.Quantity(80 + n))));
        return new Snapshot(
                like.sequence(),
                like.takenAt(),
                like.nanos(),
                like.took(),
                like.every(),
                like.source(),
                like.gpus(),
                new HostSample("host", host));
    }

    private static JsonNode advice(TestServer server, String more) {
        String span = "from=2026-11-20T10:00:01.003Z&to=2026-11-20T10:00:";
        return JsonMapper.shared()
                .readTree(Http.get(server, "/api/v1/report?" + span + more).body())
                .at("/gpus/0/advice");
    }

    @Test
    void aReportEndsWithAdviceInALanguage() {
        try (TestServer server = TestServer.started("gpulse.history.enabled=false")) {
            for (int n = 0; n <= 11; n++) {
                server.takes(round(n));
            }

            JsonNode english = advice(server, "12.003Z");

            assertThat(english.size()).isEqualTo(2);
            assertThat(english.at("/0/rule").asString()).isEqualTo("low-utilization");
            assertThat(english.at("/0/sentence").asString())
                    .isEqualTo("A kernel ran 30 % of the time only, while the processors of the machine were 86 % busy:"
                            + " preparing the data may be the limit.");
            assertThat(english.at("/1/sentence").asString()).startsWith("It used 3.7 GiB of 75 GiB of memory at most");
            assertThat(advice(server, "12.003Z&lang=zh").at("/0/sentence").asString())
                    .startsWith("仅 30% 的时间有 CUDA kernel 运行");
            assertThat(advice(server, "10.003Z").isEmpty()).as("nine rounds").isTrue();

            server.bean(EventLog.class)
                    .begin(EventDraft.of(
                                    Instant.parse("2026-11-20T10:00:06Z"),
                                    EventKind.INSIGHT,
                                    Severity.WARNING,
                                    new EventGpu(0, Snapshots.identity(0).uuid()))
                            .with(EventAttribute.RULE, "input-bound"));

            assertThat(advice(server, "12.003Z").at("/0/rule").asString()).isEqualTo("input-bound");
        }
    }

    private static TestServer withHistory(Path folder) {
        return TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
    }

    @Test
    void theProcessorsOfOlderRoundsAreThoseOfTheHistory(@TempDir Path folder) {
        try (TestServer earlier = withHistory(folder)) {
            for (int n = 0; n <= 11; n++) {
                earlier.takes(round(n));
            }
        }
        try (TestServer server = withHistory(folder)) {
            server.takes(round(14));
            Wait.until(() -> !advice(server, "12.003Z").isEmpty());

            assertThat(advice(server, "12.003Z").at("/0/sentence").asString()).contains("were 86 % busy");
        }
    }
}
