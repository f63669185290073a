package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/** A source of readings of the GPUs of this machine. */
public interface GpuSource {

    SourceKind kind();

    /** Returns the description of the source while it has no session. */
    default Source without(String reason) {
        return Source.none(reason);
    }

    /** Checks the configuration. Throws an exception with a sentence, which stops the start, if it can never work. */
    default void verify() {}

    /** Finds the driver and counts the GPUs. Blocks, possibly for ever: call it on a lane. */
    GpuSession open() throws SourceUnavailableException;

    /** Returns the findings of the last opening. */
    Diagnosis diagnosis();

    /** Returns the native call of the opening in progress; null when there is none. */
    default @Nullable String callInProgress() {
        return null;
    }
}
