package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaleGpuTests {

    @Test
    void theProcessesOfAnEarlierTimeUseNothingNow() {
        ProcessSample process = new ProcessSample(
                7, ProcessSample.Type.COMPUTE, "python", Instant.parse("2026-11-20T08:00:00Z"), Readings.NONE);
        GpuSample gpu = Snapshots.stale(0).with(List.of(process));
        assertThat(gpu.state()).isEqualTo(GpuState.STALE);
        assertThat(gpu.listsProcesses()).isTrue();
        Accounting accounting = new Accounting();

        for (int second = 0; second < 3; second++) {
            accounting.add(Snapshots.of(second, Snapshots.NVML, List.of(gpu)));
        }

        assertThat(accounting.pending().processes()).isEmpty();
    }
}
