package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.NamespacedPid;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespacedPidTests {

    private static final int PID = 41102;
    private static final String ID = "0123456789abcdef".repeat(4);

    @TempDir
    private Path root;

    private FakeProc proc;

    @BeforeEach
    void start() {
        this.proc = new FakeProc(this.root).namespace("pid:[4026531836]").process(PID, "python", 12_345);
    }

    @Test
    void aProcessOfAContainerHasThePidAndTheNamespaceOfTheContainer() {
        status("NSpid:\t41102\t7\t42\n");
        this.proc.link(PID + "/ns/pid", "pid:[4026532281]").write(PID + "/cgroup", "0::/docker/" + ID + "\n");

        assertThat(read()).isEqualTo(new NamespacedPid(42, 4_026_532_281L, ID));
        assertThat(owned()).isEqualTo(read());
    }

    @Test
    void aProcessOfTheMachineItselfNeedsNoReadableNamespace() {
        status("NSpid:\t41102\n");

        assertThat(read()).isEqualTo(new NamespacedPid(PID, MachineIdentity.INITIAL_PID_NAMESPACE, null));
    }

    @Test
    void aNamespaceThatIsNotReadableIsNotGuessed() {
        status("NSpid:\t41102\t42\n");

        assertThat(read()).isEqualTo(new NamespacedPid(42, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "NSpid:\t\n", "NSpid:\t41102\tx\n", "NSpid:\t5\t42\n", "NSpid:\t41102\t99999999999\n"})
    void aLineThatIsMissingOrMeansAnotherProcessIsNoPid(String line) {
        status(line);
        this.proc.link(PID + "/ns/pid", "pid:[4026532281]");

        assertThat(read()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0::/system.slice/docker-ID.scope,true",
        "0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-ID.scope,true",
        "0::/user.slice/user@1000.service/libpod-ID.scope/container,true",
        "0::/../../docker/ID,true",
        "0::/user.slice/session-2.scope,false",
        "0::/system.slice/IDa.service,false"
    })
    void theControlGroupNamesTheContainer(String line, boolean named) {
        status("NSpid:\t41102\t42\n");
        this.proc.write(PID + "/cgroup", line.replace("ID", ID) + "\n");

        NamespacedPid found = read();

        assertThat(found).isNotNull();
        assertThat(found.container()).isEqualTo(named ? ID : null);
    }

    @Test
    void theNameOfAContainerIsPrintable() throws IOException {
        status("NSpid:\t41102\t42\n");
        Files.writeString(this.root.resolve(PID + "/cgroup"), "0::/lxc.payload.a\u202eb\n");

        NamespacedPid found = read();

        assertThat(found).isNotNull();
        assertThat(found.container()).isEqualTo("a?b");
    }

    /** Requires the right to create a namespace, which root has in most containers. */
    @Test
    void theKernelsOwnNamespacesAreFound() throws IOException {
        assumeThat(Path.of("/usr/bin/unshare")).isExecutable();
        String script = "readlink /proc/self/ns/pid; sh -c 'echo $$; read wait; exit'; exit";
        Process outside =
                new ProcessBuilder("/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "sh", "-c", script).start();
        try (BufferedReader lines = outside.inputReader(StandardCharsets.UTF_8)) {
            String namespace = lines.readLine();
            assumeThat(namespace).as("may create a PID namespace").startsWith("pid:[");
            int inside = Integer.parseInt(lines.readLine());
            int pid = (int) outside.descendants()
                    .filter((child) -> child.children().findAny().isEmpty())
                    .findFirst()
                    .orElseThrow()
                    .pid();

            NamespacedPid found = new PidNumbers(ProcFolder.OURS).namespaced(pid, ProcFolder.at(ProcFolder.OURS));

            assertThat(found).isNotNull();
            assertThat(found.pid()).isEqualTo(inside).isNotEqualTo(pid);
            assertThat("pid:[" + found.namespace() + "]").isEqualTo(namespace);
        } finally {
            outside.getOutputStream().close();
            outside.destroy();
        }
    }

    private NamespacedPid read() {
        return new PidNumbers(this.root).namespaced(PID, ProcFolder.at(this.root));
    }

    private NamespacedPid owned() {
        ProcOwners owners = new ProcOwners(ProcFolder.at(this.root), new PidNumbers(this.root), CommandLines.HIDDEN);
        owners.of(Set.of(PID), (pid) -> Optional.empty());
        return owners.of(Set.of(PID), (pid) -> Optional.empty()).get(PID).namespaced();
    }

    private void status(String namespaces) {
        this.proc.write(PID + "/status", "Name:\tpython\n" + namespaces + "Uid:\t7\t4711\t7\t7\n");
    }
}
