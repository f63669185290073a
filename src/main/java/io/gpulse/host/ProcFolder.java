package io.gpulse.host;

import java.nio.file.Path;
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

    /** The network is that of the process who reads, also in a foreign folder; there the first process's is meant. */
    private Path path(String file) {
        boolean foreign = !this.root.equals(OURS);
        return this.root.resolve(foreign && file.equals(NETWORK) ? "1/" + NETWORK : file);
    }
}
