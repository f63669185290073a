package io.gpulse.sampling;

import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The machine around the GPUs, looked at on a lane of its own: reading {@code /proc} can block too. */
final class HostLane {

    private static final Readings LATE = Readings.absent(Metric.of(Scope.HOST), Reading.absent(Reason.TIMED_OUT));

    private final HostSource source;
    private final Lane lane;
    private final AtomicReference<@Nullable HostSample> left = new AtomicReference<>();
    private @Nullable String hostname;

    HostLane(HostSource source, Lane lane) {
        this.source = source;
        this.lane = lane;
    }

    Mono<Void> ask() {
        return this.lane.isIdle() ? this.lane.run(() -> this.left.set(this.source.look())) : Mono.empty();
    }

    /** Null before the first answer. */
    @Nullable
    HostSample collect() {
        HostSample sample = this.left.getAndSet(null);
        if (sample != null) {
            this.hostname = sample.hostname();
            return sample;
        }
        return this.hostname == null ? null : new HostSample(this.hostname, LATE);
    }
}
