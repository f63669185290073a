package io.gpulse.sampling;

import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSource;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads the processes of the host every 10 s on a separate lane. No round waits for them, since there can be thousands.
 */
final class HostProcessLane {

    private final HostSource source;
    private final Lane lane;
    private final Timeouts timeouts;
    private final SamplerClock clock;
    private final AtomicReference<@Nullable Result> result = new AtomicReference<>();
    private Result last = new Result(HostProcesses.absent(Reason.NO_DATA), Moment.PAST);
    private Moment next = Moment.PAST;

    /** The processes that the lane read, and when. */
    private record Result(HostProcesses processes, Moment startedAt) {}

    HostProcessLane(HostSource source, Lanes lanes, Timeouts timeouts) {
        this.source = source;
        this.lane = lanes.open("host-processes");
        this.timeouts = timeouts;
        this.clock = lanes.clock();
    }

    /** Starts to read the processes when they are due; does not block. */
    void poll() {
        Moment now = this.clock.now();
        if (this.lane.isIdle() && !now.isBefore(this.next)) {
            this.next = now.plus(this.timeouts.slowInterval());
            this.lane.run(() -> this.result.set(new Result(read(now.wallTime()), now)));
        }
    }

    /** Returns the last result; absent if two reads have been missed since then. */
    HostProcesses collect() {
        Result fresh = this.result.getAndSet(null);
        this.last = fresh == null ? this.last : fresh;
        HostProcesses known = this.last.processes();
        Instant sampledAt = known.sampledAt();
        return sampledAt == null || !isOutdated(this.last)
                ? known
                : HostProcesses.absent(Reason.TIMED_OUT).sampledAt(sampledAt);
    }

    private boolean isOutdated(Result result) {
        Duration longest = this.timeouts.slowInterval().multipliedBy(2);
        return this.clock.now().since(result.startedAt()).compareTo(longest) >= 0;
    }

    /** Reads the processes. Hidden processes have no time of sampling. */
    private HostProcesses read(Instant startedAt) {
        HostProcesses processes = this.source.processes();
        return processes.areKnown() ? processes.sampledAt(startedAt) : processes;
    }
}
