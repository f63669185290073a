package io.gpulse.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The folder of the kernel's files.
 *
 * @param nanos a monotonic clock, in nanoseconds, for the rates of counters
 */
record ProcFolder(Path root, LongSupplier nanos) {

    static final Path OURS = Path.of("/proc");

    private static final String NETWORK = "net/dev";

    static ProcFolder at(Path root) {
        return new ProcFolder(root, System::nanoTime);
    }

    /** Returns the folder of a process. */
    Path path(int pid) {
        return this.root.resolve(Integer.toString(pid));
    }

    ProcFile read(String file) {
        return ProcFile.read(path(file), this.nanos);
    }

    /** Reads a file; each byte becomes one character. */
    ProcFile readBinary(String file) {
        return ProcFile.read(path(file), this.nanos, StandardCharsets.ISO_8859_1);
    }

    /** Returns the target of a link, decoded from its bytes instead of by the locale; empty when it is not readable. */
    Optional<String> readLink(String link) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(this.root.resolve(link)).toUri().getPath());
        } catch (IOException | UnsupportedOperationException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the path of a file. In another folder the network is that of its first process, not of this one. */
    private Path path(String file) {
        boolean foreign = !this.root.equals(OURS);
        return this.root.resolve(foreign && file.equals(NETWORK) ? "1/" + NETWORK : file);
    }
}
