package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.MEMORY_NEARLY_FULL;
import static io.gpulse.insight.rule.InsightRules.MEMORY_WITHOUT_PROCESS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Rules about memory that a GPU shares with the system, as on a DGX Spark. */
class SharedMemoryRulesTests {

    private static final Instant YESTERDAY = SyntheticMachine.START.minusSeconds(86_400);

    private final SyntheticMachine machine = new SyntheticMachine(2, MEMORY_NEARLY_FULL, MEMORY_WITHOUT_PROCESS);

    @Test
    void memoryThatIsSharedWithTheSystemIsFullByAllPrograms() {
        this.machine.gpu(1).memory(40).sharing(2).process(7, "/opt/bin/python", 40, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(1));

        Insight found = this.machine.only(MEMORY_NEARLY_FULL);
        assertThat(found.sentence().en()).isEqualTo("Memory of GPU 1 is 98 % full.");
        assertThat(found.cause().en())
                .isEqualTo("78 GiB of 80 GiB are used, 40 GiB by programs on the GPU: its memory is shared with the"
                        + " system. Most of that is held by python (pid 7, mchen).");
        assertThat(found.cause().zh())
                .isEqualTo("已用 78 GiB，共 80 GiB，其中 GPU 上的程序占 40 GiB：其显存与系统共用。其中占用最多的是 python（pid 7，mchen）。");
    }

    @Test
    void availableMemoryOfTheSystemIsNotFull() {
        this.machine.gpu(1).memory(78).sharing(40).utilization(90);

        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.active()).isEmpty();
    }

    @Test
    void memoryOfTheSystemIsNotSearchedForLeftovers() {
        this.machine.gpu(1).memory(40).sharing(40).process(7, "/opt/bin/python", 40, YESTERDAY);

        this.machine.passes(Duration.ofMinutes(1));

        assertThat(this.machine.check(MEMORY_WITHOUT_PROCESS).detail())
                .contains("its memory is that of the system, of which every program can use a part");
    }
}
