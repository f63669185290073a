package io.gpulse;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;

/** The folder of a reader who follows the documents: the jars, and a home of its own. */
final class DocumentFolder implements AutoCloseable {

    private final Path folder;

    /** The end of a command, with both outputs. */
    record Result(int code, String output) {}

    DocumentFolder(Path folder) throws IOException {
        this.folder = folder;
        Path target = Files.createDirectories(folder.resolve("target"));
        link(target.resolve("gpulse.jar"), "packaged.jar");
        link(target.resolve("gpulse-doctor.jar"), "doctor.jar");
        link(folder.resolve("gpulse.jar"), "packaged.jar");
        link(folder.resolve("gpulse-doctor.jar"), "doctor.jar");
        for (String program : new String[] {"curl", "java"}) {
            Path script = Files.createDirectories(folder.resolve("bin")).resolve(program);
            Files.copy(new ClassPathResource("documents/" + program, DocumentFolder.class).getInputStream(), script);
            script.toFile().setExecutable(true);
        }
        // HELP.md names the file of real GPUs.
        Path history = Files.createDirectories(historyFolder());
        Files.createSymbolicLink(history.resolve("history.db"), history.resolve("history-simulated.db"));
        run("bash", "python3 -m venv --without-pip venv", 0);
    }

    private static void link(Path link, String jar) throws IOException {
        Files.createSymbolicLink(link, Path.of(Objects.requireNonNull(System.getProperty(jar))));
    }

    /** Returns the folder in which HELP.md has the history. */
    Path historyFolder() {
        return this.folder.resolve("home/.local/state/gpulse");
    }

    void place(String name, byte[] content) throws IOException {
        Files.write(this.folder.resolve(name), content);
    }

    /** Returns after a command has ended. */
    Result run(String shell, String command, int port) {
        String[] started = shell.equals("bash")
                ? new String[] {shell, "-o", "pipefail", "-c", command}
                : new String[] {shell, "-c", command};
        ProcessBuilder starting = new ProcessBuilder(started)
                .directory(this.folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        setEnvironment(starting.environment(), port);
        try {
            return result(starting.start());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private static Result result(Process process) throws InterruptedException {
        try {
            String output = CompletableFuture.supplyAsync(
                            () -> process.inputReader(UTF_8).lines().collect(Collectors.joining("\n")),
                            JavaProcess.READERS)
                    .orTimeout(JavaProcess.PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                    .join();
            return new Result(process.waitFor(), output);
        } finally {
            // A command that does not end is ended with all that it has started.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Deletes the links, at whose targets JUnit would warn. */
    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(this.folder)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    private void setEnvironment(Map<String, String> environment, int port) {
        environment.keySet().removeIf(JavaProcess::isMeantForTheBuild);
        environment.put("NO_PROXY", "localhost");
        environment.put("DOCUMENTED_PORT", String.valueOf(port));
        environment.put("DOCUMENTED_JAVA", JavaProcess.java());
        environment.put("HOME", this.folder.resolve("home").toString());
        // A started server must not open the history of the demo.
        environment.put("XDG_STATE_HOME", this.folder.resolve("state").toString());
        environment.put(
                "PATH",
                this.folder.resolve("bin") + ":" + this.folder.resolve("venv/bin") + ":" + environment.get("PATH"));
    }
}
