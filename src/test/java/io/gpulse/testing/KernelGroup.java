package io.gpulse.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A control group of the kernel with all groups below it. Closing ends their processes and removes them. */
public record KernelGroup(Path folder) implements AutoCloseable {

    /** The freezer of version 1, whose groups change nothing for their processes, and the hierarchy of version 2. */
    private static final List<Path> HIERARCHIES = Stream.of("freezer", "unified", "")
            .map(Path.of("/sys/fs/cgroup")::resolve)
            .toList();

    /** Returns the first hierarchy in which this process may make groups; empty for most users but root. */
    public static Optional<Path> hierarchy() {
        return HIERARCHIES.stream()
                .filter((folder) -> Files.isWritable(folder) && Files.isWritable(folder.resolve("cgroup.procs")))
                .findFirst();
    }

    /** Makes a group, with those that it is in. */
    public KernelGroup make(String name) throws IOException {
        return new KernelGroup(Files.createDirectories(this.folder.resolve(name)));
    }

    /** Moves a process into the group. */
    public void add(long pid) throws IOException {
        Files.writeString(processes(this.folder), Long.toString(pid));
    }

    @Override
    public void close() {
        if (!Files.isDirectory(this.folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(this.folder)) {
            all.filter(Files::isDirectory)
                    .sorted(Comparator.reverseOrder())
                    .toList()
                    .forEach(KernelGroup::remove);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void remove(Path folder) {
        Wait.until(() -> endAll(folder) == 0);
        try {
            Files.delete(folder);
        } catch (IOException ex) {
            throw new UncheckedIOException("The control group cannot be removed", ex);
        }
    }

    /** Returns the number of processes that were still in a group. */
    private static int endAll(Path folder) {
        try {
            List<String> pids = Files.readAllLines(processes(folder));
            pids.forEach((pid) -> ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly));
            return pids.size();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Path processes(Path folder) {
        return folder.resolve("cgroup.procs");
    }
}
