package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder that is the root of its own machine: glibc, a shell, tar and gzip, and nothing else. */
final class BareMachine {

    /** The libraries of glibc; a newer one has all in the first. */
    static final List<String> GLIBC = List.of(
            "libc.so.6",
            "libm.so.6",
            "libdl.so.2",
            "libpthread.so.0",
            "librt.so.1",
            "libnss_files.so.2",
            "libresolv.so.2");

    private static final Path BUSYBOX = Path.of("/bin/busybox");
    private static final List<String> COMMANDS = List.of("sh", "tar", "gzip", "dirname", "cat");
    private static final List<String> DEVICES = List.of("null", "urandom", "random");
    private static final int SECONDS = 240;

    private final Path root;

    /** How a command ended, and what it printed. */
    record Run(int code, String output) {}

    private BareMachine(Path root) {
        this.root = root;
    }

    /** Why there can be none here; empty when there can be one. */
    static Optional<String> missing() throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("only root can make a root folder");
        }
        Optional<ElfFile> busybox = Files.exists(BUSYBOX) ? ElfFile.of(BUSYBOX) : Optional.empty();
        if (busybox.isEmpty() || busybox.get().interpreter().isPresent()) {
            return Optional.of("there is no static busybox (Debian's package busybox-static)");
        }
        try {
            int code = start(List.of("unshare", "--mount", "--pid", "--fork", "true"))
                    .waitFor();
            return code == 0 ? Optional.empty() : Optional.of("unshare is not permitted here");
        } catch (IOException absent) {
            return Optional.of("there is no unshare");
        }
    }

    static BareMachine in(Path root) throws Exception {
        for (String folder : List.of("bin", "usr/bin", "proc", "dev", "tmp", "root", "etc")) {
            Files.createDirectories(root.resolve(folder));
        }
        Files.copy(BUSYBOX, root.resolve("bin/busybox"));
        for (String command : COMMANDS) {
            Files.createSymbolicLink(root.resolve("bin").resolve(command), Path.of("busybox"));
        }
        for (String device : DEVICES) {
            Files.createFile(root.resolve("dev").resolve(device));
        }
        copyGlibc(root);
        return new BareMachine(root);
    }

    private static void copyGlibc(Path root) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path loader = Path.of(ElfFile.of(java).orElseThrow().interpreter().orElseThrow());
        copy(loader, root);
        Path libc = loaded("libc.so.6");
        for (String name : GLIBC) {
            Path library = libc.resolveSibling(name);
            if (Files.exists(library)) {
                copy(library, root);
            }
        }
    }

    /** Where a library lies that this process has loaded. */
    private static Path loaded(String name) throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter((line) -> line.endsWith("/" + name))
                    .map((line) -> Path.of(line.substring(line.indexOf('/'))))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void copy(Path file, Path root) throws IOException {
        Path target = root.resolve(file.toString().substring(1));
        Files.createDirectories(target.getParent());
        Files.write(target, Files.readAllBytes(file));
        assertThat(target.toFile().setExecutable(true)).isTrue();
    }

    Path path(String file) {
        return this.root.resolve(file);
    }

    /** A program of this machine's own. */
    void program(String name, String script) throws IOException {
        Path program = Files.writeString(path("usr/bin").resolve(name), script);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /** Runs a line of shell in it, in namespaces of its own: nothing outlives it, nothing stays mounted. */
    Run run(String line) throws Exception {
        List<String> script = new ArrayList<>(List.of("mount -t proc proc " + this.root + "/proc"));
        DEVICES.forEach((device) -> script.add("mount --bind /dev/" + device + " " + this.root + "/dev/" + device));
        script.add("exec chroot " + this.root + " /bin/busybox env -i PATH=/bin:/usr/bin HOME=/root /bin/sh -c \"$1\"");
        Process process = start(List.of(
                "unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                String.join(" && ", script),
                "sh",
                line));
        String output = String.join("\n", process.inputReader().lines().toList());
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), output);
    }

    private static Process start(List<String> command) throws IOException {
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
