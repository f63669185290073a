package io.gpulse.text.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.Boards;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sentences about several GPUs in the text table. */
class SharedSentenceTests {

    @Test
    void sentencesThatSeveralGpusShareArePrintedOnce() {
        String upgraded = "The driver was upgraded; restart gpulse.";
        List<GpuSample> refused = troubled(4, GpuState.ERROR, upgraded);
        List<GpuSample> stuck = troubled(3, GpuState.STUCK, "A call has not returned.");

        assertThat(table(Snapshots.NVML.failing(upgraded), refused))
                .containsOnlyOnce(upgraded)
                .contains("ERROR since");
        assertThat(table(Snapshots.NVML, stuck))
                .containsOnlyOnce("GPU 0, 1, 2: A call has not returned.")
                .containsOnlyOnce("A call has")
                .contains("Processes on GPU 0, 1, 2 are unknown: they are STUCK.");
    }

    @Test
    void gpusThatShareTheSystemsMemoryAreNamed() {
        List<GpuSample> sharing = List.of(
                Boards.h100().with(Metric.MEMORY_KIND, 1).at(0),
                Boards.h100().at(1),
                Boards.h100().with(Metric.MEMORY_KIND, 1).at(2));

        assertThat(table(Snapshots.NVML, sharing)).contains("GPU 0, 2: its memory is shared with the system.");
        assertThat(table(Snapshots.NVML, List.of(Boards.h100().at(0)))).doesNotContain("shared");
    }

    private static String table(Source source, List<GpuSample> gpus) {
        return new TextTable(TextTable.USUAL_COLUMNS, Diagnosis.UNKNOWN, "").of(Snapshots.of(0, source, gpus));
    }

    private static List<GpuSample> troubled(int gpus, GpuState state, String why) {
        return IntStream.range(0, gpus)
                .mapToObj((gpu) -> Snapshots.troubled(gpu, state, why))
                .toList();
    }
}
