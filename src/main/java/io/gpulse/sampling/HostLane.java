package io.gpulse.sampling;

import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Reads the host on a separate lane, because reading {@code /proc} can block too. */
final class HostLane {

    private static final Reading LATE = Reading.absent(Reason.TIMED_OUT);

    private final HostSource source;
    private final Lane lane;
    private final HostProcessLane processes;
    private final AtomicReference<@Nullable HostSample> result = new AtomicReference<>();
    private @Nullable HostSample last;

    HostLane(HostSource source, Lanes lanes, Timeouts timeouts) {
        this.source = source;
        this.lane = lanes.open("host");
        this.processes = new HostProcessLane(source, lanes, timeouts);
    }

    /** Starts to read the host. Completes when it has been read, without waiting for its processes. */
    Mono<Void> poll() {
        this.processes.poll();
        return this.lane.isIdle() ? this.lane.run(() -> this.result.set(this.source.read())) : Mono.empty();
    }

    /** Returns the sample of this round; null before the first result. */
    @Nullable
    HostSample collect() {
        HostSample fresh = this.result.getAndSet(null);
        HostSample shown = fresh == null && this.last != null ? this.last.absent(LATE) : fresh;
        this.last = shown;
        return shown == null ? null : shown.with(this.processes.collect());
    }
}
