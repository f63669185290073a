package io.gpulse.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether the driver and the kernel's files mean the same process by a number. The driver tells the machine's numbers;
 * in a container, our own files have numbers of their own, and the same one is another process.
 *
 * @param ours the {@code /proc} of this process
 */
record PidNumbers(Path ours) {

    /** The namespace that every other one is inside of has this number since Linux 3.8. */
    private static final String OF_MACHINE = "pid:[4026531836]";

    /** Whether we ourselves are numbered as the machine numbers. */
    boolean areOurs() {
        try {
            return Files.readSymbolicLink(this.ours.resolve("self/ns/pid"))
                    .toString()
                    .equals(OF_MACHINE);
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    /** Whether a folder tells of the machine's processes; another one than ours was mounted for that. */
    boolean areThoseOf(Path proc) {
        return !proc.equals(this.ours) || areOurs();
    }
}
