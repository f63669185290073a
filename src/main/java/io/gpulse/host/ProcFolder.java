package io.gpulse.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Where the kernel's files are.
 *
 * @param nanos a clock that never goes back, by which counters become rates
 */
record ProcFolder(Path root, LongSupplier nanos) {

    static final Path OURS = Path.of("/proc");

    private static final String NETWORK = "net/dev";

    static ProcFolder at(Path root) {
        return new ProcFolder(root, System::nanoTime);
    }

    ProcFile read(String file) {
        return ProcFile.read(path(file), this.nanos);
    }

    /** Each byte is a character of its own. */
    ProcFile readBinary(String file) {
        return ProcFile.read(path(file), this.nanos, StandardCharsets.ISO_8859_1);
    }

    /** Where a link leads, by its bytes: the JVM decodes a path by the locale. Empty when it cannot be read. */
    Optional<String> readLink(String link) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(this.root.resolve(link)).toUri().getPath());
        } catch (IOException | UnsupportedOperationException unreadable) {
            return Optional.empty();
        }
    }

    /** The network is that of the process who reads, also in a foreign folder; there the first process's is meant. */
    private Path path(String file) {
        boolean foreign = !this.root.equals(OURS);
        return this.root.resolve(foreign && file.equals(NETWORK) ? "1/" + NETWORK : file);
    }
}
