package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.OptionalDouble;

/** Converts the ticks in which the kernel counts the time of a process. Used by one thread. */
final class CpuTime {

    private final AuxiliaryVector auxiliary;

    CpuTime(ProcFolder proc) {
        this.auxiliary = new AuxiliaryVector(proc);
    }

    /** In percent of one core; {@code NO_DATA} where the rate is not known yet. */
    Reading percent(OptionalDouble ticksPerSecond) {
        if (ticksPerSecond.isEmpty()) {
            return Reading.absent(Reason.NO_DATA);
        }
        Reading clock = this.auxiliary.read(AuxiliaryVector.TICKS_PER_SECOND);
        OptionalDouble ofClock = clock.number();
        return ofClock.isPresent()
                ? new Reading.Quantity(100 * ticksPerSecond.getAsDouble() / ofClock.getAsDouble())
                : clock;
    }
}
