package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.device.Owner;
import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadsTests {

    private static final int PID = 41102;
    private static final String CONTAINER = "0123456789abcdef".repeat(4);
    private static final String KERNEL = "cc5cc01e-40d9-48b5-8f7a-10571608b891";
    private static final String FILE = "/home/u/.local/share/jupyter/runtime/kernel-" + KERNEL + ".json";
    private static final String SLUID = "0::/system.slice/slurmstepd.scope/s4QH2MZ81CTB00/step_batch/user/task_0\n";

    @TempDir
    private Path root;

    private FakeProc proc;

    @BeforeEach
    void start() {
        this.proc = new FakeProc(this.root)
                .namespace("pid:[4026531836]")
                .process(PID, "python", 12_345)
                .write(PID + "/cgroup", "0::/user.slice/user-1000.slice/session-3.scope\n");
    }

    @Test
    void aJobGoesBeforeTheContainerThatItRunsIn() {
        groups("0::/docker/" + CONTAINER + "/slurm/uid_7/job_280678/step_batch\n");

        FoundWorkload found = found();

        assertThat(found.workload())
                .isEqualTo(new Workload(Kind.JOB, "280678", null, "slurm", "batch", Evidence.CGROUP));
        assertThat(found.row()).isEqualTo(new Reading.Text("slurm job 280678"));
    }

    @Test
    void aPodGoesBeforeItsContainer() {
        groups("0::/kubepods/pod2c48913c-b29f-11e7-9350-020968147796/" + CONTAINER + "\n");

        assertThat(found().workload())
                .isEqualTo(new Workload(Kind.POD, "2c48913c-b29f-11e7-9350-020968147796", Evidence.CGROUP));
    }

    @Test
    void aContainerGoesBeforeTheKernelInIt() {
        groups("0::/system.slice/docker-" + CONTAINER + ".scope\n");
        kernelFile("{\"jupyter_session\":\"/home/u/a.ipynb\"}");

        assertThat(found("python", "-m", "ipykernel_launcher", "-f", FILE).workload())
                .isEqualTo(new Workload(Kind.CONTAINER, CONTAINER, null, "docker", null, Evidence.CGROUP));
    }

    @Test
    void aSlurmIdWithoutANumberGetsItFromTheDaemonOfItsStep() throws IOException {
        assumeThat(Users.uid(this.root)).as("the daemon is of root").isEqualTo("0");
        groups(SLUID);
        this.proc.write(PID + "/stat", stat(PID, "python", 500));
        this.proc.process(500, "bash", 12_000).write("500/stat", stat(500, "bash", 400));
        this.proc.process(400, "slurmstepd", 11_000).write("400/cmdline", "slurmstepd: [280678.batch]\0");
        // A title of the user's own has no effect.
        this.proc.write("500/cmdline", "slurmstepd: [999.batch]\0");

        assertThat(found().workload())
                .isEqualTo(new Workload(Kind.JOB, "280678", null, "slurm", "batch", Evidence.TITLE));
    }

    @Test
    void aSlurmIdWithoutANumberIsTheIdWhereNoDaemonIsFound() {
        groups(SLUID);

        assertThat(found().workload())
                .isEqualTo(new Workload(Kind.JOB, "s4QH2MZ81CTB00", null, "slurm", "batch", Evidence.CGROUP));
    }

    @Test
    void aKernelHasTheNotebookOfItsConnectionFile() {
        kernelFile("{\"key\":\"secret\",\"jupyter_session\":\"/home/u/nb/caf\\u00e9.ipynb\"}");

        FoundWorkload found = found("python", "-m", "ipykernel_launcher", "-f", FILE);

        assertThat(found.workload())
                .isEqualTo(
                        new Workload(Kind.KERNEL, KERNEL, "/home/u/nb/café.ipynb", null, null, Evidence.KERNEL_FILE));
        assertThat(found.row()).isEqualTo(new Reading.Text("kernel " + KERNEL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "null", "{\"jupyter_session\":", "{\"jupyter_session\":7}", "\0\0", "{\"a\":1}"})
    void aConnectionFileThatIsHalfWrittenNamesNoNotebook(String content) {
        kernelFile(content);

        assertThat(found("python", "--f=" + FILE).workload())
                .isEqualTo(new Workload(Kind.KERNEL, KERNEL, Evidence.TITLE));
    }

    @Test
    void aLinkInPlaceOfAConnectionFileIsNotFollowed() throws IOException {
        Path secret = Files.writeString(this.root.resolve("secret"), "{\"jupyter_session\":\"/root/a.ipynb\"}");
        Path file = this.root.resolve(PID + "/root" + FILE);
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, secret);

        assertThat(found("python", "-f", FILE).workload()).isEqualTo(new Workload(Kind.KERNEL, KERNEL, Evidence.TITLE));
    }

    @Test
    void aPipeInPlaceOfAConnectionFileStopsNothing() throws Exception {
        Path file = this.root.resolve(PID + "/root" + FILE);
        Files.createDirectories(file.getParent());
        assumeThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();

        assertThat(found("python", "-f", FILE).workload()).isEqualTo(new Workload(Kind.KERNEL, KERNEL, Evidence.TITLE));
    }

    @Test
    void noNotebookIsReadWhereCommandLinesAreHidden() {
        kernelFile("{\"jupyter_session\":\"/home/u/a.ipynb\"}");

        assertThat(new Workloads(ProcFolder.at(this.root), false)
                        .of(PID, List.of("python", FILE))
                        .workload())
                .isEqualTo(new Workload(Kind.KERNEL, KERNEL, Evidence.TITLE));
    }

    @Test
    void aFolderInPlaceOfAConnectionFileIsNotRead() throws IOException {
        Files.createDirectories(this.root.resolve(PID + "/root" + FILE));

        assertThat(found("python", "-f", FILE).workload()).isEqualTo(new Workload(Kind.KERNEL, KERNEL, Evidence.TITLE));
    }

    @ParameterizedTest
    @CsvSource({
        "ray::RayTrainWorker._execute,RAY,RayTrainWorker",
        "ray::ServeReplica:llm:Deployment.handle_request,RAY,ServeReplica:llm:Deployment",
        "ray::train_task(),RAY,train_task",
        "kernel-12345.json,KERNEL,12345",
    })
    void aTitleNamesAnActorOrAKernel(String title, Kind kind, String id) {
        assertThat(found(title).workload()).isEqualTo(new Workload(kind, id, Evidence.TITLE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ray::", "ray", "ray::\n", "ray::IDLE", "kernel-.json", "kernel-12345.json.tmp", "mykernel.json"
            })
    void anotherTitleNamesNothing(String title) {
        assertThat(found(title)).isEqualTo(FoundWorkload.none(Reason.NO_DATA));
    }

    @ParameterizedTest
    @ValueSource(strings = {"trainer.service", "run-r00112233445566778899aabbccddeeff.scope"})
    void aServiceAndAScopeOfSystemdRunAreUnits(String unit) {
        groups("0::/system.slice/" + unit + "\n");

        assertThat(found().workload()).isEqualTo(new Workload(Kind.UNIT, unit, Evidence.CGROUP));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/user.slice/user-1000.slice/session-3.scope",
                "/user.slice/user-1000.slice/user@1000.service/app.slice/vte-spawn-1.scope",
                "/user.slice/user-1000.slice/user@1000.service/init.scope",
                "/user.slice/user-1000.slice/user@1000.service/app.slice/app-org.kde.konsole@9.service",
                "/system.slice/ssh.service",
                "/system.slice/cron.service",
                "/init.scope",
                "/"
            })
    void aLoginIsNoWorkload(String path) {
        groups("0::" + path + "\n");

        assertThat(found()).isEqualTo(FoundWorkload.none(Reason.NO_DATA));
    }

    @Test
    void hiddenArgumentsNameNothing() {
        this.proc.write(PID + "/cmdline", "ray::Worker\0");

        assertThat(owned(CommandLines.HIDDEN)).isEqualTo(FoundWorkload.none(Reason.NO_DATA));
        assertThat(owned(new CommandLines(this.root, false, true)).workload())
                .isEqualTo(new Workload(Kind.RAY, "Worker", Evidence.TITLE));
    }

    @Test
    void aKernelWithoutControlGroupsSupportsNone() throws IOException {
        Files.delete(this.root.resolve(PID + "/cgroup"));

        assertThat(found()).isEqualTo(FoundWorkload.none(Reason.NOT_SUPPORTED));
    }

    @Test
    void controlCharactersOfANameAreReplaced() throws IOException {
        Files.writeString(this.root.resolve(PID + "/cgroup"), "0::/system.slice/a\u202eb.service\n");

        assertThat(found().row()).isEqualTo(new Reading.Text("unit a?b.service"));
    }

    @Test
    void aListOfGroupsThatNoKernelWritesNamesNothing() {
        groups("0::/docker/" + CONTAINER + "/" + "x/".repeat(50_000) + "\n");

        assertThat(found()).isEqualTo(FoundWorkload.none(Reason.NO_DATA));
    }

    @Test
    void aPidReusedWithinASecondHasTheWorkloadOfItsNewProcess() {
        ProcOwners owners = owners(CommandLines.HIDDEN);
        groups("0::/slurm/uid_7/job_12/step_batch\n");
        assertThat(workloads(owners)).containsExactly(job("12"));

        groups("0::/slurm/uid_7/job_13/step_batch\n");
        assertThat(workloads(owners)).as("read once for each process").containsExactly(job("12"));

        this.proc.process(PID, "python", 12_395);
        assertThat(workloads(owners))
                .as("its use of the GPU may be the other's")
                .isEmpty();
        assertThat(workloads(owners)).containsExactly(job("13"));
    }

    private static FoundWorkload job(String number) {
        return FoundWorkload.of(new Workload(Kind.JOB, number, null, "slurm", "batch", Evidence.CGROUP));
    }

    private FoundWorkload found(String... arguments) {
        return new Workloads(ProcFolder.at(this.root), true).of(PID, List.of(arguments));
    }

    private FoundWorkload owned(CommandLines commands) {
        this.proc.write(PID + "/status", "Name:\tpython\nUid:\t7\t4711\t7\t7\n");
        return workloads(owners(commands)).get(0);
    }

    private ProcOwners owners(CommandLines commands) {
        return new ProcOwners(ProcFolder.at(this.root), new PidNumbers(this.root), commands);
    }

    private static List<FoundWorkload> workloads(ProcOwners owners) {
        return owners.of(Set.of(PID), (pid) -> Optional.empty()).values().stream()
                .map(Owner::workload)
                .toList();
    }

    private void groups(String text) {
        this.proc.write(PID + "/cgroup", text);
    }

    private void kernelFile(String content) {
        this.proc.write(PID + "/root" + FILE, content);
    }

    private static String stat(int pid, String name, int parent) {
        return pid + " (" + name + ") S " + parent + " 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 1000 765 1\n";
    }
}
