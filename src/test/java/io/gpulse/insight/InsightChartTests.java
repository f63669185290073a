package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.IDLE_ALLOCATED;
import static io.gpulse.insight.rule.InsightRules.INPUT_BOUND;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The series that illustrate insights: all that was sampled, and nothing else. */
class InsightChartTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);
    private static final double GIB = 1L << 30;

    @Test
    void aChartBeginsWithTheFirstRoundAndShowsTheMemoryOfEachStep() {
        SyntheticMachine machine = new SyntheticMachine(1, IDLE_ALLOCATED);
        machine.gpu(0).memory(2).process(1, "python", 2, YESTERDAY);
        machine.passes(Duration.ofMinutes(7));
        machine.gpu(0).memory(62);

        machine.passes(Duration.ofMinutes(7).plusSeconds(1));

        InsightChart chart = chart(machine.only(IDLE_ALLOCATED));
        assertThat(chart.from()).isBetween(SyntheticMachine.START.minusSeconds(5), SyntheticMachine.START);
        assertThat(chart.values()).hasSizeBetween(168, 170).doesNotContainNull();
        assertThat(chart.memory()).hasSameSizeAs(chart.values()).doesNotContainNull();
        assertThat(chart.memory().get(0).doubleValue()).isEqualTo(2 * GIB);
        assertThat(chart.memory().get(168).doubleValue()).isEqualTo(62 * GIB);
    }

    @Test
    void anHourKeepsItsGaps() {
        SyntheticMachine machine = new SyntheticMachine(1, IDLE_ALLOCATED);
        machine.gpu(0).memory(62).process(1, "python", 62, YESTERDAY);
        machine.passes(Duration.ofMinutes(3));
        machine.gpu(0).lacks(Metric.UTILIZATION_GPU, Reason.TIMED_OUT).lacks(Metric.MEMORY_USED, Reason.TIMED_OUT);
        machine.passes(Duration.ofSeconds(20));
        machine.gpu(0).utilization(0).memory(62);

        machine.passes(Duration.ofMinutes(11));

        InsightChart chart = chart(machine.only(IDLE_ALLOCATED));
        assertThat(chart.values()).filteredOn(Objects::isNull).hasSizeBetween(3, 4);
        assertThat(chart.memory()).filteredOn(Objects::isNull).hasSizeBetween(3, 4);
    }

    @Test
    void roundsThatAreNotExactlyOneStepApartLeaveNoHolesInTheMemory() {
        SyntheticMachine machine =
                new SyntheticMachine(1, Duration.ofSeconds(5), IDLE_ALLOCATED).jitters(Duration.ofMillis(500));
        machine.gpu(0).memory(62).process(1, "python", 62, YESTERDAY);

        machine.passes(Duration.ofMinutes(12));

        InsightChart chart = chart(machine.only(IDLE_ALLOCATED));
        assertThat(chart.stepMillis()).isEqualTo(5000);
        assertThat(chart.values().subList(0, chart.values().size() - 1)).doesNotContainNull();
        assertThat(chart.memory().subList(0, chart.memory().size() - 1)).doesNotContainNull();
    }

    @Test
    void roundsThatAreNotExactlyOneStepApartLeaveNoHoles() {
        SyntheticMachine machine = new SyntheticMachine(1, INPUT_BOUND).jitters(Duration.ofMillis(100));
        machine.host(Metric.HOST_CPU_UTILIZATION, 96);

        machine.passes(Duration.ofMinutes(10), () -> {
            double now = machine.seconds() % 6 < 4 ? 98 : 0;
            machine.gpu(0).utilization(now).extremes(now, now);
        });

        InsightChart chart = chart(machine.only(INPUT_BOUND));
        assertThat(chart.stepMillis()).isEqualTo(1000);
        assertThat(chart.values().subList(0, chart.values().size() - 1)).doesNotContainNull();
        assertThat(chart.memory()).isEmpty();
    }

    private static InsightChart chart(Insight insight) {
        return Objects.requireNonNull(insight.chart());
    }
}
