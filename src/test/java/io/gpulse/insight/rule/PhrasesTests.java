package io.gpulse.insight.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PhrasesTests {

    private static ProcessSample process(@Nullable Workload workload) {
        Readings readings = Readings.of(Map.of(Metric.PROCESS_USER, new Reading.Text("asharma")));
        return new ProcessSample(
                38817, ProcessSample.Type.COMPUTE, "train.py", null, readings, null, workload, null, null);
    }

    private static Workload workload(Kind kind, @Nullable String system) {
        return new Workload(kind, "280678", null, system, null, Evidence.CGROUP);
    }

    @Test
    void theJobOfASchedulerIsNamed() {
        assertThat(Phrases.process(process(workload(Kind.JOB, "slurm"))).en())
                .isEqualTo("train.py (pid 38817, asharma, slurm job 280678)");
        assertThat(Phrases.program(process(workload(Kind.JOB, null))).en()).isEqualTo("train.py (asharma, job 280678)");
        assertThat(Phrases.process(process(workload(Kind.JOB, "slurm"))).zh())
                .isEqualTo("train.py（pid 38817，asharma，slurm 作业 280678）");
    }

    @Test
    void otherWorkloadsAreNotNamed() {
        assertThat(Phrases.process(process(null)).en()).isEqualTo("train.py (pid 38817, asharma)");
        assertThat(Phrases.process(process(workload(Kind.UNIT, null))).en()).isEqualTo("train.py (pid 38817, asharma)");
    }
}
