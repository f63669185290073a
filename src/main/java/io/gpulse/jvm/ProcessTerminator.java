package io.gpulse.jvm;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes one line to standard error and halts the JVM. It allocates nothing when it terminates. */
public final class ProcessTerminator implements FatalErrors.Terminator {

    private final FileOutputStream errors = new FileOutputStream(FileDescriptor.err);
    private final Runtime runtime = Runtime.getRuntime();
    private final byte[] noMemory = line("OutOfMemoryError; give the JVM more memory with -Xmx if it recurs.");
    private final byte[] broken = line("InternalError of the JVM.");

    private static byte[] line(String cause) {
        return ("gpulse ends with exit code " + FatalErrors.EXIT_CODE + ": " + cause + "\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void terminate(VirtualMachineError fatal) {
        try {
            this.errors.write(fatal instanceof OutOfMemoryError ? this.noMemory : this.broken);
        } catch (IOException closed) {
            // The exit code is set all the same.
        } finally {
            this.runtime.halt(FatalErrors.EXIT_CODE);
        }
    }
}
