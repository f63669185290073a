package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.util.EnumMap;
import java.util.Map;

/** A GPU, by default unused. */
final class Board {

    private static final double MEBIBYTE = 1024 * 1024;
    private static final double TOTAL = 81_559;
    private static final double RESERVED = 600;

    private final Map<Metric, Reading> readings = new EnumMap<>(Metric.class);

    Board() {
        with(Metric.UTILIZATION_GPU, 0).with(Metric.PROCESSES_RUNNING, 0);
        with(Metric.MEMORY_TOTAL, TOTAL * MEBIBYTE).with(Metric.MEMORY_RESERVED, RESERVED * MEBIBYTE);
        using(0).with(Metric.COMPUTE_MODE, 0).with(Metric.MIG_MODE_CURRENT, 0);
    }

    Board with(Metric metric, double value) {
        boolean state = metric.spec().kind() == Kind.STATE;
        this.readings.put(metric, state ? metric.spec().reading((long) value) : new Reading.Quantity(value));
        return this;
    }

    Board without(Metric metric, Reason why) {
        this.readings.put(metric, Reading.absent(why));
        return this;
    }

    Board busy(double percent) {
        return with(Metric.UTILIZATION_GPU, percent);
    }

    Board using(double mebibytes) {
        return with(Metric.MEMORY_USED, mebibytes * MEBIBYTE)
                .with(Metric.MEMORY_FREE, (TOTAL - RESERVED - mebibytes) * MEBIBYTE);
    }

    /** Makes it share the memory of the system. */
    Board sharing(double used, double available) {
        this.readings.put(Metric.MEMORY_RESERVED, Reading.absent(Reason.NOT_SUPPORTED));
        return with(Metric.MEMORY_KIND, 1)
                .with(Metric.MEMORY_USED, used * MEBIBYTE)
                .with(Metric.MEMORY_FREE, available * MEBIBYTE);
    }

    /** As a driver before 510 reports it. */
    Board usingWithReserve(double mebibytes) {
        this.readings.put(Metric.MEMORY_RESERVED, Reading.absent(Reason.DRIVER_TOO_OLD));
        return with(Metric.MEMORY_USED, mebibytes * MEBIBYTE).with(Metric.MEMORY_FREE, (TOTAL - mebibytes) * MEBIBYTE);
    }

    GpuSample at(int index) {
        return Snapshots.gpu(index, this.readings);
    }
}
