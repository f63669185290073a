package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Thorough;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A day of a machine on which all is well. */
class HealthyDayTests {

    private static final int HOUR = 3600;
    private static final int DAY = 24 * HOUR;

    private final Random random = new Random(2026);
    private final SyntheticMachine machine = SyntheticMachine.withAllRules(12, Duration.ofSeconds(2));
    private int firstSecond;

    /** The hour in which the training job restarts, and an hour with hardly any demand. */
    @ParameterizedTest
    @ValueSource(ints = {HOUR * 7 / 2, HOUR * 18})
    void noRuleFiresInAnHour(int begin) {
        this.firstSecond = begin;

        assertThatNoRuleFires(Duration.ofHours(1));
    }

    @Test
    @Thorough(1)
    @Tag("both-compilers-1")
    @Tag("both-compilers-all")
    void noRuleFires() {
        assertThatNoRuleFires(Duration.ofHours(24));
    }

    private void assertThatNoRuleFires(Duration length) {
        Instant serving = SyntheticMachine.START.minusSeconds(5 * DAY);
        this.machine.gpu(8).process(500, "vllm", 70, serving).memory(70);
        this.machine.gpu(9).process(501, "vllm", 70, serving).memory(70);
        this.machine.gpu(10).process(600, "tritonserver", 20, serving).memory(20);

        this.machine.passes(length, this::round);

        assertThat(this.machine.changes()).isEmpty();
        assertThat(this.machine.board().checks())
                .filteredOn((check) -> check.outcome().equals("not-checked"))
                .extracting(Check::rule)
                .containsExactly("xid");
    }

    private void round() {
        double seconds = this.firstSecond + this.machine.seconds();
        train(seconds);
        // Eight requests a second on the average by day, hardly any by night; both halves of the model work together.
        double demand = 0.45 + 0.35 * Math.sin(seconds / DAY * 2 * Math.PI);
        double now = 100 * Math.min(1, Math.max(0.02, demand + 0.2 * this.random.nextGaussian()));
        this.machine.gpu(8).utilization(now).set(Metric.PCIE_RX, 1e8 + 2e6 * now);
        this.machine.gpu(9).utilization(Math.max(2, now - 2)).set(Metric.PCIE_RX, 1e8 + 2e6 * now);
        this.machine.gpu(10).utilization(this.random.nextDouble() < 0.3 ? 0 : this.random.nextInt(100));
        this.machine.host(Metric.HOST_CPU_UTILIZATION, 45 + 10 * this.random.nextGaussian());
        this.machine.host(Metric.HOST_CPU_IOWAIT, 2 + this.random.nextDouble());
    }

    /** Eight GPUs train at full load; each night the job is restarted, and allocates for a while. */
    private void train(double seconds) {
        double intoRun = (seconds + 20 * HOUR) % DAY;
        boolean restarts = intoRun < 180;
        for (int gpu = 0; gpu < 8; gpu++) {
            SyntheticGpu training = this.machine.gpu(gpu);
            if (intoRun == 0 || this.machine.seconds() == 0) {
                Instant started = this.machine.wall().minusSeconds((long) intoRun);
                training.endProcesses().process(100 + gpu, "train.py", 60, started);
            }
            training.memory(restarts ? intoRun / 3 : 60 + this.random.nextDouble() / 2);
            training.utilization(restarts ? this.random.nextInt(5) : 95 + this.random.nextInt(6));
            training.set(Metric.CLOCKS_SM, 1900 + this.random.nextInt(80));
            // At its full limit a board does what it was bought for.
            training.set(Metric.SHARE_BY_POWER_CAP, 20 + this.random.nextInt(30));
            training.set(Metric.SHARE_BY_SW_THERMAL, this.random.nextInt(50) == 0 ? 40 : 0);
        }
    }
}
