package io.gpulse.nvml.topology;

import io.gpulse.metric.Reason;
import java.util.Optional;
import java.util.function.Consumer;

/** The permission to make calls about a GPU, which one thread at a time has. */
public interface GpuGate {

    /** Enters without waiting; returns the reason where the GPU is busy or must not be woken. */
    Optional<Reason> tryEnter(int index);

    void leave(int index);

    /** Returns the consumer that receives the symbol before each call about this GPU. */
    Consumer<String> beforeCall(int index);
}
