package io.gpulse;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.KernelGroup;
import io.gpulse.testing.Programs;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Debian's Slurm without systemd: munge, the controller and the daemon of one node with four GPUs, whose prolog writes
 * the job of each GPU as jobstats does. All files are in one folder; only the control groups of jobs are elsewhere.
 */
final class SlurmCluster implements AutoCloseable {

    private static final List<String> PROGRAMS =
            List.of("munged", "slurmctld", "slurmd", "sbatch", "scancel", "scontrol", "sinfo", "squeue");

    private static final int DAEMONS = 3;
    private static final Path FREEZER = Path.of("/sys/fs/cgroup/freezer");

    /** Each process of the tests has a node of its own, after which Slurm names the control group. */
    private static final String NODE = "gpulse-" + ProcessHandle.current().pid();

    private static final String SETTINGS = """
            ClusterName=gpulse
            SlurmctldHost=localhost
            SlurmctldPort=%2$d
            SlurmdPort=%3$d
            SlurmUser=root
            SlurmdUser=root
            AuthType=auth/munge
            AuthInfo=socket=%1$s/munge-socket
            StateSaveLocation=%1$s/controller
            SlurmdSpoolDir=%1$s/node
            SlurmctldPidFile=%1$s/slurmctld.pid
            SlurmdPidFile=%1$s/slurmd.pid
            ProctrackType=proctrack/cgroup
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core
            GresTypes=gpu
            ReturnToService=2
            MpiDefault=none
            MailProg=/bin/true
            Prolog=%1$s/prolog
            Epilog=%1$s/epilog
            NodeName=%4$s NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=1 RealMemory=100 Gres=gpu:4 State=UNKNOWN
            PartitionName=p Nodes=%4$s Default=YES MaxTime=INFINITE State=UP
            """;

    private static final String CONTROL_GROUPS = """
            CgroupPlugin=cgroup/v1
            CgroupAutomount=no
            ConstrainCores=no
            ConstrainRAMSpace=no
            ConstrainDevices=no
            """;

    /** Slurm accepts any device files as GPUs. */
    private static final List<String> DEVICES = List.of("null", "zero", "full", "random");

    private static final String EACH_GPU =
            "#!/bin/sh\nfor gpu in $(echo \"$SLURM_JOB_GPUS\" | tr , ' '); do %s; done\n";

    /** Writes the id of its process, which the sleeping program keeps. */
    private static final String JOB = "#!/bin/sh\necho $$ > %1$s.draft\nmv %1$s.draft %1$s\nexec sleep 1000\n";

    private final Path folder;
    private final List<Process> daemons = new ArrayList<>();

    private SlurmCluster(Path folder) {
        this.folder = folder;
    }

    /** Returns what this machine lacks for a cluster. */
    static List<String> missing() {
        List<String> missing = new ArrayList<>(
                PROGRAMS.stream().filter((name) -> !Programs.isOnPath(name)).toList());
        if (!"root".equals(System.getProperty("user.name"))) {
            missing.add("the rights of root");
        }
        if (!Files.isWritable(FREEZER)) {
            missing.add("a writable " + FREEZER);
        }
        return missing;
    }

    /** Starts a cluster; returns once its node accepts jobs. */
    static SlurmCluster in(Path folder) throws IOException {
        SlurmCluster slurm = new SlurmCluster(Files.createDirectories(folder));
        try {
            slurm.configure();
            slurm.start();
            return slurm;
        } catch (IOException | RuntimeException | Error failure) {
            slurm.close();
            throw failure;
        }
    }

    private void configure() throws IOException {
        for (String name : List.of("controller", "node", "jobs")) {
            Files.createDirectory(this.folder.resolve(name));
        }
        Files.writeString(this.folder.resolve("munge-key-file"), "a key for the tests only ".repeat(10));
        Files.setPosixFilePermissions(
                this.folder.resolve("munge-key-file"), PosixFilePermissions.fromString("rw-------"));
        write("slurm.conf", SETTINGS.formatted(this.folder, freePort(), freePort(), NODE));
        write(
                "gres.conf",
                DEVICES.stream()
                        .map((file) -> "Name=gpu File=/dev/" + file + "\n")
                        .collect(joining()));
        write("cgroup.conf", CONTROL_GROUPS);
        write("prolog", EACH_GPU.formatted("echo \"$SLURM_JOBID $SLURM_JOB_UID\" > " + jobFolder() + "/$gpu"));
        write("epilog", EACH_GPU.formatted("rm -f " + jobFolder() + "/$gpu"));
        write("job", JOB.formatted(this.folder.resolve("job.pid")));
    }

