package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The advice of rules, on a machine with many troubles: it must not make the cause worse. */
class AdviceTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);
    private static final Pattern WORKERS = Pattern.compile("worker|加载进程|加载线程", Pattern.CASE_INSENSITIVE);

    private final SyntheticMachine machine = SyntheticMachine.withAllRules(6, Duration.ofSeconds(2));

    @ParameterizedTest
    @CsvSource({"85.1, 1", "86, 40", "96, 1", "100, 40"})
    void noAdviceMentionsWorkersWhileProcessorsAreBusy(double cpu, double waiting) {
        assertThat(texts(cpu, waiting))
                .flatExtracting((text) -> List.of(text.en(), text.zh()))
                .noneMatch((text) -> WORKERS.matcher(text).find());
    }

    @Test
    void workersAreTheAdviceInBothLanguagesWhileProcessorsHaveRoom() {
        assertThat(texts(80, 1))
                .filteredOn((text) -> WORKERS.matcher(text.en()).find())
                .singleElement()
                .satisfies((text) -> assertThat(text.zh()).containsPattern(WORKERS));
    }

    /** Returns the texts of all insights after ten minutes with these shares of the processors' time. */
    private List<LocalizedText> texts(double cpu, double waiting) {
        this.machine.host(Metric.HOST_CPU_UTILIZATION, cpu).host(Metric.HOST_CPU_IOWAIT, waiting);
        IntStream.range(0, 2).forEach((gpu) -> this.machine.gpu(gpu).process(100 + gpu, "train.py", 40, YESTERDAY));
        this.machine.gpu(2).memory(62).process(200, "python", 62, YESTERDAY);
        this.machine.gpu(3).state(GpuState.LOST, YESTERDAY);
        this.machine.gpu(4).memory(79).utilization(99).process(300, "python", 79, YESTERDAY);
        this.machine.gpu(5).state(GpuState.STUCK, YESTERDAY);
        this.machine.passes(Duration.ofMinutes(12), this::swing);

        assertThat(this.machine.active())
                .extracting(Insight::rule)
                .contains("input-bound", "idle-allocated", "gpu-lost", "gpu-stuck", "memory-nearly-full");
        return this.machine.active().stream()
                .flatMap((insight) -> Stream.of(insight.sentence(), insight.cause(), insight.advice()))
                .toList();
    }

    private void swing() {
        boolean works = this.machine.seconds() % 6 < 4;
        IntStream.range(0, 2)
                .forEach((gpu) ->
                        this.machine.gpu(gpu).utilization(works ? 98 : 0).set(Metric.PCIE_RX, works ? 3e8 : 5e9));
    }
}
