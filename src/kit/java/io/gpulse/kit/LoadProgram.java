package io.gpulse.kit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A child process that keeps one GPU busy for a limited time. It is terminated with the run. */
final class LoadProgram implements AutoCloseable {

    private final ProgramRunner runner;
    private final Process process;
    private final Path log;

    private LoadProgram(ProgramRunner runner, Process process, Path log) {
        this.runner = runner;
        this.process = process;
        this.log = log;
    }

    /** Returns the UUID of a GPU without compute processes; empty when there is none. */
    static Optional<String> freeGpu(SmiProgram smi) {
        ProgramResult apps = smi.run("--query-compute-apps=gpu_uuid", "--format=csv,noheader");
        ProgramResult gpus = smi.run("--query-gpu=uuid,compute_mode", "--format=csv,noheader");
        Set<String> busy = apps.text().lines().map(String::strip).collect(Collectors.toSet());
        return gpus.text()
                .lines()
                .filter((line) -> gpus.ok() && apps.ok() && !line.contains("Prohibited"))
                .map((line) -> line.split(",", 2)[0].strip())
                .filter((uuid) -> uuid.startsWith("GPU-") && !busy.contains(uuid))
                .findFirst();
    }

    /** Returns the Python on the PATH. */
    static Optional<Path> python(String folders) {
        return Stream.of(folders.split(File.pathSeparator))
                .filter((folder) -> !folder.isEmpty())
                .map((folder) -> Path.of(folder, "python3"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static LoadProgram start(VerificationSession session, Path python, String gpu, Duration atMost) throws IOException {
        Path log = session.folder().secret("load.log", "output of the program that loaded a GPU");
        List<String> command =
                List.of(python.toString(), session.kit().load().toString(), gpu, Long.toString(atMost.toSeconds()));
        return new LoadProgram(session.runner(), session.runner().start(command, log), log);
    }

    boolean isRunning() {
        return this.process.isAlive();
    }

    /** Returns the last line of its output. */
    String output() {
        try {
            List<String> lines = Files.readAllLines(this.log);
            return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
        } catch (IOException unreadable) {
            return "nothing that can be read";
        }
    }

    @Override
    public void close() {
        this.runner.end(this.process);
    }
}
