package io.gpulse.nvml.probe;

import io.gpulse.device.Gpu.SlowCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The durations of the calls of one read, from the return of one to the return of the next. Used by one thread. */
final class CallTimes {

    private long returnedAt;
    private @Nullable String slowest;
    private long longest;

    void begin(long nanos) {
        this.returnedAt = nanos;
        this.slowest = null;
        this.longest = 0;
    }

    void returned(String symbol, long nanos) {
        long took = nanos - this.returnedAt;
        this.returnedAt = nanos;
        if (took > this.longest) {
            this.longest = took;
            this.slowest = symbol;
        }
    }

    @Nullable
    SlowCall slowest() {
        return this.slowest == null ? null : new SlowCall(this.slowest, Duration.ofNanos(this.longest));
    }
}
