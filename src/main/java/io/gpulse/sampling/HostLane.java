package io.gpulse.sampling;

import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The machine around the GPUs, looked at on a lane of its own: reading {@code /proc} can block too. */
final class HostLane {

    private static final Reading LATE = Reading.absent(Reason.TIMED_OUT);

    private final HostSource source;
    private final Lane lane;
    private final HostProcessLane processes;
    private final AtomicReference<@Nullable HostSample> left = new AtomicReference<>();
    private @Nullable HostSample last;

    HostLane(HostSource source, Lanes lanes, Timeouts timeouts) {
        this.source = source;
        this.lane = lanes.open("host");
        this.processes = new HostProcessLane(source, lanes, timeouts);
    }

    /** Completes when the machine has been looked at; its processes are not waited for. */
    Mono<Void> ask() {
        this.processes.ask();
        return this.lane.isIdle() ? this.lane.run(() -> this.left.set(this.source.look())) : Mono.empty();
    }

    /** Null before the first answer. */
    @Nullable
    HostSample collect() {
        HostSample fresh = this.left.getAndSet(null);
        HostSample shown = fresh == null && this.last != null ? this.last.absent(LATE) : fresh;
        this.last = shown;
        return shown == null ? null : shown.with(this.processes.collect());
    }
}
