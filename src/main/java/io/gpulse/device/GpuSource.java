package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/** Something that can look at the GPUs of this machine. */
public interface GpuSource {

    SourceKind kind();

    /** What is said of the source while it has no session. */
    default Source without(String reason) {
        return Source.none(reason);
    }

    /** Stops the start, by an exception that says why in a sentence, when what was configured can never work. */
    default void verify() {}

    /** Finds the driver and counts the GPUs. Blocks, possibly for ever: call it on a lane. */
    GpuSession open() throws SourceUnavailableException;

    /** What was found when it was last opened. */
    Diagnosis diagnosis();

    /** The native call that opening is inside of; null when it is in none. */
    default @Nullable String callInProgress() {
        return null;
    }
}
