package io.gpulse.history;

import io.gpulse.metric.Scope;
import org.jspecify.annotations.Nullable;

/**
 * What a stored sample is about: a GPU, or the machine.
 *
 * @param uuid of the GPU; null for the machine
 */
public record Subject(@Nullable String uuid) {

    public static final Subject HOST = new Subject(null);

    public Scope scope() {
        return this.uuid == null ? Scope.HOST : Scope.GPU;
    }
}
