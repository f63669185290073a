package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.EventText;
import org.junit.jupiter.api.Test;

/** The workload in the rows of starts and ends of processes. */
class ProcessWorkloadTests {

    private final Trace trace = new Trace(4);

    @Test
    void theRowsOfAProcessNameItsJobButNotThePathOfANotebook() {
        Workload job = new Workload(Workload.Kind.JOB, "4711", "/home/a/secret.ipynb", "slurm", "0", Evidence.CGROUP);
        this.trace.rounds(5);
        this.trace
                .machine
                .gpu(1)
                .runs(new ProcessSample(
                        7, ProcessSample.Type.COMPUTE, "python", null, Readings.NONE, null, job, null, null));
        this.trace.rounds(5);
        this.trace.machine.gpu(1).ends(7);
        this.trace.rounds(30);

        assertThat(this.trace.events())
                .hasSize(2)
                .allSatisfy((event) -> assertThat(event.facts())
                        .containsEntry(EventAttribute.WORKLOAD, "JOB")
                        .containsEntry(EventAttribute.WORKLOAD_ID, "4711")
                        .containsEntry(EventAttribute.WORKLOAD_SYSTEM, "slurm")
                        .doesNotContainValue("/home/a/secret.ipynb"))
                .last()
                .satisfies((event) -> assertThat(EventText.of(event).title())
                        .isEqualTo(new LocalizedText(
                                "python (pid 7, slurm job 4711) left GPU 1 after 5 s",
                                "python（pid 7，slurm 作业 4711） 离开 GPU 1，运行了 5 秒")));
    }
}
