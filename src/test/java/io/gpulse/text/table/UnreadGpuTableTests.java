package io.gpulse.text.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Condition;
import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.Boards;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** GPUs that do not answer in time. */
class UnreadGpuTableTests {

    @Test
    void theProcessesThatUsedALostGpuAreNamedWithTheirTime() {
        GpuSample before = Boards.h100().at(0).with(Boards.processesOfEveryType());
        GpuSample.Last last = new GpuSample.Last(Instant.parse("2026-11-20T09:58:00.123Z"), before.known());
        GpuSample lost = Snapshots.troubled(2, GpuState.LOST, "Lost.").with(last);

        String table = new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, "")
                .of(Snapshots.of(0, Snapshots.NVML, List.of(lost)));

        assertThat(table.replaceAll("\\s+", " "))
                .contains("Processes on GPU 2 are unknown: it is LOST. At 2026-11-20T09:58:00Z it was used by 1 ")
                .contains(", and 1 more.");
    }

    @Test
    void aSlowGpuHasItsValuesAndWhyTheyAreLate() {
        GpuSample gpu = Boards.h100().at(0);
        Instant since = Instant.parse("2026-11-20T09:58:00Z");
        Condition late = new Condition(GpuState.SLOW, since, "A read of this GPU takes 5.1 s.");
        GpuSample slow = new GpuSample(0, gpu.identity(), late, since, since, gpu.known(), gpu.activity());

        String table = new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, "")
                .of(Snapshots.of(0, Snapshots.NVML, List.of(slow)));

        assertThat(table.replaceAll("\\s+", " "))
                .contains("/ 81559")
                .contains("SLOW since 2026-11-20 09:58:00 UTC: A read of this GPU takes 5.1 s.");
    }
}
