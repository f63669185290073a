package io.gpulse.device;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A GPU whose handle the driver has given. Used by its lane only. */
public interface Gpu {

    GpuIdentity identity();

    /** Reads all metrics of these cadences. Blocks while the driver answers. */
    GpuReadResult read(Set<Cadence> due);

    /** Returns when the figures of the last read were taken; null if that was during the read. */
    default @Nullable Instant sampledAt() {
        return null;
    }

    /** Returns the slowest call of the last read; null where calls are not timed. */
    default @Nullable SlowCall slowestCall() {
        return null;
    }

    /**
     * Reads each source of a row of the GPU separately, in the order in which a round tries them; a round uses the
     * first that is present. A rate, and a value measured between two moments, is known from the second call on. Blocks
     * while the driver answers.
     *
     * @return empty when the GPU as a whole has failed
     */
    default List<Reading> bySource(Metric row) {
        return List.of();
    }

    /**
     * The slowest call of the driver in one read of a GPU.
     *
     * @param symbol such as {@code nvmlDeviceGetPowerUsage}
     */
    record SlowCall(String symbol, Duration took) {}
}
