package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.metric.Reading;
import io.gpulse.testing.KernelGroup;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The workload of a real process, in a control group that has the name of a container runtime's. */
class KernelControlGroupTests {

    private static final String ID = "89abcdef01234567".repeat(4);
    private static final String POD = "5e4d3c2b-1a09-4f8e-9d7c-6b5a49382716";

    @ParameterizedTest
    @CsvSource({
        "docker/ID,docker container ID",
        "machine.slice/libpod-ID.scope/container,libpod container ID",
        "lxc.payload.lab,lxc container lab",
        "kubepods/burstable/podUID/ID,pod UID",
        "slurm_node/uid_7/job_12/step_batch/docker/ID,slurm job 12",
    })
    void aProcessIsOfTheContainerOfItsGroup(String name, String label) throws Exception {
        Optional<Path> hierarchy = KernelGroup.hierarchy();
        assumeThat(hierarchy).as("a hierarchy in which groups can be made").isPresent();
        String own = "gpulse-" + ProcessHandle.current().pid();
        Process process = new ProcessBuilder("sleep", "1000").start();
        try (KernelGroup group = new KernelGroup(hierarchy.get()).make(own)) {
            group.make(filled(name)).add(process.pid());

            assertThat(found(process).row()).isEqualTo(new Reading.Text(filled(label)));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String filled(String text) {
        return text.replace("UID", POD).replace("ID", ID);
    }

    private static FoundWorkload found(Process process) {
        return new Workloads(ProcFolder.at(ProcFolder.OURS), false).of((int) process.pid(), List.of());
    }
}
