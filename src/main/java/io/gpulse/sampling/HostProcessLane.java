package io.gpulse.sampling;

import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSource;
import io.gpulse.metric.Reason;
import java.time.Duration;
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
    private final SamplerClock clock;
    private final AtomicReference<@Nullable Result> left = new AtomicReference<>();
    private Result last = new Result(HostProcesses.absent(Reason.NO_DATA), Moment.PAST);
    private Moment next = Moment.PAST;

    /** What the lane read, and when. */
    private record Result(HostProcesses processes, Moment startedAt) {}

    HostProcessLane(HostSource source, Lanes lanes, Timeouts timeouts) {
        this.source = source;
        this.lane = lanes.open("host-processes");
        this.timeouts = timeouts;
        this.clock = lanes.clock();
    }

    /** Has them looked at when it is time, and waits for nothing. */
    void ask() {
        Moment now = this.clock.now();
        if (this.lane.isIdle() && !now.isBefore(this.next)) {
            this.next = now.plus(this.timeouts.slowly());
            this.lane.run(() -> this.left.set(new Result(look(now.wallTime()), now)));
        }
    }

    /** What is known of them; what should have been renewed twice since then is no longer shown. */
    HostProcesses collect() {
        Result fresh = this.left.getAndSet(null);
        this.last = fresh == null ? this.last : fresh;
        HostProcesses known = this.last.processes();
        Instant sampledAt = known.sampledAt();
        return sampledAt == null || !isOutdated(this.last)
                ? known
                : HostProcesses.absent(Reason.TIMED_OUT).sampledAt(sampledAt);
    }

    private boolean isOutdated(Result result) {
        Duration longest = this.timeouts.slowly().multipliedBy(2);
        return this.clock.now().since(result.startedAt()).compareTo(longest) >= 0;
    }

    /** What is not to be looked at was not looked at. */
    private HostProcesses look(Instant begun) {
        HostProcesses told = this.source.processes();
        return told.areKnown() ? told.sampledAt(begun) : told;
    }
}
