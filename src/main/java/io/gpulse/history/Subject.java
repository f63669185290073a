package io.gpulse.history;

import io.gpulse.metric.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The GPU, MIG instance or host of a stored sample.
 *
 * @param uuid of the GPU; null for the host
 * @param instance null for the host and for a whole GPU
 */
public record Subject(@Nullable String uuid, @Nullable Instance instance) {

    public static final Subject HOST = new Subject(null, null);

    /** Creates the subject of a whole GPU. */
    public Subject(String uuid) {
        this(uuid, null);
    }

    /**
     * A MIG instance from its creation, or the first round in which it was seen, to its end.
     *
     * @param gpuInstance id on the GPU, which the driver uses again
     * @param computeInstance id in the GPU instance, which the driver uses again
     * @param uuid of the instance, which the driver uses again
     * @param profile null when it is unknown
     * @param since time of its first sample, in epoch ms
     */
    public record Instance(
            int gpuInstance,
            int computeInstance,
            String uuid,
            @Nullable String profile,
            long since) {}

    public Scope scope() {
        if (this.uuid == null) {
            return Scope.HOST;
        }
        return this.instance == null ? Scope.GPU : Scope.MIG;
    }
}
