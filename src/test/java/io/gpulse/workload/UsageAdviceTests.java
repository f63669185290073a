package io.gpulse.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageAdviceTests {

    private static final double UNKNOWN = Double.NaN;
    private static final AdviceFigures GOOD = use(93, 71, 60e9, 80e9);

    private static List<String> sentences(AdviceFigures figures) {
        return UsageAdvice.of(figures, Language.EN).stream()
                .map(UsageAdvice.Sentence::sentence)
                .toList();
    }

    private static List<String> rules(AdviceFigures figures) {
        return UsageAdvice.of(figures, Language.EN).stream()
                .map(UsageAdvice.Sentence::rule)
                .toList();
    }

    private static AdviceFigures hours(int gpus, int unused, double active, double idle) {
        return new AdviceFigures(
                1000, gpus, unused, 3600 * active, 3600 * idle, Map.of(), 93, 71, 60e9, 80e9, UNKNOWN, 0);
    }

    private static AdviceFigures throttled(Map<Metric, Double> seconds) {
        return new AdviceFigures(1000, 2, 0, 7200, 0, seconds, 93, 71, 60e9, 80e9, UNKNOWN, 0);
    }

    private static AdviceFigures use(double utilization, double activity, double peak, double total) {
        return new AdviceFigures(1000, 2, 0, 7200, 0, Map.of(), utilization, activity, peak, total, UNKNOWN, 0);
    }

    private static AdviceFigures withHost(double utilization, double host, double waiting) {
        return new AdviceFigures(1000, 1, 0, 7200, 0, Map.of(), utilization, 40, 60e9, 80e9, host, waiting);
    }

    private static AdviceFigures samples(double samples) {
        return new AdviceFigures(samples, 2, 0, 7200, 0, Map.of(), 93, 71, 60e9, 80e9, UNKNOWN, 0);
    }

    @Test
    void gpusThatWereNeverUsedComeFirst() {
        assertThat(sentences(hours(4, 2, 1, 3)))
                .containsExactly(
                        "2 of 4 GPUs were never used: request 2.",
                        "It held its GPUs idle for 3.0 of 4.0 GPU-hours: end it while it waits, so that others can use"
                                + " them.");
        assertThat(sentences(hours(2, 1, 4, 0)).get(0)).isEqualTo("1 of 2 GPUs was never used: request 1.");
    }

    @Test
    void aJobThatUsedNoGpuHeldThemIdle() {
        assertThat(sentences(hours(2, 2, 0, 8)).get(0)).startsWith("It held its GPUs idle for 8.0 of 8.0");
    }

    @Test
    void aShortPreparationIsNoIdleTime() {
        assertThat(rules(hours(1, 0, 0.05, 0.3))).containsExactly("used-well");
        assertThat(rules(hours(1, 0, 0.05, 0.4))).containsExactly("held-idle");
        assertThat(rules(hours(8, 0, 0.5, 2))).as("15 minutes on each").containsExactly("used-well");
        assertThat(rules(hours(1, 0, 0, 0))).doesNotContain("held-idle");
        assertThat(rules(hours(1, 0, 1, UNKNOWN))).doesNotContain("held-idle");
    }

    @Test
    void theCauseOfReducedClocksDecidesTheAdvice() {
        assertThat(sentences(throttled(Map.of(Metric.REASON_HW_THERMAL, 720.0))))
                .containsExactly(
                        "Heat reduced its clocks for 10 % of its active time: look at the cooling of the machine.");
        assertThat(sentences(throttled(Map.of(Metric.REASON_POWER_BRAKE, 720.0, Metric.REASON_HW_SLOWDOWN, 720.0))))
                .containsExactly("The power brake of the machine reduced its clocks for 10 % of its active time: look"
                        + " at the power supplies.");
        assertThat(sentences(throttled(Map.of(Metric.REASON_HW_SLOWDOWN, 7201.0))))
                .containsExactly("The protection of the hardware reduced its clocks for 100 % of its active time: look"
                        + " at cooling and power supplies.");
        assertThat(rules(throttled(Map.of(Metric.REASON_HW_THERMAL, 719.0)))).containsExactly("used-well");
    }

    @Test
    void aPowerLimitIsNormalUnderFullLoad() {
        assertThat(sentences(throttled(Map.of(Metric.REASON_POWER_CAP, 720.0))))
                .containsExactly(
                        "Used well: a kernel ran 93 % of the time.",
                        "Power limited its clocks for 10 % of its active time, which is normal under full load: a"
                                + " higher limit costs much energy for little speed.");
        assertThat(rules(throttled(Map.of(Metric.REASON_POWER_CAP, 7000.0, Metric.REASON_SW_THERMAL, 720.0))))
                .as("it does not hide the heat")
                .containsExactly("throttled", "power-capped");
        assertThat(rules(throttled(Map.of(Metric.REASON_POWER_CAP, 719.0)))).containsExactly("used-well");
    }

    @Test
    void busyKernelsWithIdleSmsAreSmall() {
        assertThat(sentences(use(90, 44, 60e9, 80e9)))
                .containsExactly(
                        "A kernel ran 90 % of the time, but the SMs were active 44 % only: larger batches may help.");
        assertThat(sentences(use(90, 45, 60e9, 80e9)).get(0)).startsWith("Used well");
        assertThat(sentences(use(49, 10, 60e9, 80e9))).isEmpty();
    }

    @Test
    void largerBatchesAreNoAdviceForAFullMemory() {
        assertThat(sentences(use(90, 44, 77.6e9, 80e9)))
                .containsExactly(
                        "A kernel ran 90 % of the time, but the SMs were active 44 % only: a profiler shows whether"
                                + " small kernels or copies are the cause.",
                        "The memory was 97 % full at the peak: a larger batch may not fit.");
        assertThat(rules(use(93, 71, 76e9, 80e9))).containsExactly("used-well", "full-memory");
        assertThat(rules(use(93, 71, 75.9e9, 80e9))).containsExactly("used-well");
    }

    @ParameterizedTest
    @CsvSource({
        "85, preparing the data may be the limit.",
        "84, 'if it waits for data, more loader workers may help.'",
    })
    void aGpuThatRestsIsComparedWithTheProcessors(int host, String advice) {
        assertThat(sentences(withHost(30, host, 0)))
                .containsExactly("A kernel ran 30 % of the time only, while the processors of the machine were " + host
                        + " % busy: " + advice);
        assertThat(rules(withHost(50, host, 0))).isEmpty();
    }

    @Test
    void aRestingGpuHasNoAdviceWithoutFiguresOfTheMachineOrKernels() {
        assertThat(rules(withHost(30, UNKNOWN, 0))).isEmpty();
        assertThat(rules(withHost(4.9, 90, 0))).as("a display").isEmpty();
        assertThat(rules(withHost(UNKNOWN, 90, 0))).isEmpty();
    }

    @Test
    void aTenthOfTheMemoryAndOfTheSmsNeedsASmallerGpu() {
        assertThat(sentences(use(60, 49, 8e9, 80e9)))
                .containsExactly("It used 7.5 GiB of 75 GiB of memory at most, and computed little: a smaller GPU or a"
                        + " MIG instance may do.");
        assertThat(rules(use(49, UNKNOWN, 8e9, 80e9))).containsExactly("small-memory");
        assertThat(rules(use(90, 80, 8e9, 80e9))).as("it needs the SMs").containsExactly("used-well");
        assertThat(rules(use(90, UNKNOWN, 8e9, 80e9))).as("it may need them").containsExactly("used-well");
        assertThat(rules(use(60, 49, 8.1e9, 80e9))).isEmpty();
        assertThat(rules(use(0, 0, 4e6, 80e9))).as("unused").isEmpty();
    }

    @Test
    void anAlertShowsThatItWaitedForData() {
        assertThat(sentences(withHost(30, 90, 0.25)))
                .containsExactly("It waited for data: pre-process the data once, decode on the GPU, or give it more"
                        + " processor cores.");
        assertThat(rules(withHost(30, 90, 0.24))).containsExactly("low-utilization");
    }

    @Test
    void theShareOfWaitingIsThatOfTheAlertsOfTheGpu() {
        Instant start = Instant.parse("2026-11-20T10:00:00Z");
        EventLog log = new EventLog(10, start, new EventCounts());
        EventDraft alert = EventDraft.of(start, EventKind.INSIGHT, Severity.WARNING, new EventGpu(0, "GPU-0"));
        log.begin(alert.with(EventAttribute.RULE, "input-bound")).end(start.plusSeconds(25));
        log.begin(alert.with(EventAttribute.RULE, "idle-allocated")).end(start.plusSeconds(99));
        List<LoggedEvent> events = log.since(start).stream()
                .map((event) -> new LoggedEvent(event, false))
                .toList();
        List<LoggedEvent> open = List.of(new LoggedEvent(events.get(0).event(), true));
        Stretch time = new Stretch(start.toEpochMilli() - 25_000, start.toEpochMilli() + 75_000);

        assertThat(AdviceFigures.waitingShare(events, "GPU-0", time)).isEqualTo(0.25);
        assertThat(AdviceFigures.waitingShare(open, "GPU-0", time)).isEqualTo(0.75);
        assertThat(AdviceFigures.waitingShare(events, "GPU-1", time)).isZero();
        assertThat(AdviceFigures.waitingShare(events, "GPU-0", Stretch.moment(start.toEpochMilli())))
                .isZero();
    }

    @Test
    void thereIsNoVerdictOnFewSamplesOrUnknownFigures() {
        assertThat(sentences(samples(9.9))).isEmpty();
        assertThat(sentences(samples(10))).hasSize(1);
        assertThat(sentences(use(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN))).isEmpty();
        assertThat(sentences(GOOD)).containsExactly("Used well: a kernel ran 93 % of the time.");
    }

    @Test
    void kernelsAloneDoNotShowThatAGpuIsUsedWell() {
        assertThat(sentences(use(93, UNKNOWN, 60e9, 80e9)))
                .containsExactly("A kernel ran 93 % of the time; the activity of the SMs, which shows how well, is not"
                        + " known.");
        assertThat(sentences(use(79, 71, 60e9, 80e9))).isEmpty();
    }

    @Test
    void thereAreAtMostTwoSentencesInEachLanguage() {
        AdviceFigures all = new AdviceFigures(
                1000, 4, 1, 60, 6000, Map.of(Metric.REASON_SW_THERMAL, 60.0), 90, 10, 1e9, 80e9, 90, 1);

        assertThat(rules(all)).containsExactly("unused", "held-idle");
        assertThat(UsageAdvice.of(all, Language.ZH).get(0).sentence()).startsWith("4 个 GPU 中有 1 个从未使用");
    }
}
