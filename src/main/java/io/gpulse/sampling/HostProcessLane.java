package io.gpulse.sampling;

import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSource;
import io.gpulse.metric.Reason;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The processes of the machine, looked at every 10 s on a lane of their own, because there can be thousands: no round
 * waits for them.
 */
final class HostProcessLane {

    private final HostSource source;
    private final Lane lane;
    private final Timeouts timeouts;
    private final Clock clock;
    private final AtomicReference<@Nullable HostProcesses> left = new AtomicReference<>();
    private HostProcesses known = HostProcesses.absent(Reason.NO_DATA);
    private Instant next = Instant.MIN;

    HostProcessLane(HostSource source, Lanes lanes, Timeouts timeouts) {
        this.source = source;
        this.lane = lanes.open("host-processes");
        this.timeouts = timeouts;
        this.clock = lanes.clock();
    }

    /** Has them looked at when it is time, and waits for nothing. */
    void ask() {
        Instant now = this.clock.instant();
        if (this.lane.isIdle() && !now.isBefore(this.next)) {
            this.next = now.plus(this.timeouts.slowly());
            this.lane.run(() -> this.left.set(look(now)));
        }
    }

    /** What is known of them; what should have been renewed twice since then is no longer shown. */
    HostProcesses collect() {
        HostProcesses fresh = this.left.getAndSet(null);
        this.known = fresh == null ? this.known : fresh;
        Instant sampledAt = this.known.sampledAt();
        Instant oldest = this.clock.instant().minus(this.timeouts.slowly().multipliedBy(2));
        if (sampledAt != null && !sampledAt.isAfter(oldest)) {
            this.known = HostProcesses.absent(Reason.TIMED_OUT).sampledAt(sampledAt);
        }
        return this.known;
    }

    /** What is not to be looked at was not looked at. */
    private HostProcesses look(Instant begun) {
        HostProcesses told = this.source.processes();
        return told.areKnown() ? told.sampledAt(begun) : told;
    }
}
