package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.MEMORY_NEARLY_FULL;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Memory that rises, and memory that only seems to. */
class MemoryTrendTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine = new SyntheticMachine(2, MEMORY_NEARLY_FULL);

    @Test
    void memoryThatRisesToFullIsReportedWithTheRemainingTime() {
        this.machine.gpu(0).utilization(90).process(7, "train.py", 50, YESTERDAY);

        // 4 GiB a minute: at 60 GiB there are nearly five minutes left, since half a GiB is the driver's own.
        this.machine.passes(Duration.ofMinutes(10), () -> this.machine.gpu(0).memory(20 + this.machine.seconds() / 15));

        Insight found = this.machine.only(MEMORY_NEARLY_FULL);
        assertThat(found.severity()).isEqualTo(Severity.WARNING);
        assertThat(found.sentence().en()).isEqualTo("Memory of GPU 0 is 75 % full, and rises: full in 4 min.");
        assertThat(found.brief().en()).isEqualTo("Memory rises, 75 % full");
        assertThat(found.cause().en()).contains("train.py (pid 7, mchen)");
    }

    @Test
    void aJobThatStartsMayAllocate() {
        this.machine.gpu(0).utilization(90);

        this.machine.passes(Duration.ofMinutes(10), () -> {
            double seconds = this.machine.seconds() - 120;
            if (seconds == 0) {
                this.machine.gpu(0).process(7, "train.py", 50, this.machine.wall());
            }
            this.machine.gpu(0).memory(seconds < 0 ? 0 : Math.min(70, seconds / 1.6));
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    /** As when an evaluation begins: memory is the same before and after it. */
    @Test
    void memoryThatAnOldJobAllocatesWithinAMinuteDoesNotRise() {
        this.machine.gpu(0).utilization(90).process(7, "train.py", 45, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(20), () -> {
            double allocated = Math.max(0, Math.min(20, (this.machine.seconds() - 600) / 3));
            this.machine.gpu(0).memory(45 + allocated);
        });

        assertThat(this.machine.changes()).isEmpty();
    }

    @Test
    void memoryThatGoesUpAndDownDoesNotRise() {
        Random random = new Random(4);
        this.machine.gpu(0).utilization(60).process(7, "serve", 50, YESTERDAY);

        this.machine.passes(
                Duration.ofHours(3),
                () -> this.machine
                        .gpu(0)
                        .memory(68 + 5 * Math.sin(this.machine.seconds() / 19) + random.nextGaussian()));

        assertThat(this.machine.changes()).isEmpty();
    }
}
