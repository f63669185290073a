package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSource;
import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

class HostConfigurationTests {

    private static final List<String> FOLDERS = List.of("/run/gpustat", "/run/dcgm/job_mapping");

    private final ApplicationContextRunner application =
            new ApplicationContextRunner().withUserConfiguration(HostConfiguration.class);

    @Test
    void theMachineIsReadFromTheConfiguredFolder(@TempDir Path root) {
        FakeProc proc = new FakeProc(root);
        proc.write("sys/kernel/hostname", "behind-a-mount\n");

        this.application.withPropertyValues("gpulse.processes.proc=" + root).run((context) -> {
            HostSource host = context.getBean(HostSource.class);
            assertThat(host.read().hostname()).isEqualTo("behind-a-mount");
            assertThat(host.read().readings().number(Metric.HOST_LOAD_15M)).hasValue(0.12);
        });
    }

    @Test
    void aConfiguredNameReplacesThatOfTheKernel(@TempDir Path root) {
        new FakeProc(root).write("sys/kernel/hostname", "gpulse-node-x7k2p\n");

        for (String name : List.of("gpu-2.example.org", " ", "")) {
            this.application
                    .withPropertyValues("gpulse.processes.proc=" + root, "gpulse.hostname=" + name)
                    .run((context) -> assertThat(
                                    context.getBean(HostSource.class).read().hostname())
                            .isEqualTo(name.isBlank() ? "gpulse-node-x7k2p" : name));
        }
    }

    @Test
    void processesAreReportedUnlessDisabled(@TempDir Path root) {
        new FakeProc(root);

        this.application.withPropertyValues("gpulse.processes.proc=" + root).run((context) -> {
            HostProcesses reported = context.getBean(HostSource.class).processes();
            assertThat(reported.busiest()).extracting(HostProcess::name).containsExactly("busy (one) x", "init");
        });
        this.application
                .withPropertyValues("gpulse.processes.proc=" + root, "gpulse.processes.enabled=false")
                .run((context) -> {
                    HostProcesses reported = context.getBean(HostSource.class).processes();
                    assertThat(reported.busiest()).isEmpty();
                    assertThat(reported.readings().of(Metric.HOST_PROCESSES_VISIBLE))
                            .contains(Reading.absent(Reason.HIDDEN));
                });
    }

    @Test
    void theProgramOfAProcessIsReportedUnlessDisabled() {
        this.application.run((context) -> {
            assertThat(ownOwner(context).program()).isInstanceOf(Reading.Text.class);
            assertThat(ownOwner(context).command()).isEqualTo(Reading.absent(Reason.HIDDEN));
        });
        this.application
                .withPropertyValues("gpulse.processes.program=false", "gpulse.processes.command-line=all")
                .run((context) -> {
                    assertThat(ownOwner(context).program()).isEqualTo(Reading.absent(Reason.HIDDEN));
                    assertThat(ownOwner(context).command()).isInstanceOf(Reading.Text.class);
                });
    }

    private static Owner ownOwner(ApplicationContext context) {
        int pid = (int) ProcessHandle.current().pid();
        return Objects.requireNonNull(context.getBean(Owners.class)
                .of(Set.of(pid), (unnamed) -> Optional.empty())
                .get(pid));
    }

    @Test
    void theMachineIdentityIsThatOfTheRunningKernel() {
        this.application.run((context) -> {
            MachineIdentity machine = context.getBean(MachineIdentity.class);
            assertThat(machine.bootId())
                    .isEqualTo(Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                            .strip());
            assertThat(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")))
                    .hasToString("pid:[" + machine.pidNamespace() + "]");
        });
    }

    @Test
    void theDefaultsAreCautious() {
        this.application.run((context) -> {
            HostProperties properties = context.getBean(HostProperties.class);
            assertThat(properties)
                    .isEqualTo(new HostProperties(true, HostProperties.CommandLine.HIDDEN, true, FOLDERS, null));
            assertThat(properties.foldersOfJobs())
                    .containsExactly(Path.of("/run/gpustat"), Path.of("/run/dcgm/job_mapping"));
            assertThat(properties.procOrUsual()).isEqualTo(Path.of("/proc"));
        });
    }

    @Test
    void theVisibilityOfCommandLinesIsOneOfThreeWords() {
        this.application
                .withPropertyValues("gpulse.processes.command-line=authenticated", "gpulse.processes.enabled=false")
                .run((context) -> assertThat(context.getBean(HostProperties.class))
                        .satisfies((properties) ->
                                assertThat(properties.foldersOfJobs()).isEmpty())
                        .isEqualTo(new HostProperties(
                                false, HostProperties.CommandLine.AUTHENTICATED, true, FOLDERS, null)));
        this.application
                .withPropertyValues("gpulse.processes.command-line=sometimes")
                .run((context) -> assertThat(context).hasFailed());
    }
}
