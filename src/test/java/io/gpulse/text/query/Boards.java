package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A busy board with readings that tests change. */
public final class Boards {

    private static final double MEBIBYTE = 1024 * 1024;

    private final Map<Metric, Reading> readings = new EnumMap<>(Metric.class);

    private Boards() {}

    public static Boards h100() {
        return new Boards()
                .with(Metric.TEMPERATURE_GPU, 59)
                .without(Metric.FAN_SPEED, Reason.NOT_SUPPORTED)
                .with(Metric.PSTATE, 0)
                .with(Metric.POWER_DRAW, 629)
                .with(Metric.ENFORCED_POWER_LIMIT, 700)
                .with(Metric.MEMORY_USED, 72_810 * MEBIBYTE)
                .with(Metric.MEMORY_TOTAL, 81_559 * MEBIBYTE)
                .with(Metric.UTILIZATION_GPU, 100)
                .with(Metric.UTILIZATION_MEMORY, 54)
                .with(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 0)
                .with(Metric.MIG_MODE_CURRENT, 0)
                .with(Metric.COMPUTE_MODE, 0)
                .with(Metric.PROCESSES_RUNNING, 1);
    }

    public Boards idle() {
        return with(Metric.TEMPERATURE_GPU, 31)
                .with(Metric.POWER_DRAW, 71)
                .with(Metric.MEMORY_USED, 0)
                .with(Metric.UTILIZATION_GPU, 0)
                .with(Metric.PROCESSES_RUNNING, 0);
    }

    public Boards with(Metric metric, double value) {
        boolean state = metric.spec().kind() == Kind.STATE;
        this.readings.put(metric, state ? metric.spec().reading((long) value) : new Reading.Quantity(value));
        return this;
    }

    public Boards without(Metric metric, Reason why) {
        this.readings.put(metric, Reading.absent(why));
        return this;
    }

    public GpuSample at(int index) {
        return Snapshots.gpu(index, this.readings);
    }

    public static ProcessSample process(int pid, String user, String name) {
        return process(pid, ProcessSample.Type.COMPUTE).of(new Owner(name, null, new Reading.Text(user)));
    }

    public static List<ProcessSample> processesOfEveryType() {
        return Arrays.stream(ProcessSample.Type.values())
                .map((type) -> process(1 + type.ordinal(), type))
                .toList();
    }

    private static ProcessSample process(int pid, ProcessSample.Type type) {
        Readings readings = Readings.of(Map.of(
                Metric.PROCESS_MEMORY, new Reading.Quantity(72_094 * MEBIBYTE),
                Metric.PROCESS_SM, new Reading.Quantity(97)));
        return new ProcessSample(pid, type, null, null, readings);
    }
}
