package io.gpulse.history;

import io.gpulse.metric.Scope;
import org.jspecify.annotations.Nullable;

/**
 * The GPU or host of a stored sample.
 *
 * @param uuid of the GPU; null for the host
 */
public record Subject(@Nullable String uuid) {

    public static final Subject HOST = new Subject(null);

    public Scope scope() {
        return this.uuid == null ? Scope.HOST : Scope.GPU;
    }
}
