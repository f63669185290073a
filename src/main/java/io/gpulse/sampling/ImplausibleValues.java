package io.gpulse.sampling;

import io.gpulse.device.GpuReadings;
import io.gpulse.metric.Metric;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs values of a GPU that were left out because they are physically impossible, once for each row. */
final class ImplausibleValues {

    private static final Logger log = LoggerFactory.getLogger(ImplausibleValues.class);

    private final int index;
    private final Set<Metric> logged = EnumSet.noneOf(Metric.class);

    ImplausibleValues(int index) {
        this.index = index;
    }

    void log(GpuReadings readings) {
        readings.forEachImplausible((row, raw) -> {
            if (this.logged.add(row)) {
                log.warn(
                        "GPU {}: the driver reported {} for {}, which is not plausible; such values are left out"
                                + " (IMPLAUSIBLE)",
                        this.index,
                        raw,
                        row.key());
            }
        });
    }
}
