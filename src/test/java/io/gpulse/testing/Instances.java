package io.gpulse.testing;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The MIG instances of a split GPU, with figures as an H100 reports them. */
public final class Instances {

    private static final double MEBIBYTE = 1 << 20;

    private Instances() {}

    /** An H100 in four instances, of which the first is in use. */
    public static List<MigSample> ofH100() {
        return List.of(
                slices(2, "3g.40gb", 40_448, 11_090.6),
                slices(3, "2g.20gb", 20_096, 16.6),
                slices(9, "1g.10gb", 9_984, 8.6),
                slices(10, "1g.10gb", 9_984, 8.6));
    }

    /** Returns the same GPU, split into instances. */
    public static GpuSample split(GpuSample gpu, List<MigSample> instances) {
        GpuReadings known = gpu.known();
        Readings own = known.own()
                .with(Metric.MIG_MODE_CURRENT, Metric.MIG_MODE_CURRENT.spec().reading(1L));
        return gpu.with(new GpuReadings(own, known.links(), known.processes(), instances));
    }

    /** Returns the same instance with another value of a row. */
    public static MigSample with(MigSample instance, Metric metric, Reading reading) {
        return instance.with(instance.readings().with(metric, reading));
    }

    /** Returns a process that uses an instance. */
    public static ProcessSample process(int pid, String name, MigSample instance, double mebibytes) {
        Readings readings = Readings.of(Map.of(Metric.PROCESS_MEMORY, new Reading.Quantity(mebibytes * MEBIBYTE)));
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, name, null, readings).on(instance.place());
    }

    private static MigSample slices(int gpuInstance, String profile, double total, double used) {
        int slices = Character.digit(profile.charAt(0), 10);
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.MIG_MEMORY_TOTAL, total * MEBIBYTE);
        put(readings, Metric.MIG_MEMORY_RESERVED, 0);
        put(readings, Metric.MIG_MEMORY_USED, used * MEBIBYTE);
        put(readings, Metric.MIG_MEMORY_FREE, (total - used) * MEBIBYTE);
        put(readings, Metric.MIG_BAR1_TOTAL, 6_184 * slices * MEBIBYTE);
        put(readings, Metric.MIG_BAR1_USED, 0);
        put(readings, Metric.MIG_SLICES, slices);
        put(readings, Metric.MIG_COMPUTE_SLICES, slices);
        put(readings, Metric.MIG_MULTIPROCESSORS, 16 * slices);
        put(readings, Metric.MIG_COPY_ENGINES, slices);
        put(readings, Metric.MIG_DECODERS, slices);
        put(readings, Metric.MIG_ENCODERS, 0);
        put(readings, Metric.MIG_JPEG_ENGINES, slices);
        put(readings, Metric.MIG_OFA_ENGINES, 0);
        put(readings, Metric.MIG_ECC_UNCORRECTED, 0);
        put(readings, Metric.MIG_ACTIVITY_SM, 12.5 * slices);
        put(readings, Metric.MIG_PROCESSES, slices == 3 ? 1 : 0);
        String uuid = "MIG-%08d-5a6f-4c3e-9f00-2d1c0b9a8e77".formatted(gpuInstance);
        return new MigSample(new MigSample.Place(gpuInstance, 0), uuid, profile, 1, Readings.of(readings));
    }

    private static void put(Map<Metric, Reading> readings, Metric metric, double value) {
        readings.put(metric, new Reading.Quantity(value));
    }
}
