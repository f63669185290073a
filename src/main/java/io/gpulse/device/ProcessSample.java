package io.gpulse.device;

import io.gpulse.metric.PrintableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A process that uses a GPU, at one moment.
 *
 * @param pid as the driver tells it: of the machine, not of a container
 * @param name what it is called; null when it is not known
 * @param startedAt when it was started; null when it is not known
 * @param readings its rows, those of its owner included
 * @param namespaced its PID in its innermost PID namespace; null when it is not known
 */
public record ProcessSample(
        int pid,
        Type type,
        @Nullable String name,
        @Nullable Instant startedAt,
        Readings readings,
        @Nullable NamespacedPid namespaced) {

    public ProcessSample {
        name = name == null ? null : PrintableText.of(name);
    }

    /** A process whose PID in its namespace is not known. */
    public ProcessSample(int pid, Type type, @Nullable String name, @Nullable Instant startedAt, Readings readings) {
        this(pid, type, name, startedAt, readings, null);
    }

    /** The same process, with what is known of its owner; its command line is not for every reader. */
    public ProcessSample of(Owner owner) {
        Readings all = this.readings.renewedBy(owner.readings());
        return new ProcessSample(this.pid, this.type, owner.name(), owner.startedAt(), all, owner.namespaced());
    }

    /** What it does on the GPU. The names are part of the public contract. */
    public enum Type {
        /** It computes. */
        COMPUTE,
        /** It draws. */
        GRAPHICS,
        /** It does both. */
        COMPUTE_AND_GRAPHICS,
        /** It computes through the Multi-Process Service. */
        MPS
    }
}