    private void write(String name, String content) throws IOException {
        Path file = Files.writeString(this.folder.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        }
    }

    private void start() throws IOException {
        // It accepts a folder that only its owner may enter.
        List<String> munge = new ArrayList<>(List.of("munged", "--foreground", "--force"));
        for (String file : List.of("socket", "key-file", "pid-file", "seed-file")) {
            munge.add("--" + file + "=" + this.folder.resolve("munge-" + file));
        }
        daemon(munge);
        await(() -> Files.exists(this.folder.resolve("munge-socket")));
        daemon(List.of("slurmctld", "-D"));
        await(() -> run("scontrol", "ping").contains(" is UP"));
        daemon(List.of("slurmd", "-D", "-N", NODE));
        await(() -> run("sinfo", "--noheader", "--format=%T").equals("idle"));
    }

    /** Waits for a condition; fails with the logs when a daemon has ended. */
    private void await(BooleanSupplier condition) {
        Wait.until(() -> {
            assertThat(this.daemons).as(this::logs).allMatch(Process::isAlive);
            return condition.getAsBoolean();
        });
    }

    private String logs() {
        try (Stream<Path> files = Files.list(this.folder)) {
            return files.filter((file) -> file.toString().endsWith(".log"))
                    .map((file) -> file.getFileName() + "\n" + text(file))
                    .collect(joining("\n"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void daemon(List<String> command) throws IOException {
        this.daemons.add(started(command));
    }

    private Process started(List<String> command) throws IOException {
        ProcessBuilder starting = new ProcessBuilder(command).redirectErrorStream(true);
        starting.redirectOutput(
                ProcessBuilder.Redirect.appendTo(log(command.get(0)).toFile()));
        starting.environment()
                .put("SLURM_CONF", this.folder.resolve("slurm.conf").toString());
        return starting.start();
    }

    private Path log(String program) {
        return this.folder.resolve(program + ".log");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Returns the output of a command. */
    private String run(String... command) {
        try {
            Files.deleteIfExists(log(command[0]));
            Process process = started(List.of(command));
            assertThat(process.waitFor(JavaProcess.PATIENCE_IN_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
            return text(log(command[0]));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(ex);
        }
    }

    /** Returns the folder in which the prolog writes the jobs of GPUs. */
    Path jobFolder() {
        return this.folder.resolve("jobs");
    }

    /** Starts a job that sleeps; returns its number. */
    String submit(int gpus) {
        String log = "--output=" + this.folder.resolve("job.log");
        String job = run(
                "sbatch",
                "--parsable",
                "--gres=gpu:" + gpus,
                log,
                this.folder.resolve("job").toString());
        assertThat(job).as("the number of the job").matches("\\d+");
        return job;
    }

    /** Returns the process of the job, once it runs. */
    int pid() {
        Path file = this.folder.resolve("job.pid");
        await(() -> Files.exists(file));
        return Integer.parseInt(text(file));
    }

    /** Cancels all jobs; returns once their epilogs have run. */
    void cancel() {
        run("scancel", "--user=root");
        Wait.until(() -> run("squeue", "--noheader").isEmpty());
    }

    /** Ends jobs and daemons, and removes the control groups. */
    @Override
    public void close() {
        try {
            if (this.daemons.size() == DAEMONS) {
                cancel();
            }
        } finally {
            Collections.reverse(this.daemons);
            this.daemons.forEach(SlurmCluster::end);
            new KernelGroup(FREEZER.resolve("slurm_" + NODE)).close();
        }
    }

    private static void end(Process daemon) {
        daemon.destroy();
        try {
            if (!daemon.waitFor(JavaProcess.PATIENCE_IN_SECONDS, TimeUnit.SECONDS)) {
                daemon.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            daemon.destroyForcibly();
        }
    }
}
